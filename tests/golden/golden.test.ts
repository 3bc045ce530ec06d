import type { Canvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { comparedFilm, GOLDEN_FILMS } from './films.ts'
import { GOLDEN_FRAMES, goldenPath, goldenPixels, paintGolden } from './frames.ts'
import { GOLDEN_STRIPS, paintStrip, stripPath } from './strips.ts'

test.each(GOLDEN_FRAMES)('draws $name exactly as its golden frame', async (frame) => {
  const painted = paintGolden(frame)
  await expectGolden(painted, goldenPath(frame))
})

test.each(GOLDEN_STRIPS)('draws $name in Arabic, Hebrew, Hindi and Japanese exactly as its golden strip', async (strip) => {
  await expectGolden(paintStrip(strip), stripPath(strip))
})

test.each(GOLDEN_FILMS)('draws $name exactly as its golden frame', async (film) => {
  const { painted, golden } = await comparedFilm(film)
  expect(painted).toBe(golden)
})

async function expectGolden(painted: Canvas, path: string): Promise<void> {
  const golden = await goldenPixels(path)
  expect([painted.width, painted.height]).toEqual([golden.width, golden.height])
  const pixels = painted.getContext('2d').getImageData(0, 0, painted.width, painted.height).data
  expect(differenceOf(pixels, golden.data)).toEqual({ pixels: 0, most: 0 })
}

function differenceOf(a: Uint8ClampedArray, b: Uint8ClampedArray): { pixels: number; most: number } {
  let [pixels, most] = [0, 0]
  for (let at = 0; at < a.length; at += 1) {
    const by = Math.abs((a[at] ?? 0) - (b[at] ?? 0))
    if (by > 0) pixels += 1
    most = Math.max(most, by)
  }
  return { pixels, most }
}
