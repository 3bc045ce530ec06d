import { z } from 'zod'
import { EASE_PEAK, eased, mix } from './easing.ts'
import { AT_REST, NO_REACH } from './enter-effect.ts'
import { LETTERS_FIELDS, lettersEffect, sinceLetter } from './letters-effect.ts'

/** Letters pop up one after the other, from scale `amount`. */
export const lettersPop = lettersEffect({
  label: 'Pop up',
  schema: z.strictObject({ preset: z.literal('letter-pop'), ...LETTERS_FIELDS }),
  parameters: ['ms', 'ease', 'amount', 'gapMs'],
  start: { ms: 220, ease: 'overshoot', amount: 0.3, gapMs: 40 },
  hasCaret: false,
  swaps: false,
  pose({ ms, ease, amount, gapMs }, moment) {
    const sinceMs = sinceLetter({ gapMs }, moment)
    if (sinceMs < 0) return { ...AT_REST, alpha: 0, swap: null }
    const scale = mix(amount, 1, sinceMs >= ms ? 1 : eased(ease, sinceMs / ms))
    return { ...AT_REST, scale: Math.max(0.05, scale), swap: null }
  },
  reach: ({ amount }) => ({ ...NO_REACH, scale: Math.max(1, amount, amount + (1 - amount) * EASE_PEAK) }),
})
