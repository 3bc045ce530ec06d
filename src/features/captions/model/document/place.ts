import { z } from 'zod'
import { Fraction } from './scalars.ts'

/** Aspect ratio, width to height. */
export const Aspect = z.enum(['9:16', '4:5', '1:1', '4:3', '16:9', '21:9'])
export type Aspect = z.output<typeof Aspect>

/** A position on the picture, set by hand. The look decides absent fields. */
export const Place = z.strictObject({
  /** Its centre, as a fraction of the frame's width from the left edge. */
  x: Fraction.optional(),
  /** Its centre, as a fraction of the frame's height from the top. */
  y: Fraction.optional(),
  /** Maximum line width, as a fraction of the frame's width, from 0.05. */
  width: Fraction.min(0.05).optional(),
})
export type Place = z.output<typeof Place>

/** Positions for aspect ratios where it differs from the source's. */
export const FramePlaces = z.partialRecord(Aspect, Place)
