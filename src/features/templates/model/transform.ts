import { z } from 'zod'
import { AT_REST, type Placement } from './effects/enter-effect.ts'

const Degrees = (most: number) => z.number().min(-most).max(most)

/** How captions and words stand at rest: turned and slanted, in degrees. */
export const Transform = z.strictObject({
  /** Clockwise rotation of the caption. */
  tilt: Degrees(45),
  /** Slant of the caption; positive leans to the right at the top. */
  skew: Degrees(30),
  /** Rotation and slant of each word. */
  wordTilt: Degrees(45),
  wordSkew: Degrees(30),
  /** Every second caption, and every second word, stands the other way round. */
  alternate: z.boolean(),
})
export type Transform = z.output<typeof Transform>

/** Initial values when a creator adds it. */
export const TRANSFORM_START: Transform = { tilt: -4, skew: 0, wordTilt: 0, wordSkew: 0, alternate: false }

/**
 * The placement of a caption, or of a word in it, at rest.
 * @param index number of the caption, or of the word in its caption, from 0
 */
export function restPose(transform: Transform | null | undefined, part: 'caption' | 'word', index: number): Placement {
  if (!transform) return AT_REST
  const [tilt, skew] = part === 'caption' ? [transform.tilt, transform.skew] : [transform.wordTilt, transform.wordSkew]
  const side = transform.alternate && index % 2 === 1 ? -1 : 1
  return { ...AT_REST, tilt: (side * tilt * Math.PI) / 180, skew: side * tangent(skew) }
}

/** Rounded, because engines differ in the last bit of a tangent. */
function tangent(degrees: number): number {
  return Math.round(Math.tan((degrees * Math.PI) / 180) * 10_000) / 10_000
}
