import { z } from 'zod'
import { AT_REST, NO_REACH } from './enter-effect.ts'
import { LETTERS_FIELDS, lettersEffect, sinceLetter } from './letters-effect.ts'

/** The letters of the spoken word rise by `amount` em and return, one after the other. */
export const lettersWave = lettersEffect({
  label: 'Wave while spoken',
  schema: z.strictObject({ preset: z.literal('wave'), ...LETTERS_FIELDS }),
  parameters: ['ms', 'amount', 'gapMs'],
  start: { ms: 380, amount: 0.22, gapMs: 55 },
  hasCaret: false,
  swaps: false,
  pose({ ms, amount, gapMs }, { word, em }) {
    const sinceMs = sinceLetter({ gapMs }, word)
    if (sinceMs <= 0 || sinceMs >= ms) return { ...AT_REST, swap: null }
    // Rounded, because engines differ in the last bit of a sine.
    const height = Math.round(1_000 * Math.sin((Math.PI * sinceMs) / ms)) / 1_000
    return { ...AT_REST, shift: -amount * em * height, swap: null }
  },
  reach: ({ amount }, em) => ({ ...NO_REACH, above: amount * em }),
})
