import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hitSpan } from './hit-test.ts'
import { openViewport, zoomOut } from '../viewport.ts'

// 10 ms a pixel: boxes at 10–40, 40–70 and 100–103 px.
const VIEW = openViewport({ durMs: 100_000, widthPx: 1_000 })
const SPANS = [
  { t0: 100, t1: 400 },
  { t0: 400, t1: 700 },
  { t0: 1_000, t1: 1_030 },
]

test.each([
  [2, undefined],
  [5, { index: 0, part: 't0' }],
  [12, { index: 0, part: 't0' }],
  [25, { index: 0, part: 'body' }],
  // Of two words that touch, each has the edge on its own side.
  [39, { index: 0, part: 't1' }],
  [40, { index: 1, part: 't0' }],
  [74, { index: 1, part: 't1' }],
  [85, undefined],
  // Too narrow for edges.
  [101, { index: 2, part: 'body' }],
  [98, undefined],
] as const)('finds the box and its part at %i px', (px, hit) => {
  expect(hitSpan(SPANS, px, VIEW)).toEqual(hit)
})

test('leaves every box a middle, at any zoom', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), (length) => {
      const spans = [{ t0: 1_000, t1: 1_000 + length }]
      const middle = (1_000 + length / 2) / VIEW.msPerPx
      expect(hitSpan(spans, middle, VIEW)).toEqual({ index: 0, part: 'body' })
    }),
  )
})

test('finds a box where a pixel covers many of them', () => {
  const spans = Array.from({ length: 1_000 }, (_, at) => ({ t0: at * 100, t1: at * 100 + 100 }))
  const view = zoomOut(openViewport({ durMs: 100_000, widthPx: 100 }))
  expect(hitSpan(spans, 50, view)).toEqual({ index: 500, part: 'body' })
})
