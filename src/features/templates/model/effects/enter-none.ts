import { z } from 'zod'
import { AT_REST, enterEffect, ENTRANCE_FIELDS, NO_REACH } from './enter-effect.ts'

/** Appears without animation. */
export const enterNone = enterEffect({
  label: 'None',
  schema: z.strictObject({ preset: z.literal('none'), ...ENTRANCE_FIELDS }),
  parameters: [],
  start: {},
  surprises: true,
  pose: () => AT_REST,
  reach: () => NO_REACH,
})
