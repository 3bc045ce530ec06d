import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useCountdown } from './use-countdown.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('counts whole seconds down to zero and stops', async () => {
  const result = await start()
  expect(result.current.left).toBe(0)
  await act(async () => result.current.start(30))
  expect(result.current.left).toBe(30)
  await pass(29_999)
  expect(result.current.left).toBe(1)
  await pass(1)
  expect(result.current.left).toBe(0)
  await pass(5_000)
  expect(result.current.left).toBe(0)
})

test('a restart counts from the beginning', async () => {
  const result = await start()
  await act(async () => result.current.start(30))
  await pass(30_000)
  await act(async () => result.current.start(10))
  await pass(4_000)
  expect(result.current.left).toBe(6)
})

async function start() {
  const { result } = await renderHook(() => useCountdown())
  // From here on everything changes inside `act`, so that only the clock decides.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  return result
}

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}
