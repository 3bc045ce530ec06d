import { z } from 'zod'
import { Color } from '../units.ts'
import { inkEffect } from './ink-effect.ts'

/** Height of the capitals of the shipped families; a gradient covers it. */
const CAPITAL_HEIGHT_EM = 0.72

/** The colours of the letters. */
export const inkFill = inkEffect({
  field: 'fill',
  schema: z.strictObject({
    /** Colour of words not spoken yet. */
    upcoming: Color,
    /** Colour of the spoken word. */
    active: Color,
    /** Colour of words already spoken. */
    spoken: Color,
    /** Colour at the lower edge of every letter, for a gradient from its own colour at the top; null for none. */
    gradientTo: Color.nullable(),
  }),
  pose: ({ gradientTo }, em) =>
    gradientTo === null ? {} : { run: { to: gradientTo, height: CAPITAL_HEIGHT_EM * em } },
  reach: () => ({}),
})
