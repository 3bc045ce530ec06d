import { z } from 'zod'
import { NO_OUTSET, shapeEffect } from './shape-effect.ts'

/** A box with half circles at both ends, whatever its corner radius. */
export const shapePill = shapeEffect({
  label: 'Pill',
  schema: z.literal('pill'),
  parts: ({ rect: { x0, y0, x1, y1 }, color }) => [
    {
      color,
      isEdge: true,
      trace: (path) => path.roundRect(x0, y0, x1 - x0, y1 - y0, Math.min(y1 - y0, x1 - x0) / 2),
    },
  ],
  reach: () => NO_OUTSET,
})
