import { z } from 'zod'
import { fitRadius, NO_OUTSET, shapeEffect, type ShapePath } from './shape-effect.ts'

/** Height of the title bar above the box, and radius of its buttons, in em. */
const BAR_EM = 0.7
const BUTTON_EM = 0.13
const BUTTONS = ['#FF5F57', '#FEBC2E', '#28C840'] as const
const TITLE_BAR = '#2B2F3A'

/** A window of a computer: a title bar with three buttons above the box. */
export const shapeWindow = shapeEffect({
  label: 'Window',
  schema: z.literal('window'),
  parts: ({ rect: { x0, y0, x1, y1 }, radius, em, color }) => {
    const top = y0 - Math.round(BAR_EM * em)
    const r = fitRadius(radius, { x0, y0: top, x1, y1 })
    return [
      { color, isEdge: true, trace: (path) => path.roundRect(x0, top, x1 - x0, y1 - top, r) },
      {
        color: TITLE_BAR,
        isEdge: false,
        trace(path) {
          path.moveTo(x0, y0)
          path.lineTo(x0, top + r)
          path.arc(x0 + r, top + r, r, Math.PI, 1.5 * Math.PI)
          path.lineTo(x1 - r, top)
          path.arc(x1 - r, top + r, r, 1.5 * Math.PI, 2 * Math.PI)
          path.lineTo(x1, y0)
          path.closePath()
        },
      },
      ...BUTTONS.map((button, at) => ({
        color: button,
        isEdge: false,
        trace: (path: ShapePath) =>
          path.arc(x0 + (0.42 + at * 0.44) * em, top + (BAR_EM / 2) * em, BUTTON_EM * em, 0, 2 * Math.PI),
      })),
    ]
  },
  reach: (em) => ({ ...NO_OUTSET, top: BAR_EM * em + 1 }),
})
