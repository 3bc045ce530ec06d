import { z } from 'zod'
import { Fraction } from './scalars.ts'

/** The shape of a picture, width to height. */
export const Aspect = z.enum(['9:16', '4:5', '1:1', '4:3', '16:9', '21:9'])
export type Aspect = z.output<typeof Aspect>

/** Where something stands on the picture, set by hand. What is absent is left to the look. */
export const Place = z.strictObject({
  /** Its middle, as a fraction of the frame's width from its left edge. */
  x: Fraction.optional(),
  /** Its middle, as a fraction of the frame's height from its top. */
  y: Fraction.optional(),
  /** Widest line, as a fraction of the frame's width, from 0.05. */
  width: Fraction.min(0.05).optional(),
})
export type Place = z.output<typeof Place>

/** A place for each shape of picture where it differs from the place on the source. */
export const FramePlaces = z.partialRecord(Aspect, Place)
