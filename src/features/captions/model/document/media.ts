import { z } from 'zod'
import { Ms } from './scalars.ts'

/** The facts of the video that times and placement depend on. */
export const MediaFacts = z.strictObject({
  /** The project whose video it is. */
  id: z.string(),
  durMs: Ms.min(1),
  /** Frames a second, as a fraction. */
  fps: z.strictObject({ n: z.int().min(1), d: z.int().min(1) }),
  /** Upright, in square pixels. */
  w: z.int().min(1),
  h: z.int().min(1),
})
export type MediaFacts = z.output<typeof MediaFacts>
