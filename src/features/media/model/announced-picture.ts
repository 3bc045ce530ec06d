import { z } from 'zod'
import { MAX_FRAME_RATE, MAX_PICTURE_PX } from './file-facts.ts'

const pixels = z.coerce.number().int().min(2).max(MAX_PICTURE_PX.long)
const rate = z.coerce.number().int().min(1).max(1_000_000)

/**
 * The picture of a video as its browser reads it before the upload: upright, in square pixels, frames a second as a
 * fraction. Nothing of it is measured: it serves until the video is checked.
 */
export const AnnouncedPicture = z
  .object({ width: pixels, height: pixels, fps: z.object({ n: rate, d: rate }) })
  .refine(({ fps: { n, d } }) => n / d >= 1 && n / d <= MAX_FRAME_RATE)
export type AnnouncedPicture = z.output<typeof AnnouncedPicture>
