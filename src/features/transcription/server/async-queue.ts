/**
 * Turns work that reports through a callback into an async iterable, in order. A consumer that stops early aborts the
 * work; a failure is thrown after the values before it.
 */
export async function* queueToStream<T>(
  work: (push: (value: T) => void, signal: AbortSignal) => Promise<void>,
  outer: AbortSignal,
): AsyncGenerator<T> {
  const waiting: T[] = []
  const leaving = new AbortController()
  let wake = (): void => undefined
  let state: 'working' | 'ended' = 'working'
  const push = (value: T): void => {
    waiting.push(value)
    wake()
  }
  const ended = work(push, AbortSignal.any([outer, leaving.signal])).finally(() => {
    state = 'ended'
    wake()
  })
  // The failure is rethrown below; this avoids an unhandled rejection until then.
  ended.catch(() => undefined)
  try {
    while (state === 'working' || waiting.length > 0) {
      const next = waiting.shift()
      if (next !== undefined) yield next
      else
        await new Promise<void>((resolve) => {
          wake = resolve
          if (state === 'ended' || waiting.length > 0) resolve()
        })
    }
    await ended
  } finally {
    leaving.abort(new Error('the consumer stopped reading'))
    await ended.catch(() => undefined)
  }
}
