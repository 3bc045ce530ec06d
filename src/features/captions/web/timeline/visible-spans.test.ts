import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Span } from '../../model/index.ts'
import { openViewport, pxAt, scrollTo, type Viewport, zoomBy } from './viewport.ts'
import { firstEndingAfter, firstStartingAfter, visibleRange, visibleRuns } from './visible-spans.ts'

test('finds spans by time like a search through all of them', () => {
  fc.assert(
    fc.property(someSpans(), fc.integer({ min: -10, max: 20_000 }), (spans, tMs) => {
      const ending = spans.findIndex(({ t1 }) => t1 > tMs)
      const starting = spans.findIndex(({ t0 }) => t0 > tMs)
      expect(firstEndingAfter(spans, tMs)).toBe(ending < 0 ? spans.length : ending)
      expect(firstStartingAfter(spans, tMs)).toBe(starting < 0 ? spans.length : starting)
    }),
  )
})

test('covers exactly the visible spans with boxes that are at least a pixel apart', () => {
  fc.assert(
    fc.property(someSpans(), someView(), (spans, view) => {
      const { from, to } = visibleRange(spans, view)
      const runs = visibleRuns(spans, view)
      const visible = spans.slice(from, to)
      for (const { t0, t1 } of visible) {
        const isCovered = runs.some(({ x0, x1 }) => x0 <= pxAt(view, t0) + 1e-6 && x1 >= pxAt(view, t1) - 1e-6)
        expect(isCovered, `${t0} to ${t1}`).toBe(true)
      }
      for (const [at, { x0, x1 }] of runs.entries()) {
        expect(x1 - x0).toBeGreaterThanOrEqual(1 - 1e-6)
        expect(visible.some(({ t0 }) => Math.abs(pxAt(view, t0) - x0) < 1e-6)).toBe(true)
        const before = runs[at - 1]
        if (before !== undefined) expect(x0 - before.x1).toBeGreaterThan(1 - 1e-6)
      }
    }),
  )
})

test('draws 20,000 words of two hours as at most one box for every two pixels', () => {
  const spans = Array.from({ length: 20_000 }, (_, at) => ({ t0: at * 360, t1: at * 360 + 300 }))
  const view = zoomBy(openViewport({ durMs: 7_200_000, widthPx: 1_400 }), 1 / 10_000, 0)
  expect(visibleRuns(spans, view).length).toBeLessThanOrEqual(700)
})

function someSpans() {
  return fc
    .array(fc.record({ gap: fc.integer({ min: 0, max: 400 }), length: fc.integer({ min: 1, max: 500 }) }), {
      maxLength: 60,
    })
    .map((parts) => {
      let t = 0
      return parts.map(({ gap, length }): Span => {
        const t0 = t + gap
        t = t0 + length
        return { t0, t1: t }
      })
    })
}

function someView(): fc.Arbitrary<Viewport> {
  return fc
    .record({
      widthPx: fc.integer({ min: 50, max: 800 }),
      startMs: fc.integer({ min: 0, max: 20_000 }),
      factor: fc.double({ min: 0.05, max: 4, noNaN: true }),
    })
    .map(({ widthPx, startMs, factor }) =>
      scrollTo(zoomBy(openViewport({ durMs: 20_000, widthPx }), factor, 0), startMs),
    )
}
