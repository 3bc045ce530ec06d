import { z } from 'zod'
import type { Rect } from '#platform/shared/rect.ts'
import { BOX_FIELDS, boxEffect, padded } from './box-effect.ts'

/** A box around every line. */
export const boxLine = boxEffect({
  label: 'Each line',
  schema: z.strictObject({ scope: z.literal('line'), ...BOX_FIELDS }),
  followsWords: false,
  isFirst: true,
  surprises: 2,
  places: (box, { lines, em }) => withoutOverlap(lines.map((line) => padded(line, box, em))),
  pose: (places) => places,
  reach: (places) => places,
})

/** Makes overlapping boxes meet in the middle, so that a translucent colour is not applied twice. */
function withoutOverlap(boxes: readonly Rect[]): Rect[] {
  const edges = boxes.slice(1).map((box, at) => Math.round((box.y0 + (boxes[at]?.y1 ?? box.y0)) / 2))
  return boxes.map((box, at) => ({
    ...box,
    y0: Math.max(box.y0, edges[at - 1] ?? box.y0),
    y1: Math.min(box.y1, edges[at] ?? box.y1),
  }))
}
