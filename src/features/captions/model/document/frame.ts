import { z } from 'zod'
import { Aspect, Place } from './place.ts'
import { Color, Fraction, Id, Ms } from './scalars.ts'

/** The part of the source that a frame shows from `t0` until the next crop. */
const Crop = z.strictObject({
  /** In the source, ms. */
  t0: Ms,
  /** Centre of the part, as fractions of the source's width and height; the part is clamped to the source. */
  x: Fraction,
  y: Fraction,
  /** 1 shows the largest part with this aspect; 2 shows half its width. */
  zoom: z.number().min(1).max(8),
})

/** The video in another aspect ratio; one for each. */
export const Frame = z.strictObject({
  id: Id,
  aspect: Aspect,
  /** Show a part of the source, or all of it with bars. Default `crop`. */
  fit: z.enum(['crop', 'contain']).optional(),
  /** Fill of the bars: a colour, or the blurred source. Default: black. */
  bars: z.union([Color, z.literal('blur')]).optional(),
  /** In media order; before the first crop, the centre of the source is shown. */
  crops: z.array(Crop).max(5_000),
  /** Position of captions in this frame. */
  placement: Place.optional(),
})
export type Frame = z.output<typeof Frame>
