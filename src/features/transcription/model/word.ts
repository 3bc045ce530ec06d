import { z } from 'zod'

/**
 * The source of a word's time: the recogniser (`asr`), forced alignment (`aligned`), or interpolation between its
 * neighbours (`interpolated`).
 */
export const WordTiming = z.enum(['asr', 'aligned', 'interpolated'])
export type WordTiming = z.output<typeof WordTiming>

/** Maximum length of the name of a speaker, in UTF-16 units. */
export const LONGEST_SPEAKER = 80

/** One spoken word. Times are whole milliseconds of media time, `0 ≤ startMs < endMs`. */
export const SpokenWord = z.object({
  text: z.string().min(1),
  startMs: z.int().min(0),
  endMs: z.int().min(1),
  /** Probability that the text is right, 0 to 1; `null` where the engine gives none. */
  confidence: z.number().min(0).max(1).nullable(),
  timing: WordTiming,
  /** The recognised text of a word that a glossary changed; empty for one that it added. Absent otherwise. */
  heard: z.string().optional(),
  /** The name of the person who says it, as a file or an engine gives it; absent if unknown. */
  speaker: z.string().min(1).max(LONGEST_SPEAKER).optional(),
})
export type SpokenWord = z.output<typeof SpokenWord>

/** Words below this confidence are underlined. */
const LEAST_SURE = 0.6

/** Whether a recognised word is shown as uncertain. @param confidence 0 to 1; `null` or absent where none is known */
export function isUncertain(confidence: number | null | undefined): boolean {
  return typeof confidence === 'number' && confidence < LEAST_SURE
}
