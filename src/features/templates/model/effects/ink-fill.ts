import { z } from 'zod'
import { Color } from '../units.ts'
import { inkEffect } from './ink-effect.ts'

/** Capital height of the shipped families, in em: the run of colours spans it. */
const CAPITALS = 0.72

/** The colours of the letters. */
export const inkFill = inkEffect({
  field: 'fill',
  schema: z.strictObject({
    /** Words not spoken yet. */
    upcoming: Color,
    /** The word that is being spoken. */
    active: Color,
    /** Words already spoken. */
    spoken: Color,
    /** Colour the lower edge of every letter runs to, from its own colour at the top; null for flat letters. */
    gradientTo: Color.nullable(),
  }),
  pose: ({ gradientTo }, em) => (gradientTo === null ? {} : { run: { to: gradientTo, height: CAPITALS * em } }),
  reach: () => ({}),
})
