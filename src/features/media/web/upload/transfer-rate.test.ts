import { expect, test } from 'vitest'
import { updateTransferRate, secondsLeft, startTransferRate } from './transfer-rate.ts'

test('a steady upload of 2 MB a second shows its speed and the time left', () => {
  let rate = startTransferRate(0, 0)
  for (let second = 1; second <= 5; second += 1) rate = updateTransferRate(rate, second * 2_000_000, second * 1_000)
  expect(rate.bytesPerSecond).toBeCloseTo(2_000_000)
  expect(secondsLeft(rate, 30_000_000)).toBe(15)
})

test('an upload resumed at 60% does not count the first 60% as speed', () => {
  const rate = updateTransferRate(startTransferRate(60_000_000, 0), 61_000_000, 1_000)
  expect(rate.bytesPerSecond).toBe(1_000_000)
})

test('a stalled connection shows no time left instead of an endless one', () => {
  let rate = updateTransferRate(startTransferRate(0, 0), 4_000_000, 1_000)
  for (let second = 2; second < 60; second += 1) rate = updateTransferRate(rate, 4_000_000, second * 1_000)
  expect(secondsLeft(rate, 10_000_000)).toBeNull()
})

test('a burst within half a second changes nothing', () => {
  const rate = startTransferRate(0, 0)
  expect(updateTransferRate(rate, 8_000_000, 499)).toBe(rate)
})
