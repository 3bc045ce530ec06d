import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { layOutWhenIdle } from './idle-layout.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // An idle moment every ten milliseconds, long enough for one caption.
  vi.stubGlobal('requestIdleCallback', (work: IdleRequestCallback) =>
    setTimeout(() => work({ didTimeout: false, timeRemaining: () => 0 }), 10),
  )
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('captions off screen are laid out after a pause, until all are', () => {
  const { laidOut, stop } = start(5)
  vi.advanceTimersByTime(300)
  expect(laidOut()).toBe(0)
  vi.advanceTimersByTime(1_000)
  expect(laidOut()).toBe(5)
  stop()
})

test.each([
  ['turns a wheel', new WheelEvent('wheel', { bubbles: true })],
  ['moves a pointer', new PointerEvent('pointermove', { bubbles: true })],
  ['types', new KeyboardEvent('keydown', { key: 'a', bubbles: true })],
])('they wait while a person %s', (_, input) => {
  const { laidOut, stop } = start()
  vi.advanceTimersByTime(1_000)
  const before = laidOut()
  expect(before).toBeGreaterThan(0)
  for (let at = 0; at < 20; at += 1) {
    document.body.dispatchEvent(input)
    vi.advanceTimersByTime(100)
  }
  expect(laidOut()).toBe(before)
  vi.advanceTimersByTime(1_000)
  expect(laidOut()).toBeGreaterThan(before)
  stop()
  const after = laidOut()
  document.body.dispatchEvent(input)
  vi.advanceTimersByTime(2_000)
  expect(laidOut()).toBe(after)
})

/** Lays out captions that are only counted. */
function start(count = Infinity) {
  let laidOut = 0
  const stop = layOutWhenIdle(
    {
      *layOutFrom() {
        while (laidOut < count) {
          laidOut += 1
          yield
        }
      },
    },
    0,
  )
  return { laidOut: () => laidOut, stop }
}
