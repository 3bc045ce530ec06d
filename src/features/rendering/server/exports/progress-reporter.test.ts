import { expect, test } from 'vitest'
import { estimator } from './progress-reporter.ts'

test('estimates the time left from the pace of the current start alone', () => {
  let nowMs = 0
  const remaining = estimator(() => new Date(nowMs))
  const at = (ms: number, frames: number) => {
    nowMs = ms
    return remaining({ frames, total: 1_000 })
  }
  expect(at(0, 0)).toBeNull()
  // Resumed: 400 frames were encoded before the restart.
  expect(at(1_000, 400)).toBeNull()
  expect(at(2_000, 450)).toBeNull()
  expect(at(3_000, 500)).toBe(10_000)
  expect(at(5_000, 600)).toBe(8_000)
  expect(at(13_000, 1_000)).toBe(0)
})
