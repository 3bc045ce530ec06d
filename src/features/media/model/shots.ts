import { z } from 'zod'
import type { FrameRate } from './frame-rate.ts'

/** `shots.json`: the changes of shot. */
export const Shots = z.object({
  version: z.literal(1),
  /** The time of the first frame of each shot but the first, ascending, rounded to milliseconds of media time. */
  timesMs: z.array(z.int().min(0)),
})
export type Shots = z.output<typeof Shots>

/** Of changes closer together than this only the first counts: flashes and strobes are no shots. In milliseconds. */
export const SHORTEST_SHOT_MS = 200

/**
 * The changes of shot from the frames at which the picture changes.
 * @param frames indexes of frames at a constant rate from media time 0, ascending; repetitions are ignored
 */
export function shotsAt(frames: Iterable<number>, { n, d }: FrameRate): Shots {
  const timesMs: number[] = []
  let last = 0
  for (const frame of frames) {
    const timeMs = Math.round((frame * d * 1_000) / n)
    if (timeMs - last < SHORTEST_SHOT_MS) continue
    timesMs.push(timeMs)
    last = timeMs
  }
  return { version: 1, timesMs }
}
