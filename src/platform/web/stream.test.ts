import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../shared/errors.ts'
import { type StreamOptions, followStream, type Interruption, STEADY_MS } from './stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('reopens a broken stream after 0.5 s, then 1, 2, 4 and at most 8 s', async () => {
  const opened: number[] = []
  const { leaving } = start(async () => {
    opened.push(Date.now())
    throw new TypeError('Failed to fetch')
  })
  await vi.advanceTimersByTimeAsync(40_000)
  leaving.abort()
  expect(gaps(opened).slice(0, 6)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000])
})

test('the page is notified of an interruption and of its end', async () => {
  let connection = 0
  const { interruptions, received } = start(async function () {
    connection += 1
    if (connection < 3) throw new TypeError('Failed to fetch')
    return events(['words', 'last'])
  })
  await vi.advanceTimersByTimeAsync(1_500)
  expect(received).toEqual(['words', 'last'])
  expect(interruptions).toEqual(['lost', 'lost', null, null])
})

test('a server that ends each connection after one event is asked ever more slowly', async () => {
  const opened: number[] = []
  const { leaving } = start(async () => {
    opened.push(Date.now())
    return events(['state'])
  })
  await vi.advanceTimersByTimeAsync(20_000)
  leaving.abort()
  expect(gaps(opened).slice(0, 5)).toEqual([500, 1_000, 2_000, 4_000, 8_000])
})

test('a connection that lasted starts again at the shortest delay', async () => {
  const opened: number[] = []
  const { leaving } = start(async () => {
    opened.push(Date.now())
    if (opened.length < 4) throw new TypeError('Failed to fetch')
    return lasting(STEADY_MS)
  })
  await vi.advanceTimersByTimeAsync(20_000)
  leaving.abort()
  expect(gaps(opened).slice(0, 4)).toEqual([500, 1_000, 2_000, STEADY_MS + 500])
})

test('the last event ends the stream for good', async () => {
  const connect = vi.fn<StreamOptions<string>['connect']>(async () => events(['last', 'never received']))
  const { received, ended } = start(connect)
  await ended
  expect(received).toEqual(['last'])
  expect(connect).toHaveBeenCalledTimes(1)
})

test.each(['unauthorized', 'forbidden', 'not_found'] as const)(
  'reports a refusal as %s and does not retry',
  async (code) => {
    const connect = vi.fn<StreamOptions<string>['connect']>(async () => {
      throw new AppError(code, 'No')
    })
    const { refused, ended } = start(connect)
    await ended
    expect(refused).toEqual([code])
    expect(connect).toHaveBeenCalledTimes(1)
  },
)

test('retries one stream too many and reports the reason', async () => {
  let connection = 0
  const { interruptions, received, refused } = start(async function () {
    connection += 1
    if (connection < 3) throw new AppError('too_many_requests', 'Close some tabs.')
    return events(['last'])
  })
  await vi.advanceTimersByTimeAsync(1_500)
  expect(interruptions).toEqual(['crowded', 'crowded', null])
  expect(received).toEqual(['last'])
  expect(refused).toEqual([])
})

test('leaving the page ends the delay at once', async () => {
  const { leaving, ended } = start(async () => {
    throw new TypeError('Failed to fetch')
  })
  await vi.advanceTimersByTimeAsync(100)
  leaving.abort()
  await expect(ended).resolves.toBeUndefined()
})

function start(connect: StreamOptions<string>['connect']) {
  const leaving = new AbortController()
  const received: string[] = []
  const interruptions: (Interruption | null)[] = []
  const refused: string[] = []
  const ended = followStream({
    connect,
    onEvent: (event) => received.push(event),
    isLast: (event) => event === 'last',
    onInterrupted: (interruption) => interruptions.push(interruption),
    onRefused: ({ code }) => refused.push(code),
    signal: leaving.signal,
  })
  return { leaving, received, interruptions, refused, ended }
}

async function* events(all: readonly string[]): AsyncGenerator<string> {
  yield* all
}

/** One event, then silence until the connection ends. */
async function* lasting(ms: number): AsyncGenerator<string> {
  yield 'state'
  await new Promise((resolve) => setTimeout(resolve, ms))
}

function gaps(times: readonly number[]): number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? 0))
}
