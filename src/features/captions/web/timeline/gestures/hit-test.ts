import type { Span } from '../../../model/index.ts'
import { pxAt, timeAt, type Viewport } from '../viewport.ts'
import { firstEndingAfter } from '../visible-spans.ts'

/** The part of a box that is under the pointer: its middle moves it, an edge changes its start or end. */
export type BoxPart = 'body' | 't0' | 't1'

/** A box under the pointer, by its index. */
export type Hit = { readonly index: number; readonly part: BoxPart }

/** How far an edge reaches beyond its box, px. */
const EDGE_PX = 7
/** The middle of a box keeps at least this share of its width, so that a narrow box can still be moved. */
const BODY_SHARE = 0.4
/** Edges of narrower boxes cannot be grabbed: the person would not see which one. */
const LEAST_PX = 6

/** The box under the pointer; undefined in a gap. Spans are in order and do not overlap. */
export function hitSpan(spans: readonly Span[], px: number, view: Viewport): Hit | undefined {
  const at = firstEndingAfter(spans, timeAt(view, px))
  const inside = partInside(spans[at], px, view)
  if (inside !== undefined) return { index: at, part: inside }
  return edgeBeside(spans, at, px, view)
}

function partInside(span: Span | undefined, px: number, view: Viewport): BoxPart | undefined {
  if (span === undefined) return undefined
  const [x0, x1] = [pxAt(view, span.t0), pxAt(view, span.t1)]
  if (px < x0 || px >= x1) return undefined
  const width = x1 - x0
  if (width < LEAST_PX) return 'body'
  const edge = Math.min(EDGE_PX, (width * (1 - BODY_SHARE)) / 2)
  return px < x0 + edge ? 't0' : px >= x1 - edge ? 't1' : 'body'
}

/** In a gap, the edge of the nearer neighbour. */
function edgeBeside(spans: readonly Span[], next: number, px: number, view: Viewport): Hit | undefined {
  const sides = [
    { index: next - 1, part: 't1' },
    { index: next, part: 't0' },
  ] as const
  const near = sides
    .flatMap(({ index, part }) => {
      const span = spans[index]
      if (span === undefined || (span.t1 - span.t0) / view.msPerPx < LEAST_PX) return []
      return [{ index, part, distance: Math.abs(pxAt(view, span[part]) - px) }]
    })
    .filter(({ distance }) => distance <= EDGE_PX)
    .toSorted((a, b) => a.distance - b.distance)[0]
  return near === undefined ? undefined : { index: near.index, part: near.part }
}
