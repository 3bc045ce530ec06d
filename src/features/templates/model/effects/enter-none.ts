import { z } from 'zod'
import { AT_REST, enterEffect, ENTRANCE_FIELDS, NO_REACH } from './enter-effect.ts'

/** Stands in its place from the first frame on. */
export const enterNone = enterEffect({
  label: 'None',
  schema: z.strictObject({ preset: z.literal('none'), ...ENTRANCE_FIELDS }),
  parameters: [],
  start: {},
  pose: () => AT_REST,
  reach: () => NO_REACH,
})
