import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Rect, shifted } from '#platform/shared/rect.ts'
import { isCovered, nearestFreePlace } from './free-place.ts'
import { guidesOf, keepInside, snapMove } from './snap.ts'

const FRAME = { width: 1_080, height: 1_920 }

test('keeps a dragged caption inside the picture, and moves no caption that is inside', () => {
  fc.assert(
    fc.property(someBox(), somePoint(), (box, by) => {
      const kept = keepInside(box, by, FRAME)
      expect(isInside(shifted(box, kept.x, kept.y))).toBe(true)
      if (isInside(shifted(box, by.x, by.y))) expect(kept).toEqual(by)
    }),
  )
})

test('snaps at most the given distance, exactly onto the guide', () => {
  fc.assert(
    fc.property(someBox(), somePoint(), fc.integer({ min: 0, max: 40 }), (box, by, within) => {
      const anchor = { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2 }
      const safe = { x0: 60, y0: 150, x1: 900, y1: 1_500 }
      const snapped = snapMove({ box, anchor }, by, guidesOf(FRAME, { safe }), within)
      const moved = shifted(box, snapped.by.x, snapped.by.y)
      for (const [axis, start, end] of [['x', 'x0', 'x1'] as const, ['y', 'y0', 'y1'] as const]) {
        expect(Math.abs(snapped.by[axis] - by[axis])).toBeLessThanOrEqual(within)
        const at = snapped.at[axis]
        if (at === undefined) expect(snapped.by[axis]).toBe(by[axis])
        else {
          const lines = [anchor[axis] + snapped.by[axis], moved[start], moved[end]]
          expect(Math.min(...lines.map((line) => Math.abs(line - at)))).toBeLessThan(1e-6)
        }
      }
    }),
  )
})

test('ignores guides without a snapping distance', () => {
  const box = { x0: 500, y0: 900, x1: 580, y1: 1_020 }
  const snapped = snapMove({ box, anchor: { x: 540, y: 960 } }, { x: 1, y: 1 }, guidesOf(FRAME), 0)
  expect(snapped).toEqual({ by: { x: 1, y: 1 }, at: {} })
})

test('finds the nearest free place, never inside a covered area or outside the picture', () => {
  fc.assert(
    fc.property(someBox(), fc.array(someBox(), { maxLength: 5 }), (box, covered) => {
      const by = nearestFreePlace(box, covered, FRAME)
      const straight = straightWays(box, covered)
      if (!isCovered(box, covered)) expect(by).toEqual({ x: 0, y: 0 })
      if (by === undefined) {
        expect(straight).toEqual([])
        return
      }
      const moved = shifted(box, by.x, by.y)
      expect(isCovered(moved, covered)).toBe(false)
      expect(isInside(moved)).toBe(true)
      for (const way of straight) expect(Math.hypot(by.x, by.y)).toBeLessThanOrEqual(Math.abs(way) + 2)
    }),
  )
})

test('finds no free place on a picture that is covered whole', () => {
  const whole = { x0: 0, y0: 0, x1: FRAME.width, y1: FRAME.height }
  expect(nearestFreePlace({ x0: 10, y0: 10, x1: 20, y1: 20 }, [whole], FRAME)).toBeUndefined()
})

/** The lengths of free movements straight up, down, left or right, found step by step. */
function straightWays(box: Rect, covered: readonly Rect[]): number[] {
  const steps = Array.from({ length: 200 }, (_, at) => (at - 100) * 20)
  return steps.flatMap((step) =>
    [shifted(box, step, 0), shifted(box, 0, step)].flatMap((moved) =>
      isInside(moved) && !isCovered(moved, covered) ? [step] : [],
    ),
  )
}

function isInside({ x0, y0, x1, y1 }: Rect): boolean {
  return x0 >= -1e-6 && y0 >= -1e-6 && x1 <= FRAME.width + 1e-6 && y1 <= FRAME.height + 1e-6
}

function someBox(): fc.Arbitrary<Rect> {
  return fc
    .tuple(
      fc.integer({ min: 0, max: 1_000 }),
      fc.integer({ min: 0, max: 1_800 }),
      fc.integer({ min: 1, max: 900 }),
      fc.integer({ min: 1, max: 700 }),
    )
    .map(([x0, y0, w, h]) => ({ x0, y0, x1: Math.min(FRAME.width, x0 + w), y1: Math.min(FRAME.height, y0 + h) }))
}

function somePoint() {
  return fc.record({ x: fc.integer({ min: -1_500, max: 1_500 }), y: fc.integer({ min: -2_500, max: 2_500 }) })
}
