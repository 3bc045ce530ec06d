import { z } from 'zod'
import { baseLanguage } from '../language.ts'
import { writtenWords } from '../script.ts'

/** Maximum entries of an account, those of its videos included. */
export const MAX_GLOSSARY_ENTRIES = 500
/** Maximum words on each side of an entry. */
export const MAX_PHRASE_WORDS = 6
const MAX_PHRASE_LENGTH = 120
/** Longest word that is compared, in UTF-16 units: Unicode normalization is quadratic in a run of combining marks. */
const LONGEST_COMPARED = 100
const OUTER_MARKS = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu

const Phrase = z
  .string()
  .max(MAX_PHRASE_LENGTH)
  .refine((text) => text.isWellFormed() && !/(?!\s)\p{Cc}/u.test(text), 'Use only letters, digits and marks.')
  .transform((text) => text.trim().replace(/\s+/gu, ' '))
  .refine((text) => text.split(' ').length <= MAX_PHRASE_WORDS, `Use at most ${MAX_PHRASE_WORDS} words.`)

/** One rule of a glossary. */
export const GlossaryEntry = z.object({
  /** What the recogniser writes; null for words to know, which replace only what sounds the same. */
  heard: Phrase.refine((text) => wordKey(text) !== '', 'Enter what is heard.').nullable(),
  /** The spelling to write. */
  write: Phrase.refine((text) => text !== '', 'Enter what to write.'),
  /** ISO 639 code of the only language that it applies to; null for all. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/u)
    .nullable(),
})
export type GlossaryEntry = z.output<typeof GlossaryEntry>

/** A word as spellings are compared: without case, outer punctuation and kinds of apostrophes. Empty for marks only. */
export function wordKey(text: string): string {
  if (text.length > LONGEST_COMPARED + MAX_PHRASE_LENGTH) return ''
  return text.normalize('NFKC').replace(/[’‘ʼ]/gu, "'").replace(OUTER_MARKS, '').toLowerCase()
}

/** The compared words of a phrase. */
export function phraseKeys(text: string, language: string): string[] {
  return writtenWords(text, language)
    .map(wordKey)
    .filter((key) => key !== '')
}

/** Identifies an entry within a glossary: two entries for the same words and language are one. */
export function entryKey({ heard, write, language }: GlossaryEntry): string {
  const words = phraseKeys(heard ?? write, language ?? 'und').join(' ')
  return `${heard === null ? 'know' : 'heard'}:${language ?? ''}:${words === '' ? write : words}`
}

/** Whether an entry applies to words in a language. @param language BCP 47 tag */
export function isForLanguage(entry: GlossaryEntry, language: string): boolean {
  return entry.language === null || entry.language === baseLanguage(language)
}
