import { z } from 'zod'
import { Ms } from './scalars.ts'

/** Properties of the video that times and positions depend on. */
export const MediaFacts = z.strictObject({
  /** The project. */
  id: z.string(),
  durMs: Ms.min(1),
  /** Frame rate, as a fraction. */
  fps: z.strictObject({ n: z.int().min(1), d: z.int().min(1) }),
  /** Upright width, in square pixels. */
  w: z.int().min(1),
  h: z.int().min(1),
})
export type MediaFacts = z.output<typeof MediaFacts>
