import { z } from 'zod'

/** Opacity of words that are not spoken right now. */
export const Dim = z.strictObject({
  /** Before they are spoken, and after. */
  upcoming: z.number().min(0.1).max(1),
  spoken: z.number().min(0.1).max(1),
  /** What is bright together: the spoken word, or its whole line. */
  over: z.enum(['word', 'line']),
  /** Time of the change, ms. */
  ms: z.int().min(0).max(600),
})
export type Dim = z.output<typeof Dim>

/** Initial values when a creator adds it. */
export const DIM_START: Dim = { upcoming: 0.45, spoken: 0.45, over: 'word', ms: 120 }

/** When a word, or its line, is bright; ms. */
export type BrightSpan = { readonly from: number; readonly until: number }

/** The opacity of a word at a moment, 0.1 to 1. */
export function dimmedAlpha({ upcoming, spoken, ms }: Dim, { from, until }: BrightSpan, tMs: number): number {
  if (tMs < from) return upcoming
  if (tMs >= until) return fade(1, spoken, (tMs - until) / ms)
  return fade(upcoming, 1, (tMs - from) / ms)
}

/** Linear, in twenty steps: equal steps draw nothing again. */
function fade(start: number, end: number, progress: number): number {
  if (Number.isNaN(progress) || progress >= 1) return end
  return start + (end - start) * (Math.round(progress * 20) / 20)
}
