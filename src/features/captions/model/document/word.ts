import { z } from 'zod'
import { Decor, MOST_DECOR } from './decor.ts'
import { Fraction, Id, Ms, storableText } from './scalars.ts'

/** Maximum length of a word, in UTF-16 units. */
export const LONGEST_WORD = 200

/** The text of a word, without blanks and control characters, that every encoder accepts. */
export const WordText = z
  .string()
  .min(1)
  .max(LONGEST_WORD)
  .refine((text) => !/[\s\p{Cc}]/u.test(text), 'A word has no blanks in it')
  .refine((text) => text.isWellFormed(), 'A word is valid Unicode')

/** A tag from the creator or a rule; templates may style each. */
export const WordTag = z.enum(['keyword', 'filler', 'profanity', 'number', 'sound', 'name'])
export type WordTag = z.output<typeof WordTag>

/** How a word is censored. */
export const Censoring = z.strictObject({
  /** Letters: stars after the first, stars for all, or a bar over them. Absent: shown. */
  text: z.enum(['first-letter', 'stars', 'bar']).optional(),
  /** Sound while the word is spoken. Absent: unchanged. */
  sound: z.enum(['mute', 'beep']).optional(),
})
export type Censoring = z.output<typeof Censoring>

/** One word. Words own time: `0 ≤ t0 < t1`, in order, and none overlaps the next. */
export const Word = z.strictObject({
  /** Permanent. */
  id: Id,
  /** Start, ms. */
  t0: Ms,
  /** End, ms. */
  t1: Ms,
  text: WordText,
  /** The recognised text; no edit changes it. Empty for a typed word. */
  raw: storableText(200),
  /** Probability that the text is right, 0 to 1; absent if unknown. */
  conf: z.number().min(0).max(1).optional(),
  /** The source of its time; `manual` is set by hand. */
  timing: z.enum(['asr', 'aligned', 'interpolated', 'manual']),
  tags: z.array(WordTag).max(WordTag.options.length),
  /** The join with the word before: a space, or none (Japanese, Thai). */
  join: z.enum(['space', 'none']),
  /** The speaker: one of `speakers`. */
  speaker: Id.optional(),
  /** A patch in `styles` for this word alone. */
  styleId: Id.optional(),
  /** Spoken, but not shown. */
  hidden: z.literal(true).optional(),
  censored: Censoring.optional(),
  /** Vocal stress, 0 to 1; absent if not measured. */
  stress: Fraction.optional(),
  /** Its decor, in drawing order. */
  decor: z.array(Decor).min(1).max(MOST_DECOR).optional(),
})
export type Word = z.output<typeof Word>
