/** A rectangle by its edges, in frame pixels; the right and lower edges are exclusive. */
export type Rect = { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number }

/** The bounding rectangle of both; either may be null. */
export function union(a: Rect | null, b: Rect | null): Rect | null {
  if (a === null || b === null) return a ?? b
  return { x0: Math.min(a.x0, b.x0), y0: Math.min(a.y0, b.y0), x1: Math.max(a.x1, b.x1), y1: Math.max(a.y1, b.y1) }
}

/** The overlap, or null if there is none. */
export function intersection(a: Rect, b: Rect): Rect | null {
  const both = {
    x0: Math.max(a.x0, b.x0),
    y0: Math.max(a.y0, b.y0),
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
  }
  return both.x0 < both.x1 && both.y0 < both.y1 ? both : null
}

/** The rectangle grown by `by` on every side. */
export function grow(rect: Rect, by: number): Rect {
  return { x0: rect.x0 - by, y0: rect.y0 - by, x1: rect.x1 + by, y1: rect.y1 + by }
}

/** The rectangle moved right by `x` and down by `y`. */
export function shifted(rect: Rect, x: number, y: number): Rect {
  return { x0: rect.x0 + x, y0: rect.y0 + y, x1: rect.x1 + x, y1: rect.y1 + y }
}

/** The rectangle scaled about a point. */
export function scaleAbout(rect: Rect, scale: number, x: number, y: number): Rect {
  return {
    x0: x + (rect.x0 - x) * scale,
    y0: y + (rect.y0 - y) * scale,
    x1: x + (rect.x1 - x) * scale,
    y1: y + (rect.y1 - y) * scale,
  }
}

/** Grown to even pixels, as 4:2:0 pictures need. */
export function evenRect(rect: Rect): Rect {
  return {
    x0: 2 * Math.floor(rect.x0 / 2),
    y0: 2 * Math.floor(rect.y0 / 2),
    x1: 2 * Math.ceil(rect.x1 / 2),
    y1: 2 * Math.ceil(rect.y1 / 2),
  }
}

/** Whether two lists hold equal rectangles in the same order. */
export function sameRects(a: readonly Rect[], b: readonly Rect[]): boolean {
  return a === b || (a.length === b.length && a.every((rect, at) => isSameRect(rect, b[at] ?? rect)))
}

/** The bounding rectangle of all. */
export function hull(rects: readonly Rect[]): Rect {
  return {
    x0: Math.min(...rects.map(({ x0 }) => x0)),
    y0: Math.min(...rects.map(({ y0 }) => y0)),
    x1: Math.max(...rects.map(({ x1 }) => x1)),
    y1: Math.max(...rects.map(({ y1 }) => y1)),
  }
}

function isSameRect(a: Rect, b: Rect): boolean {
  return a.x0 === b.x0 && a.y0 === b.y0 && a.x1 === b.x1 && a.y1 === b.y1
}
