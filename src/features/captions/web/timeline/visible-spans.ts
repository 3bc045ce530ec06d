import type { Span } from '../../model/index.ts'
import { endOf, pxAt, timeAt, type Viewport } from './viewport.ts'

/** Index of the first span that ends after a time; the length if there is none. Spans are in order. */
export function firstEndingAfter(spans: readonly Span[], tMs: number): number {
  return firstWhere(spans, 0, ({ t1 }) => t1 > tMs)
}

/** Index of the first span that starts after a time; the length if there is none. */
export function firstStartingAfter(spans: readonly Span[], tMs: number, from = 0): number {
  return firstWhere(spans, from, ({ t0 }) => t0 > tMs)
}

/** The spans that reach into the viewport: `from` to `to`, exclusive. */
export function visibleRange(spans: readonly Span[], view: Viewport): { readonly from: number; readonly to: number } {
  const from = firstEndingAfter(spans, view.startMs)
  return { from, to: Math.max(from, firstStartingAfter(spans, endOf(view), from)) }
}

/** Neighbouring spans that are drawn as one box, in px. */
export type Run = { readonly x0: number; readonly x1: number }

/** The visible spans as boxes at least a pixel apart, so that the cost depends on the width and not on their number. */
export function visibleRuns(spans: readonly Span[], view: Viewport): Run[] {
  const runs: Run[] = []
  const { from, to } = visibleRange(spans, view)
  let at = from
  while (at < to) {
    const x0 = pxAt(view, spans[at]?.t0 ?? 0)
    let x1 = x0
    for (;;) {
      const next = nextStartingAfter(spans, timeAt(view, x1 + 1), at)
      const reached = Math.max(x0 + 1, pxAt(view, spans[next - 1]?.t1 ?? 0))
      at = next
      if (reached <= x1) break
      x1 = reached
      if (at >= to || pxAt(view, spans[at]?.t0 ?? 0) > x1 + 1) break
    }
    runs.push({ x0, x1 })
  }
  return runs
}

/** Like `firstStartingAfter`, but doubles its steps from `from` on: the answer is near. At least `from + 1`. */
function nextStartingAfter(spans: readonly Span[], tMs: number, from: number): number {
  let step = 1
  let low = from + 1
  while (low + step < spans.length && (spans[low + step - 1]?.t0 ?? 0) <= tMs) {
    low += step
    step *= 2
  }
  return firstWhere(spans, low, ({ t0 }) => t0 > tMs, Math.min(spans.length, low + step))
}

function firstWhere(spans: readonly Span[], from: number, isFound: (span: Span) => boolean, to = spans.length): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >> 1
    const span = spans[middle]
    if (span !== undefined && isFound(span)) high = middle
    else low = middle + 1
  }
  return low
}
