import { intersection, type Rect, shifted } from '#platform/shared/rect.ts'
import { keepInside } from './snap.ts'
import type { PictureSize, Point } from './placed-caption.ts'

/** Gap between a moved caption and the covered areas, in pixels. */
const CLEARANCE = 1

/** Whether a box touches one of these areas. */
export function isCovered(box: Rect, covered: readonly Rect[]): boolean {
  return covered.some((area) => intersection(box, area) !== null)
}

/**
 * The shortest movement that frees a box from covered areas and keeps it inside the picture, in pixels.
 * @returns undefined when no place is free
 */
export function nearestFreePlace(box: Rect, covered: readonly Rect[], frame: PictureSize): Point | undefined {
  // A shortest movement ends where it began or beside an area, in each direction.
  const xs = [0, ...covered.flatMap(({ x0, x1 }) => [x0 - CLEARANCE - box.x1, x1 + CLEARANCE - box.x0])]
  const ys = [0, ...covered.flatMap(({ y0, y1 }) => [y0 - CLEARANCE - box.y1, y1 + CLEARANCE - box.y0])]
  const places = xs.flatMap((x) => ys.map((y) => keepInside(box, { x, y }, frame)))
  const free = places.filter(({ x, y }) => !isCovered(shifted(box, x, y), covered) && fits(shifted(box, x, y), frame))
  return free.toSorted((a, b) => lengthOf(a) - lengthOf(b))[0]
}

function fits({ x0, y0, x1, y1 }: Rect, { width, height }: PictureSize): boolean {
  return x1 - x0 <= width && y1 - y0 <= height
}

/** A free place for a caption: how far it moves, and its width if it must be narrower. */
export type FreePlace = { readonly by: Point; readonly width?: number }

/** Minimum width of a narrowed line, as a share of the picture's width. */
const MIN_WIDTH = 0.4
/** Gap between a narrowed line and a covered area, as a share of the picture's width, for outlines and boxes. */
const SIDE_GAP = 0.03

/**
 * The nearest free place of a caption. A wide caption beside a column of buttons becomes narrower if that moves it less;
 * its height is then an estimate.
 * @returns undefined when no place is free
 */
export function freePlaceOf(
  { box, anchor }: { readonly box: Rect; readonly anchor: Point },
  covered: readonly Rect[],
  frame: PictureSize,
): FreePlace | undefined {
  const moved = nearestFreePlace(box, covered, frame)
  const beside = covered.filter((area) => area.x0 > anchor.x || area.x1 < anchor.x)
  const halfWidths = beside.map(({ x0, x1 }) => (x0 > anchor.x ? x0 - anchor.x : anchor.x - x1))
  const width = 2 * (Math.min(...halfWidths) - SIDE_GAP * frame.width)
  if (halfWidths.length === 0 || width < MIN_WIDTH * frame.width || width >= box.x1 - box.x0) return withoutWidth(moved)
  const height = (box.y1 - box.y0) * Math.ceil((box.x1 - box.x0) / width)
  const narrow = {
    x0: anchor.x - width / 2,
    y0: anchor.y - height / 2,
    x1: anchor.x + width / 2,
    y1: anchor.y + height / 2,
  }
  const by = nearestFreePlace(narrow, covered, frame)
  if (by === undefined || (moved !== undefined && lengthOf(moved) <= lengthOf(by))) return withoutWidth(moved)
  return { by, width }
}

function withoutWidth(by: Point | undefined): FreePlace | undefined {
  return by && { by }
}

function lengthOf({ x, y }: Point): number {
  return Math.hypot(x, y)
}
