import { expect, test } from 'vitest'
import { areasBehind, backdropOf, momentsOf } from './backdrop.ts'

test('looks at a caption once for each picture, and at most eight times', () => {
  expect(momentsOf({ fromMs: 1_000, toMs: 1_400 }, 1_000)).toEqual([1_200])
  expect(momentsOf({ fromMs: 0, toMs: 2_000 }, 1_000)).toEqual([500, 1_500])
  expect(momentsOf({ fromMs: 0, toMs: 60_000 }, 1_000)).toHaveLength(8)
})

test('finds the area behind letters in a small picture, inside its edges', () => {
  const frame = { width: 1_080, height: 1_920 }
  const letters = [
    { x0: 270, y0: 960, x1: 540, y1: 1_040 },
    { x0: 1_060, y0: 1_900, x1: 1_200, y1: 2_000 },
  ]
  expect(areasBehind({ letters, em: 80 }, frame, { width: 40, height: 72 })).toEqual([
    { x0: 9, y0: 35, x1: 21, y1: 40 },
    { x0: 38, y0: 70, x1: 40, y1: 72 },
  ])
})

test('a single bright pixel does not count, a twentieth of them does', () => {
  expect(backdropOf(pixels(1), [WHOLE])).not.toContain(0xff_ff_ff)
  expect(backdropOf(pixels(10), [WHOLE]).filter((color) => color === 0xff_ff_ff)).toHaveLength(1)
})

test('reads only the pixels of the areas', () => {
  const lower = { ...WHOLE, y0: 5 }
  expect(new Set(backdropOf(pixels(100), [lower]))).toEqual(new Set([0x20_20_20]))
})

const WHOLE = { x0: 0, y0: 0, x1: 20, y1: 10 }

/** 20 × 10 dark pixels, the first ones white. */
function pixels(white: number) {
  const data = new Uint8ClampedArray(20 * 10 * 4).fill(0x20)
  data.fill(255, 0, 4 * white)
  return { data, width: 20, height: 10 }
}
