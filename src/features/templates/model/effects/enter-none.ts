import { z } from 'zod'
import { AT_REST, enterEffect, ENTRANCE_FIELDS, NO_REACH } from './enter-effect.ts'

/** Stands in its place from the first frame on. */
export const enterNone = enterEffect({
  schema: z.strictObject({ preset: z.literal('none'), ...ENTRANCE_FIELDS }),
  pose: () => AT_REST,
  reach: () => NO_REACH,
})
