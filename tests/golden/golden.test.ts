import { expect, test } from 'vitest'
import { comparedFilm, GOLDEN_FILMS } from './films.ts'
import { GOLDEN_FRAMES, goldenPixels, paintGolden } from './frames.ts'

test.each(GOLDEN_FRAMES)('draws $name exactly as its golden frame', async (frame) => {
  const painted = paintGolden(frame)
  const golden = await goldenPixels(frame)
  expect([painted.width, painted.height]).toEqual([golden.width, golden.height])
  const pixels = painted.getContext('2d').getImageData(0, 0, painted.width, painted.height).data
  expect(differenceOf(pixels, golden.data)).toEqual({ pixels: 0, most: 0 })
})

test.each(GOLDEN_FILMS)('draws $name exactly as its golden frame', async (film) => {
  const { painted, golden } = await comparedFilm(film)
  expect(painted).toBe(golden)
})

function differenceOf(a: Uint8ClampedArray, b: Uint8ClampedArray): { pixels: number; most: number } {
  let [pixels, most] = [0, 0]
  for (let at = 0; at < a.length; at += 1) {
    const by = Math.abs((a[at] ?? 0) - (b[at] ?? 0))
    if (by > 0) pixels += 1
    most = Math.max(most, by)
  }
  return { pixels, most }
}
