import { openQueue } from '#platform/server/wake-queue.ts'

/**
 * Turns work that reports through a callback into an async iterable, in order. A consumer that stops early aborts the
 * work; a failure is thrown after the values before it.
 */
export async function* queueToStream<T>(
  work: (push: (value: T) => void, signal: AbortSignal) => Promise<void>,
  outer: AbortSignal,
): AsyncGenerator<T> {
  const queue = openQueue<T>()
  const stopping = new AbortController()
  const ended = work(queue.push, AbortSignal.any([outer, stopping.signal])).then(queue.close, queue.fail)
  try {
    yield* queue
  } finally {
    stopping.abort(new Error('the consumer stopped reading'))
    await ended
  }
}
