import { z } from 'zod'
import { EASE_PEAK, mix } from './easing.ts'
import { AT_REST, enterEffect, ENTRANCE_FIELDS, entranceProgress, fadeInAlpha, NO_REACH } from './enter-effect.ts'

/** Fades in while it grows, or shrinks, from scale `amount` to full size. */
export const enterSettle = enterEffect({
  label: 'Settle',
  schema: z.strictObject({ preset: z.literal('settle'), ...ENTRANCE_FIELDS }),
  parameters: ['ms', 'ease', 'amount'],
  start: { ms: 420, ease: 'out', amount: 1.08 },
  pose(enter, moment) {
    const progress = entranceProgress(enter, moment)
    return { ...AT_REST, alpha: fadeInAlpha(progress, moment), scale: mix(enter.amount, 1, progress) }
  },
  reach: ({ amount }) => ({ ...NO_REACH, scale: Math.max(1, amount, amount + (1 - amount) * EASE_PEAK) }),
})
