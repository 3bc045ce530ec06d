import type { Rect } from './rect.ts'

/** Nine positions of a box in a frame, row by row. */
export const ANCHORS = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const

/** One of nine positions of a box in a frame. */
export type Anchor = (typeof ANCHORS)[number]

type Size = { readonly width: number; readonly height: number }

/** The box at its anchor, in the units of the frame. @param margin distance from the edges that it is anchored to */
export function anchoredRect(frame: Size, { width, height }: Size, anchor: Anchor, margin: number): Rect {
  const at = ANCHORS.indexOf(anchor)
  const x0 = placeOf(at % 3, frame.width - width, margin)
  const y0 = placeOf(Math.floor(at / 3), frame.height - height, margin)
  return { x0, y0, x1: x0 + width, y1: y0 + height }
}

function placeOf(third: number, room: number, margin: number): number {
  if (third === 0) return margin
  return third === 1 ? room / 2 : room - margin
}
