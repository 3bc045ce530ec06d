import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  endOf,
  openViewport,
  pxAt,
  resizeTo,
  reveal,
  revealNear,
  scrollTo,
  timeAt,
  type Viewport,
  zoomBy,
  zoomLimits,
  zoomOut,
} from './viewport.ts'

const TWO_HOURS = 7_200_000

test('zooms from the whole video to 10 ms a pixel and closer', () => {
  const view = openViewport({ durMs: TWO_HOURS, widthPx: 1_200 })
  expect(view).toMatchObject({ msPerPx: 10, startMs: 0 })
  expect(zoomOut(view)).toMatchObject({ msPerPx: 6_000, startMs: 0 })
  expect(zoomBy(view, 1_000, 0).msPerPx).toBe(2.5)
})

test('keeps the time under the pointer while zooming, except at the ends of the video', () => {
  fc.assert(
    fc.property(someView(), fc.double({ min: 0.01, max: 100, noNaN: true }), fraction(), (view, factor, at) => {
      const px = at * view.widthPx
      const zoomed = zoomBy(view, factor, px)
      expectInside(zoomed)
      const isAtAnEnd = zoomed.startMs === 0 || endOf(zoomed) >= view.durMs - 1e-6
      if (!isAtAnEnd) expect(Math.abs(timeAt(zoomed, px) - timeAt(view, px))).toBeLessThan(1e-3)
    }),
  )
})

test('stays inside the video whatever the scroll, the zoom and the width', () => {
  fc.assert(
    fc.property(someView(), fc.array(someMove(), { maxLength: 20 }), (start, moves) => {
      expectInside(moves.reduce((view, move) => move(view), start))
    }),
  )
})

test('maps pixels to times and back', () => {
  fc.assert(
    fc.property(someView(), fc.double({ min: -5_000, max: 5_000, noNaN: true }), (view, px) => {
      expect(Math.abs(pxAt(view, timeAt(view, px)) - px)).toBeLessThan(1e-3)
    }),
  )
})

test('reveals every time of the video, and leaves the view alone while the time is visible', () => {
  fc.assert(
    fc.property(someView(), fraction(), (view, at) => {
      const tMs = Math.floor(at * (view.durMs - 1))
      const shown = reveal(view, tMs)
      expect(pxAt(shown, tMs)).toBeGreaterThanOrEqual(-1e-6)
      expect(pxAt(shown, tMs)).toBeLessThanOrEqual(view.widthPx + 1e-6)
      expect(reveal(shown, tMs)).toBe(shown)
      expect(pxAt(revealNear(view, tMs), tMs)).toBeGreaterThanOrEqual(-1e-6)
      expect(pxAt(revealNear(view, tMs), tMs)).toBeLessThanOrEqual(view.widthPx + 1e-6)
    }),
  )
})

test('shows the whole video after a resize if it was whole before', () => {
  const view = zoomOut(openViewport({ durMs: TWO_HOURS, widthPx: 1_200 }))
  expect(resizeTo(view, 600)).toMatchObject({ msPerPx: 12_000, startMs: 0 })
  const near = scrollTo(openViewport({ durMs: TWO_HOURS, widthPx: 1_200 }), 60_000)
  expect(resizeTo(near, 600)).toMatchObject({ msPerPx: 10, startMs: 60_000 })
})

test('a video of a second fills the timeline', () => {
  expect(openViewport({ durMs: 1_000, widthPx: 1_000 })).toMatchObject({ msPerPx: 1, startMs: 0 })
})

function expectInside(view: Viewport): void {
  const { whole, finest } = zoomLimits(view)
  expect(view.msPerPx).toBeGreaterThanOrEqual(finest)
  expect(view.msPerPx).toBeLessThanOrEqual(whole)
  expect(view.startMs).toBeGreaterThanOrEqual(0)
  expect(endOf(view)).toBeLessThanOrEqual(view.durMs + 1e-3)
}

function fraction() {
  return fc.double({ min: 0, max: 1, noNaN: true })
}

function someView() {
  return fc
    .record({
      durMs: fc.integer({ min: 300, max: TWO_HOURS }),
      widthPx: fc.integer({ min: 200, max: 3_000 }),
      at: fraction(),
      factor: fc.double({ min: 0.001, max: 1_000, noNaN: true }),
    })
    .map(({ durMs, widthPx, at, factor }) => zoomBy(scrollTo(openViewport({ durMs, widthPx }), at * durMs), factor, 0))
}

function someMove() {
  return fc.oneof(
    fc.double({ min: -1e7, max: 1e7, noNaN: true }).map((startMs) => (view: Viewport) => scrollTo(view, startMs)),
    fc.record({ factor: fc.double({ min: 0.01, max: 100, noNaN: true }), px: fc.integer({ min: 0, max: 3_000 }) }).map(
      ({ factor, px }) =>
        (view: Viewport) =>
          zoomBy(view, factor, px),
    ),
    fc.integer({ min: 200, max: 3_000 }).map((widthPx) => (view: Viewport) => resizeTo(view, widthPx)),
  )
}
