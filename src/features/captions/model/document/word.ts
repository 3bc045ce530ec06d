import { z } from 'zod'
import { Decor, MOST_DECOR } from './decor.ts'
import { Fraction, Id, Ms, storableText } from './scalars.ts'

/** Longest text of a word, in UTF-16 units. */
export const LONGEST_WORD = 200

/** What a word says: no blanks, no control characters, and text that every encoder accepts. */
export const WordText = z
  .string()
  .min(1)
  .max(LONGEST_WORD)
  .refine((text) => !/[\s\p{Cc}]/u.test(text), 'A word has no blanks in it')
  .refine((text) => text.isWellFormed(), 'A word is valid Unicode')

/** What a creator, or a rule, said about a word; templates may style each. */
export const WordTag = z.enum(['keyword', 'filler', 'profanity', 'number', 'sound'])
export type WordTag = z.output<typeof WordTag>

/** What is done about a word that should not be read or heard. */
const Censoring = z.strictObject({
  /** The letters: all but the first starred out, all of them, or a bar over them. Absent: shown. */
  text: z.enum(['first-letter', 'stars', 'bar']).optional(),
  /** The sound while it is spoken. Absent: heard. */
  sound: z.enum(['mute', 'beep']).optional(),
})

/** One word. Words own time: `0 ≤ t0 < t1`, in order, and none overlaps the next. */
export const Word = z.strictObject({
  /** Never changes, whatever happens to the word. */
  id: Id,
  /** Start, ms. */
  t0: Ms,
  /** End, ms. */
  t1: Ms,
  text: WordText,
  /** What the recogniser wrote; no edit changes it. Empty for a word that was typed in. */
  raw: storableText(200),
  /** Probability that the text is right, 0 to 1; absent where nobody said. */
  conf: z.number().min(0).max(1).optional(),
  /** Where the time came from; `manual` is a person's. */
  timing: z.enum(['asr', 'aligned', 'interpolated', 'manual']),
  tags: z.array(WordTag).max(WordTag.options.length),
  /** What stands between this word and the one before it: a space, or nothing (Japanese, Thai). */
  join: z.enum(['space', 'none']),
  /** Who says it: one of `speakers`. */
  speaker: Id.optional(),
  /** A patch in `styles` for this word alone. */
  styleId: Id.optional(),
  /** Spoken, but not shown. */
  hidden: z.literal(true).optional(),
  censored: Censoring.optional(),
  /** How much the voice stresses it, 0 to 1; absent where nobody measured. */
  stress: Fraction.optional(),
  /** What hangs on it, in drawing order. */
  decor: z.array(Decor).min(1).max(MOST_DECOR).optional(),
})
export type Word = z.output<typeof Word>
