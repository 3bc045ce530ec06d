import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoadLater, openLoadQueue } from './load-queue.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('loads the last requested part first, at most two at once', async () => {
  const { request, finish, started } = start({ atOnce: 2, waiting: 10 })
  for (const key of ['a', 'b', 'c', 'd']) request(key)
  expect(started).toEqual(['a', 'b'])
  await finish('a')
  await finish('b')
  expect(started).toEqual(['a', 'b', 'd', 'c'])
})

test('a part requested again while it waits or loads is loaded once', async () => {
  const { request, finish, started } = start({ atOnce: 1, waiting: 10 })
  for (const key of ['a', 'a', 'b', 'c', 'b']) request(key)
  await finish('a')
  await finish('b')
  await finish('c')
  expect(started).toEqual(['a', 'b', 'c'])
})

test('drops the oldest waiting part, which can be requested again', async () => {
  const { request, finish, started } = start({ atOnce: 1, waiting: 2 })
  for (const key of ['a', 'b', 'c', 'd']) request(key)
  await finish('a')
  await finish('d')
  await finish('c')
  expect(started).toEqual(['a', 'd', 'c'])
  request('b')
  expect(started).toEqual(['a', 'd', 'c', 'b'])
})

test('what is drawn waits for a free moment, and then loads', () => {
  const { request, started, free } = start({ atOnce: 2, waiting: 2, isBusy: true })
  for (const key of ['a', 'b', 'c']) request(key)
  expect(started).toEqual([])
  free()
  expect(started).toEqual(['c', 'b'])
})

test('a queue closed before a free moment loads nothing', () => {
  const { queue, request, started, free } = start({ atOnce: 2, waiting: 2, isBusy: true })
  request('a')
  queue.close()
  free()
  expect(started).toEqual([])
})

test('a part that the server asks to repeat rests for that time', async () => {
  const { request, fail, started, changes } = start({ atOnce: 1, waiting: 2 })
  request('a')
  await fail('a', new LoadLater(3_000))
  request('a')
  await vi.advanceTimersByTimeAsync(2_999)
  expect(started).toEqual(['a'])
  const before = changes.count
  await vi.advanceTimersByTimeAsync(1)
  expect(changes.count).toBe(before + 1)
  request('a')
  expect(started).toEqual(['a', 'a'])
})

test('a failing network is tried again after 2, 4 and 8 seconds', async () => {
  const { request, fail, started } = start({ atOnce: 1, waiting: 2 })
  for (const [index, waitMs] of [2_000, 4_000, 8_000].entries()) {
    request('a')
    await fail('a', new TypeError('Failed to fetch'))
    await vi.advanceTimersByTimeAsync(waitMs - 1)
    request('a')
    expect(started).toHaveLength(index + 1)
    await vi.advanceTimersByTimeAsync(1)
  }
})

test('closing aborts what is loading, starts nothing and reports nothing', async () => {
  const { queue, request, fail, started, changes, signals } = start({ atOnce: 1, waiting: 2 })
  request('a')
  request('b')
  queue.close()
  expect(signals.every(({ aborted }) => aborted)).toBe(true)
  await fail('a', new Error('aborted'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([started, changes.count]).toEqual([['a'], 0])
})

/** A queue; a busy one loads nothing before `free`. */
function start({ isBusy = false, ...limits }: { atOnce: number; waiting: number; isBusy?: boolean }) {
  const started: string[] = []
  const signals: AbortSignal[] = []
  const loads = new Map<string, PromiseWithResolvers<void>>()
  const changes = { count: 0 }
  const held = new Set<() => void>()
  const hold = (callback: () => void) => {
    held.add(callback)
    return () => void held.delete(callback)
  }
  const onChange = () => void (changes.count += 1)
  const queue = openLoadQueue({ ...limits, onChange, whenFree: isBusy ? hold : undefined })
  return {
    free() {
      for (const callback of held) callback()
    },
    queue,
    started,
    signals,
    changes,
    request: (key: string) =>
      queue.request(key, (signal) => {
        started.push(key)
        signals.push(signal)
        const load = Promise.withResolvers<void>()
        loads.set(key, load)
        return load.promise
      }),
    async finish(key: string) {
      loads.get(key)?.resolve()
      await vi.advanceTimersByTimeAsync(0)
    },
    async fail(key: string, error: Error) {
      loads.get(key)?.reject(error)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}
