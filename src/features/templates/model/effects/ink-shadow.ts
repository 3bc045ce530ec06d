import { z } from 'zod'
import { Color, EmLength } from '../units.ts'
import { type CastShadow, inkEffect } from './ink-effect.ts'

/** A Gaussian with `shadowBlur` b has a standard deviation of b/2, and is invisible beyond three of them. */
export const BLUR_REACH = 1.5

const Shadow = z.strictObject({
  x: z.number().min(-1).max(1),
  y: z.number().min(-1).max(1),
  /** Twice the standard deviation, as in CSS, in em. */
  blur: EmLength,
  color: Color,
})

/** Shadows of the outlined letters, bottom first. */
export const inkShadow = inkEffect({
  field: 'shadows',
  schema: z.array(Shadow).max(3),
  pose: (shadows, em) => ({ shadows: castShadows(shadows, em) }),
  reach(shadows, em) {
    const cast = castShadows(shadows, em)
    const farthest = (towards: (shadow: CastShadow) => number) =>
      Math.max(0, ...cast.map((shadow) => towards(shadow) + shadow.blur * BLUR_REACH))
    return {
      left: farthest(({ x }) => -x),
      top: farthest(({ y }) => -y),
      right: farthest(({ x }) => x),
      bottom: farthest(({ y }) => y),
    }
  },
})

function castShadows(shadows: readonly z.output<typeof Shadow>[], em: number): CastShadow[] {
  return shadows.map(({ x, y, blur, color }) => ({ x: x * em, y: y * em, blur: blur * em, color }))
}
