import { z } from 'zod'
import { NO_OUTSET, shapeEffect } from './shape-effect.ts'

/** Radius of the notches, as a share of the box's height. */
const NOTCH = 0.16

/** A ticket: a box with a round notch at the middle of both ends. */
export const shapeTicket = shapeEffect({
  label: 'Ticket',
  schema: z.literal('ticket'),
  parts: ({ rect: { x0, y0, x1, y1 }, color }) => {
    const middle = (y0 + y1) / 2
    const notch = Math.min((y1 - y0) * NOTCH, (x1 - x0) / 4)
    return [
      {
        color,
        isEdge: true,
        trace(path) {
          path.moveTo(x0, y0)
          path.lineTo(x1, y0)
          path.lineTo(x1, middle - notch)
          path.arc(x1, middle, notch, -Math.PI / 2, Math.PI / 2, true)
          path.lineTo(x1, y1)
          path.lineTo(x0, y1)
          path.lineTo(x0, middle + notch)
          path.arc(x0, middle, notch, Math.PI / 2, -Math.PI / 2, true)
          path.closePath()
        },
      },
    ]
  },
  reach: () => NO_OUTSET,
})
