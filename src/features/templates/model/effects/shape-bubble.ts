import { z } from 'zod'
import { fitRadius, NO_OUTSET, shapeEffect } from './shape-effect.ts'

/** Width and length of the tail, in em. */
const TAIL_WIDTH_EM = 0.5
const TAIL_EM = 0.4

/** A speech bubble with a tail at its lower left. */
export const shapeBubble = shapeEffect({
  label: 'Speech bubble',
  schema: z.literal('bubble'),
  parts: ({ rect: { x0, y0, x1, y1 }, radius, em, color }) => {
    const r = fitRadius(radius, { x0, y0, x1, y1 })
    const tail = Math.min(TAIL_WIDTH_EM * em, Math.max(0, x1 - x0 - 2 * r))
    const start = x0 + r
    return [
      {
        color,
        isEdge: true,
        trace(path) {
          path.moveTo(x0 + r, y0)
          path.lineTo(x1 - r, y0)
          path.quadraticCurveTo(x1, y0, x1, y0 + r)
          path.lineTo(x1, y1 - r)
          path.quadraticCurveTo(x1, y1, x1 - r, y1)
          path.lineTo(start + tail, y1)
          path.quadraticCurveTo(start + tail * 0.4, y1 + TAIL_EM * em * 0.4, start - tail * 0.3, y1 + TAIL_EM * em)
          path.quadraticCurveTo(start, y1 + TAIL_EM * em * 0.4, start, y1)
          path.quadraticCurveTo(x0, y1, x0, y1 - r)
          path.lineTo(x0, y0 + r)
          path.quadraticCurveTo(x0, y0, x0 + r, y0)
          path.closePath()
        },
      },
    ]
  },
  reach: (em) => ({ ...NO_OUTSET, left: TAIL_WIDTH_EM * em * 0.3, bottom: TAIL_EM * em }),
})
