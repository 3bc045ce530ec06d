import { expect, test } from 'vitest'
import { captionPrice } from './caption-price.ts'

test.each([
  { durationMs: 0, price: 10 },
  { durationMs: 1, price: 10 },
  { durationMs: 180_000, price: 10 },
  { durationMs: 180_001, price: 20 },
  { durationMs: 540_000, price: 30 },
  { durationMs: 7_200_000, price: 400 },
])('prices captions of $durationMs ms of video at $price credits', ({ durationMs, price }) => {
  expect(captionPrice(durationMs)).toBe(price)
})

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('rejects a video of %d ms', (durationMs) => {
  expect(() => captionPrice(durationMs)).toThrow(RangeError)
})
