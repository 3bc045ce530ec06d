import { z } from 'zod'
import { EASE_PEAK, eased, mix } from './easing.ts'
import { AT_REST, NO_REACH } from './enter-effect.ts'
import { LETTERS_FIELDS, lettersEffect, sinceLetter } from './letters-effect.ts'

/** Share of a letter's time in which it fades in. */
const FADE = 0.35

/** Letters drop in one after the other, from `amount` em above. */
export const lettersCascade = lettersEffect({
  label: 'Drop in',
  schema: z.strictObject({ preset: z.literal('cascade'), ...LETTERS_FIELDS }),
  parameters: ['ms', 'ease', 'amount', 'gapMs'],
  start: { ms: 260, ease: 'overshoot', amount: 0.7, gapMs: 35 },
  hasCaret: false,
  swaps: false,
  pose({ ms, ease, amount, gapMs }, moment) {
    const sinceMs = sinceLetter({ gapMs }, moment)
    if (sinceMs < 0) return { ...AT_REST, alpha: 0, swap: null }
    const progress = sinceMs >= ms ? 1 : sinceMs / ms
    return {
      ...AT_REST,
      alpha: Math.min(1, progress / FADE),
      shift: mix(-amount * moment.em, 0, eased(ease, progress)),
      swap: null,
    }
  },
  reach: ({ amount }, em) => ({ ...NO_REACH, above: amount * em, below: amount * em * (EASE_PEAK - 1) }),
})
