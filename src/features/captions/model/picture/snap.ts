import { type Rect, shifted } from '#platform/shared/rect.ts'
import type { PictureSize, Point } from './placed-caption.ts'

/** The lines that a moved caption lines up with, in pixels. */
export type Guides = {
  /** For its centre. */
  readonly centers: { readonly x: readonly number[]; readonly y: readonly number[] }
  /** For its edges: the area that no app covers. */
  readonly safe?: Rect | undefined
}

/** A caption at the place it is dragged to. */
export type Snapped = {
  /** How far it moves, in pixels. */
  readonly by: Point
  /** The guide that it lines up with, per direction. */
  readonly at: { readonly x?: number; readonly y?: number }
}

/** The guides of a picture: its centre and thirds, further centres, and the edges of the safe area. */
export function guidesOf(
  { width, height }: PictureSize,
  { safe, also = [] }: { readonly safe?: Rect | undefined; readonly also?: readonly Point[] } = {},
): Guides {
  return {
    centers: {
      x: [width / 2, width / 3, (2 * width) / 3, ...also.map(({ x }) => x)],
      y: [height / 2, height / 3, (2 * height) / 3, ...also.map(({ y }) => y)],
    },
    safe,
  }
}

/**
 * Moves a caption, to the nearest guide in each direction if one is near.
 * @param by the movement of the pointer, in pixels
 * @param within the largest distance to a guide, in pixels; 0 ignores guides
 */
export function snapMove(
  { box, anchor }: { readonly box: Rect; readonly anchor: Point },
  by: Point,
  { centers, safe }: Guides,
  within: number,
): Snapped {
  const x = nearest(within, [
    ...centers.x.map((at) => [at, at - anchor.x - by.x] as const),
    ...edges(safe && [safe.x0 - box.x0, safe.x1 - box.x1], safe && [safe.x0, safe.x1], by.x),
  ])
  const y = nearest(within, [
    ...centers.y.map((at) => [at, at - anchor.y - by.y] as const),
    ...edges(safe && [safe.y0 - box.y0, safe.y1 - box.y1], safe && [safe.y0, safe.y1], by.y),
  ])
  return {
    by: { x: by.x + (x?.[1] ?? 0), y: by.y + (y?.[1] ?? 0) },
    at: { ...(x !== undefined && { x: x[0] }), ...(y !== undefined && { y: y[0] }) },
  }
}

type Candidate = readonly [at: number, distance: number]

function edges(to: readonly number[] = [], at: readonly number[] = [], by: number): Candidate[] {
  return to.map((distance, index) => [at[index] ?? 0, distance - by])
}

function nearest(within: number, candidates: readonly Candidate[]): Candidate | undefined {
  const near = candidates.filter(([, distance]) => Math.abs(distance) < within)
  return near.toSorted(([, a], [, b]) => Math.abs(a) - Math.abs(b))[0]
}

/** A movement shortened so that the box stays inside the picture; a box larger than the picture is centred. */
export function keepInside(box: Rect, by: Point, { width, height }: PictureSize): Point {
  const { x0, y0, x1, y1 } = shifted(box, by.x, by.y)
  return { x: by.x + shiftInto(x0, x1, width), y: by.y + shiftInto(y0, y1, height) }
}

function shiftInto(start: number, end: number, size: number): number {
  if (end - start > size) return (size - end - start) / 2
  return start < 0 ? -start : Math.min(0, size - end)
}
