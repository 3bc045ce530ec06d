import { z } from 'zod'
import { shapeEffect } from './shape-effect.ts'

/** How far the ends of the stroke run beyond the box, and how much its edges waver, in em. */
const END_EM = 0.16
const WAVER_EM = 0.05

/** The stroke of a felt marker: slanted ends and edges that waver. */
export const shapeMarker = shapeEffect({
  label: 'Marker stroke',
  schema: z.literal('marker'),
  parts: ({ rect: { x0, y0, x1, y1 }, em, color }) => {
    const [end, waver] = [END_EM * em, WAVER_EM * em]
    const middle = (x0 + x1) / 2
    return [
      {
        color,
        isEdge: true,
        trace(path) {
          path.moveTo(x0 - end, y0 + 2 * waver)
          path.quadraticCurveTo(middle, y0 - waver, x1 + end, y0 + waver)
          path.quadraticCurveTo(x1 + end / 2, (y0 + y1) / 2, x1 + end / 2, y1 - 2 * waver)
          path.quadraticCurveTo(middle, y1 + waver, x0 - end / 2, y1 - waver)
          path.quadraticCurveTo(x0 - end / 2, (y0 + y1) / 2, x0 - end, y0 + 2 * waver)
          path.closePath()
        },
      },
    ]
  },
  reach: (em) => ({ left: END_EM * em, right: END_EM * em, top: WAVER_EM * em, bottom: WAVER_EM * em }),
})
