import { z } from 'zod'
import { Color } from '../units.ts'
import { inkEffect } from './ink-effect.ts'

/** Largest share of its offset that a jump adds or takes. */
const JITTER = 0.5

/** Initial values when a creator adds it. */
export const SPLIT_START = { x: 0.05, y: 0, left: '#FF2D55', right: '#00E5FF', rate: 0 } as const

/** Two copies in other colours beside the letters, as on a badly tuned screen; null for none. */
export const inkSplit = inkEffect({
  field: 'split',
  schema: z
    .strictObject({
      /** Offset of both copies, in em: one to each side. */
      x: z.number().min(0).max(0.3),
      y: z.number().min(-0.3).max(0.3),
      left: Color,
      right: Color,
      /** Jumps in a second; 0 stands still. Three flashes in a second are the most that is safe (WCAG 2.3.1). */
      rate: z.number().min(0).max(3),
    })
    .nullable()
    .optional(),
  start: SPLIT_START,
  pose(value, em, tMs) {
    if (!value) return {}
    const jump = value.rate === 0 ? 0 : Math.floor((tMs * value.rate) / 1_000)
    const [x, y] = [value.x * em * stretchAt(jump, 0), value.y * em * stretchAt(jump, 1)]
    return {
      shadows: [
        { x: -x, y, blur: 0, color: value.left },
        { x, y: -y, blur: 0, color: value.right },
      ],
    }
  },
  stepMs: (value) => (value && value.rate > 0 ? 1_000 / value.rate : 0),
  calm: (value) => value && { ...value, rate: 0 },
  reach(value, em) {
    if (!value) return {}
    const most = (length: number) => Math.abs(length) * em * (1 + JITTER)
    return { left: most(value.x), right: most(value.x), top: most(value.y), bottom: most(value.y) }
  },
})

/** How far a jump stretches an offset: always the same for the same jump; the first is as set. */
function stretchAt(jump: number, axis: number): number {
  if (jump === 0) return 1
  const spread = (jump * 0.618_034 + axis * 0.414_214) % 1
  return 1 + (2 * spread - 1) * JITTER
}
