import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWhenStill } from './when-still.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('follows once a movement has ended', () => {
  const follow = vi.fn<() => void>()
  const still = createWhenStill(follow)
  for (let frame = 0; frame < 5; frame += 1) {
    still.moved()
    vi.advanceTimersByTime(16)
  }
  expect(follow).not.toHaveBeenCalled()
  expect(still.isWaiting()).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(follow).toHaveBeenCalledOnce()
  expect(still.isWaiting()).toBe(false)
})

test('follows a movement that does not end once a second', () => {
  const follow = vi.fn<() => void>()
  const still = createWhenStill(follow)
  for (let ms = 0; ms < 4_000; ms += 16) {
    still.moved()
    vi.advanceTimersByTime(16)
  }
  expect(follow.mock.calls.length).toBeGreaterThanOrEqual(3)
  expect(follow.mock.calls.length).toBeLessThanOrEqual(4)
})

test('follows a long movement only at its end', () => {
  const follow = vi.fn<() => void>()
  const still = createWhenStill(follow)
  for (let ms = 0; ms < 4_000; ms += 16) {
    still.moved(true)
    vi.advanceTimersByTime(16)
  }
  expect(follow).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(follow).toHaveBeenCalledOnce()
})

test('forgets a movement when it is stopped', () => {
  const follow = vi.fn<() => void>()
  const still = createWhenStill(follow)
  still.moved()
  still.stop()
  vi.advanceTimersByTime(1_000)
  expect(follow).not.toHaveBeenCalled()
})
