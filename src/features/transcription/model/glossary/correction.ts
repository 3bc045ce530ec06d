import { GlossaryEntry, phraseKeys, wordKey } from './entry.ts'
import { withoutPunctuation } from './punctuation.ts'

/** A word of captions and its text, beside the recognised one. */
export type RewrittenWord = {
  readonly wordId: string
  /** The recognised text; empty for a typed word. */
  readonly heard: string
  readonly text: string
  /** True at the start of a sentence, where a capital says nothing about the word. */
  readonly beginsSentence: boolean
}

/** Recognised words, as they are compared, and the text that somebody writes instead. */
export type Correction = { readonly heard: string; readonly write: string }

/** Times that a word is corrected in the same way before it is offered for the glossary. */
export const CORRECTIONS_TO_OFFER = 2

/**
 * The entry that a rewritten word suggests.
 * @returns undefined when it is as recognised, apart from punctuation and the capital of a sentence
 */
export function correctionOf({ heard, text, beginsSentence }: RewrittenWord): Correction | undefined {
  const write = withoutPunctuation(text)
  const key = phraseKeys(heard, 'und').join(' ')
  if (write === '' || key === '' || write === withoutPunctuation(heard)) return undefined
  if (beginsSentence && wordKey(write) === key) return undefined
  const entry = GlossaryEntry.safeParse({ heard: key, write, language: null })
  return entry.success ? { heard: key, write } : undefined
}
