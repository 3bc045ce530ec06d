import { z } from 'zod'
import { FONT_FAMILIES, isFontFamily } from './font-families.ts'
import { OwnFamily } from './own-family.ts'
import { Color } from './units.ts'

/** The look of a tagged word. */
export const Emphasis = z.strictObject({
  color: Color.nullable(),
  scale: z.number().min(0.5).max(2),
  /** A family of its own. Default: `same`, that of the other words. */
  family: z.union([z.enum(['same', ...Object.keys(FONT_FAMILIES).filter(isFontFamily)]), OwnFamily]).optional(),
  /** Default: the weight of the other words, or the nearest that its family has. */
  weight: z.int().min(1).max(1_000).optional(),
  /** Default: that of the other words. */
  style: z.enum(['normal', 'italic']).optional(),
  case: z.enum(['as-typed', 'upper', 'lower']).optional(),
  /** Clockwise rotation in degrees. Default: 0. */
  tilt: z.number().min(-20).max(20).optional(),
})
