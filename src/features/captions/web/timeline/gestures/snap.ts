import type { Span } from '../../../model/index.ts'

/** What a dragged edge snaps to. */
export type SnapKind = 'playhead' | 'shot' | 'word' | 'pause'

/** The times of one kind that an edge snaps to. */
export type SnapTargets = {
  readonly kind: SnapKind
  /** The time nearest to `tMs`, ms; undefined if there is none. */
  nearest(tMs: number): number | undefined
}

/** An offset that moves an edge exactly to a target at `tMs`. */
export type Snap = { readonly byMs: number; readonly kind: SnapKind; readonly tMs: number }

/**
 * Snaps the nearest of the moving edges to the nearest target.
 * @param o.edges times of the moving edges before the drag, ms
 * @param o.byMs the offset of the drag
 * @param o.withinMs the maximum distance at which an edge snaps
 * @param o.targets in order of preference: at equal distance the first kind wins
 */
export function snapEdges(o: {
  readonly edges: readonly number[]
  readonly byMs: number
  readonly withinMs: number
  readonly targets: readonly SnapTargets[]
}): Snap | undefined {
  let best: Snap | undefined
  let least = Number.POSITIVE_INFINITY
  for (const { kind, nearest } of o.targets) {
    for (const edge of o.edges) {
      const tMs = nearest(edge + o.byMs)
      if (tMs === undefined) continue
      const distance = Math.abs(tMs - edge - o.byMs)
      if (distance > o.withinMs || distance >= least) continue
      least = distance
      best = { byMs: tMs - edge, kind, tMs }
    }
  }
  return best
}

/** Snaps to times in order, ms. */
export function snapToTimes(kind: SnapKind, times: readonly number[]): SnapTargets {
  return { kind, nearest: (tMs) => nearestOf(times.length, (at) => times[at] ?? 0, tMs) }
}

/**
 * Snaps to both edges of spans that are in order and do not overlap.
 * @param moving the spans from one index to another, inclusive, move and are no targets
 */
export function snapToSpans(
  kind: SnapKind,
  spans: readonly Span[],
  moving?: { readonly from: number; readonly to: number },
): SnapTargets {
  const edgeAt = (at: number) => {
    const span = spans[at >> 1]
    return (at % 2 === 0 ? span?.t0 : span?.t1) ?? 0
  }
  const { from, to } = moving ?? { from: spans.length, to: spans.length }
  return {
    kind,
    nearest(tMs) {
      const before = nearestOf(2 * from, edgeAt, tMs)
      const start = 2 * (to + 1)
      const after = nearestOf(Math.max(0, 2 * spans.length - start), (at) => edgeAt(start + at), tMs)
      if (before === undefined || after === undefined) return before ?? after
      return Math.abs(before - tMs) <= Math.abs(after - tMs) ? before : after
    },
  }
}

/** The value nearest to `tMs` in an ordered list of values. */
function nearestOf(length: number, valueAt: (at: number) => number, tMs: number): number | undefined {
  if (length === 0) return undefined
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (valueAt(middle) < tMs) low = middle + 1
    else high = middle
  }
  if (low === 0) return valueAt(0)
  if (low === length) return valueAt(length - 1)
  const [before, after] = [valueAt(low - 1), valueAt(low)]
  return tMs - before <= after - tMs ? before : after
}
