/**
 * Turns work that reports through a callback into values one can loop over, in order. A consumer that stops early aborts
 * the work; a failure is thrown after the values that came before it.
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
  // Its failure is thrown below; until then nobody else hears it.
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
    leaving.abort(new Error('nobody listens any more'))
    await ended.catch(() => undefined)
  }
}
