import { z } from 'zod'
import { ACTIVE_FIELDS, activeEffect, UNMOVED } from './active-effect.ts'

/** Only the colour of the spoken word changes. */
export const activeNone = activeEffect({
  label: 'Nothing',
  schema: z.strictObject({ preset: z.literal('none'), ...ACTIVE_FIELDS }),
  parameters: [],
  start: {},
  isMoving: false,
  surprises: [{}],
  pose: () => UNMOVED,
  reach: () => UNMOVED,
})
