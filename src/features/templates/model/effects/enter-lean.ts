import { z } from 'zod'
import { EASE_PEAK, mix } from './easing.ts'
import { AT_REST, enterEffect, ENTRANCE_FIELDS, entranceProgress, fadeInAlpha, NO_REACH } from './enter-effect.ts'

/** Lean at the start, as a share of the height. */
const LEAN = 0.5

/** Rushes in from `amount` em to the left, leaning back, and straightens up. */
export const enterLean = enterEffect({
  label: 'Rush in',
  schema: z.strictObject({ preset: z.literal('lean'), ...ENTRANCE_FIELDS }),
  parameters: ['ms', 'ease', 'amount'],
  start: { ms: 340, ease: 'overshoot', amount: 1.4 },
  pose(enter, moment) {
    const progress = entranceProgress(enter, moment)
    return {
      ...AT_REST,
      alpha: fadeInAlpha(progress * 2, moment),
      x: mix(-enter.amount * moment.em, 0, progress),
      skew: mix(-LEAN, 0, progress),
    }
  },
  reach({ amount }, em) {
    const distance = amount * em
    return { ...NO_REACH, left: distance, right: distance * (EASE_PEAK - 1), skew: LEAN }
  },
})
