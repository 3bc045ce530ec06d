import { z } from 'zod'
import { Color } from '../units.ts'
import { BLUR_REACH } from './ink-shadow.ts'
import type { ShapeOutset } from './shape-effect.ts'

/** A line along the edge of a box, half of it outside. */
export const BoxBorder = z.strictObject({
  /** In em. */
  width: z.number().min(0.01).max(0.3),
  color: Color,
  /** The colour it runs to at the foot of the box, as on glass lit from above. Default: one colour. */
  gradientTo: Color.nullable().optional(),
})
type BoxBorder = z.output<typeof BoxBorder>

/** The most blur of a box's shadow, in em: the limit that patches have for shadows of letters. */
const MOST_BLUR = 0.5

/** The shadow of a box; lengths in em. */
export const BoxShadow = z.strictObject({
  x: z.number().min(-1).max(1),
  y: z.number().min(-1).max(1),
  /** Twice the standard deviation, as in CSS; 0 for a hard copy of the box. */
  blur: z.number().min(0).max(MOST_BLUR),
  color: Color,
})
type BoxShadow = z.output<typeof BoxShadow>

/** Initial values of a border when a creator adds it. */
export const BORDER_START = { width: 0.06, color: '#0A0A0A' } as const

/** Initial values of a shadow when a creator adds it. */
export const BOX_SHADOW_START = { x: 0, y: 0.12, blur: 0.4, color: '#00000080' } as const

/** Bounds of a border and a shadow beyond the form of their box, in the unit of `em`. */
export function extrasReach(
  border: BoxBorder | null | undefined,
  shadow: BoxShadow | null | undefined,
  em: number,
): ShapeOutset {
  const edge = ((border?.width ?? 0) * em) / 2
  if (!shadow) return { left: edge, top: edge, right: edge, bottom: edge }
  const beyond = (offset: number) => Math.max(edge, (offset + shadow.blur * BLUR_REACH) * em)
  return { left: beyond(-shadow.x), top: beyond(-shadow.y), right: beyond(shadow.x), bottom: beyond(shadow.y) }
}
