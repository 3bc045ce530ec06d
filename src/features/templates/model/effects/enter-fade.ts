import { z } from 'zod'
import { AT_REST, enterEffect, ENTRANCE_FIELDS, entranceProgress, fadeInAlpha, NO_REACH } from './enter-effect.ts'

/** Fades in without moving. */
export const enterFade = enterEffect({
  label: 'Fade',
  schema: z.strictObject({ preset: z.literal('fade'), ...ENTRANCE_FIELDS }),
  parameters: ['ms', 'ease'],
  start: { ms: 160, ease: 'out' },
  surprises: true,
  pose: (enter, moment) => ({ ...AT_REST, alpha: fadeInAlpha(entranceProgress(enter, moment), moment) }),
  reach: () => NO_REACH,
})
