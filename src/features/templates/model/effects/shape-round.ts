import { z } from 'zod'
import { fitRadius, NO_OUTSET, shapeEffect } from './shape-effect.ts'

/** A rectangle with round corners. */
export const shapeRound = shapeEffect({
  label: 'Rounded box',
  schema: z.literal('round'),
  isPlain: true,
  parts: ({ rect, radius, color }) => [
    {
      color,
      isEdge: true,
      trace: (path) => path.roundRect(rect.x0, rect.y0, rect.x1 - rect.x0, rect.y1 - rect.y0, fitRadius(radius, rect)),
    },
  ],
  reach: () => NO_OUTSET,
})
