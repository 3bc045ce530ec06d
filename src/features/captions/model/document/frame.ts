import { z } from 'zod'
import { Aspect, Place } from './place.ts'
import { Color, Fraction, Id, Ms } from './scalars.ts'

/** Which part of the source a frame shows from a time on, until the next crop. */
const Crop = z.strictObject({
  /** In the source, ms. */
  t0: Ms,
  /** Middle of the part, as fractions of the source's width and height. It is kept inside the source. */
  x: Fraction,
  y: Fraction,
  /** 1 shows the largest part of this shape; 2 half its width. */
  zoom: z.number().min(1).max(8),
})

/** The video in another shape. One for each aspect. */
export const Frame = z.strictObject({
  id: Id,
  aspect: Aspect,
  /** Shows a part of the source, or all of it between bars. Default `crop`. */
  fit: z.enum(['crop', 'contain']).optional(),
  /** What fills the bars: a colour, or the source, blurred. Default: black. */
  bars: z.union([Color, z.literal('blur')]).optional(),
  /** In media order; before the first one, the middle of the source. */
  crops: z.array(Crop).max(5_000),
  /** Where captions stand in this frame. */
  placement: Place.optional(),
})
export type Frame = z.output<typeof Frame>
