import { z } from 'zod'
import { EASE_PEAK, mix } from './easing.ts'
import { AT_REST, enterEffect, ENTRANCE_FIELDS, entranceProgress, fadeInAlpha, NO_REACH } from './enter-effect.ts'

/** Fades in while rising from `amount` em below. */
export const enterRise = enterEffect({
  label: 'Rise',
  schema: z.strictObject({ preset: z.literal('rise'), ...ENTRANCE_FIELDS }),
  parameters: ['ms', 'ease', 'amount'],
  start: { ms: 220, ease: 'out', amount: 0.4 },
  surprises: true,
  pose(enter, moment) {
    const progress = entranceProgress(enter, moment)
    return {
      ...AT_REST,
      alpha: fadeInAlpha(progress, moment),
      shift: mix(enter.amount * moment.em, 0, progress),
    }
  },
  reach({ amount }, em) {
    const distance = amount * em
    return { ...NO_REACH, above: distance * (EASE_PEAK - 1), below: distance }
  },
})
