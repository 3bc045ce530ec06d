import type { LaneFrame } from './lane-frame.ts'

/** How a box of a lane looks. */
export type BoxLook = 'plain' | 'hidden' | 'selected'

/** A box of a lane, in px. */
export type Box = { readonly x0: number; readonly x1: number; readonly label: string; readonly look: BoxLook }

/** Space above and below the boxes of a lane, px. */
const INSET_PX = 3
const RADIUS_PX = 4
const PADDING_PX = 5
/** Space that separates boxes that touch, px. */
export const HAIR_PX = 1
/** Narrower boxes have no label. */
const LABELLED_PX = 2 * PADDING_PX + 6
/** Narrower boxes are one bar, as all are further out. */
const OUTLINED_PX = 7

/** What boxes are drawn on. */
export type BoxLane = Pick<LaneFrame, 'ctx' | 'heightPx' | 'fitText'>

/** The colours of boxes. */
export type BoxColors = { readonly fill: string; readonly stroke: string; readonly text: string }

/**
 * Draws the boxes of one look with their labels. Boxes with a label have round corners, in two paths for all, since each
 * fill of a canvas has a fixed cost. The others are rectangles: far out there are hundreds, and in a path they cost
 * several times as much.
 */
export function drawBoxes(frame: BoxLane, all: readonly Box[], look: BoxLook, { fill, stroke, text }: BoxColors): void {
  const { ctx, heightPx } = frame
  const boxes = all.filter((box) => box.look === look)
  if (boxes.length === 0) return
  const height = heightPx - 2 * INSET_PX
  const labelled = boxes.filter(({ x0, x1 }) => hasLabel(x0, x1))
  const plain = boxes.filter(({ x0, x1 }) => !hasLabel(x0, x1))
  ctx.fillStyle = stroke
  for (const box of plain) ctx.fillRect(box.x0, INSET_PX, widthOf(box), height)
  ctx.beginPath()
  for (const box of labelled) ctx.roundRect(box.x0 + 0.5, INSET_PX + 0.5, widthOf(box) - 1, height - 1, RADIUS_PX)
  ctx.strokeStyle = stroke
  ctx.fillStyle = fill
  ctx.fill()
  ctx.stroke()
  for (const box of plain)
    if (widthOf(box) > OUTLINED_PX) ctx.fillRect(box.x0 + 1, INSET_PX + 1, widthOf(box) - 2, height - 2)
  drawLabels(frame, labelled, text)
}

/** Whether a box is wide enough for a label. */
export function hasLabel(x0: number, x1: number): boolean {
  return x1 - x0 >= LABELLED_PX
}

/** The width of a box without the space that separates it from the next. */
function widthOf({ x0, x1 }: Box): number {
  return Math.max(1, x1 - x0 - HAIR_PX)
}

function drawLabels({ ctx, heightPx, fitText }: BoxLane, boxes: readonly Box[], color: string): void {
  ctx.fillStyle = color
  for (const { x0, x1, label } of boxes) {
    // The label of a long box stays visible while its start is scrolled away.
    const left = Math.max(x0, 0) + PADDING_PX
    const text = fitText(label, x1 - left - PADDING_PX)
    if (text !== '') ctx.fillText(text, left, heightPx / 2 + 0.5)
  }
}

/** Draws boxes without labels, as one bar each. */
export function drawBars(
  { ctx, heightPx }: LaneFrame,
  bars: readonly { readonly x0: number; readonly x1: number }[],
  fill: string,
): void {
  ctx.fillStyle = fill
  for (const { x0, x1 } of bars) ctx.fillRect(x0, INSET_PX, x1 - x0, heightPx - 2 * INSET_PX)
}
