import { z } from 'zod'
import { Color } from '../units.ts'
import { inkEffect } from './ink-effect.ts'
import { BLUR_REACH } from './ink-shadow.ts'

const Glow = z.strictObject({
  /** Twice the standard deviation of its blur, as in CSS, in em. */
  radius: z.number().min(0.05).max(0.5),
  color: Color,
  /** Times it is drawn, one over the other. */
  strength: z.int().min(1).max(3),
})

/** Light around the letters: up to two layers, the wider one first. */
export const inkGlow = inkEffect({
  field: 'glow',
  schema: z.array(Glow).max(2).optional(),
  pose: (layers = [], em) => ({
    shadows: layers.flatMap(({ radius, color, strength }) =>
      Array.from({ length: strength }, () => ({ x: 0, y: 0, blur: radius * em, color })),
    ),
  }),
  reach(layers = [], em) {
    const around = Math.max(0, ...layers.map(({ radius }) => radius * em * BLUR_REACH))
    return { left: around, top: around, right: around, bottom: around }
  },
})
