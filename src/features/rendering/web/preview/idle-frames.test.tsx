import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onIdleFrames } from './idle-frames.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('draws about thirty times a second', () => {
  const draw = vi.fn<(now: number) => void>()
  const stop = onIdleFrames(draw)
  vi.advanceTimersByTime(2_000)
  stop()
  expect(draw.mock.calls.length).toBeGreaterThan(45)
  expect(draw.mock.calls.length).toBeLessThan(75)
})

test('pauses while a person types, and goes on afterwards', () => {
  const draw = vi.fn<(now: number) => void>()
  const stop = onIdleFrames(draw)
  vi.advanceTimersByTime(500)
  for (let letter = 0; letter < 5; letter += 1) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
    draw.mockClear()
    vi.advanceTimersByTime(900)
    expect(draw.mock.calls.length).toBeLessThan(2)
  }
  vi.advanceTimersByTime(1_000)
  stop()
  expect(draw.mock.calls.length).toBeGreaterThan(10)
})

test('draws nothing more once stopped, and again for the next drawing', () => {
  const [first, second] = [vi.fn<(now: number) => void>(), vi.fn<(now: number) => void>()]
  onIdleFrames(first)()
  vi.advanceTimersByTime(500)
  expect(first).not.toHaveBeenCalled()
  const stop = onIdleFrames(second)
  vi.advanceTimersByTime(500)
  stop()
  expect(second).toHaveBeenCalled()
})
