import { z } from 'zod'
import { EASE_PEAK, mix } from './easing.ts'
import { AT_REST, enterEffect, ENTRANCE_FIELDS, entranceProgress, NO_REACH } from './enter-effect.ts'

/** Grows, or shrinks, from scale `amount` to full size. */
export const enterPop = enterEffect({
  label: 'Pop',
  schema: z.strictObject({ preset: z.literal('pop'), ...ENTRANCE_FIELDS }),
  parameters: ['ms', 'ease', 'amount'],
  start: { ms: 200, ease: 'overshoot', amount: 0.6 },
  surprises: true,
  pose: (enter, moment) => ({ ...AT_REST, scale: mix(enter.amount, 1, entranceProgress(enter, moment)) }),
  reach: ({ amount }) => ({ ...NO_REACH, scale: Math.max(1, amount, amount + (1 - amount) * EASE_PEAK) }),
})
