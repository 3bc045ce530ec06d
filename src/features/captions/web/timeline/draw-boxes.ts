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

/** The colours of boxes. */
export type BoxColors = { readonly fill: string; readonly stroke: string; readonly text: string }

/** Draws the boxes of one look with their labels: two paths for all, since each fill of a canvas has a fixed cost. */
export function drawBoxes(
  { ctx, heightPx, fitText }: LaneFrame,
  all: readonly Box[],
  look: BoxLook,
  { fill, stroke, text: color }: BoxColors,
): void {
  const boxes = all.filter((box) => box.look === look)
  if (boxes.length === 0) return
  const height = heightPx - 2 * INSET_PX
  ctx.beginPath()
  for (const { x0, x1 } of boxes) {
    const width = Math.max(1, x1 - x0 - HAIR_PX)
    if (width < 2 * RADIUS_PX) ctx.rect(x0, INSET_PX, width, height)
    else ctx.roundRect(x0 + 0.5, INSET_PX + 0.5, width - 1, height - 1, RADIUS_PX)
  }
  ctx.fillStyle = fill
  ctx.fill()
  ctx.strokeStyle = stroke
  ctx.stroke()
  ctx.fillStyle = color
  for (const { x0, x1, label } of boxes) {
    if (x1 - x0 < LABELLED_PX) continue
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
