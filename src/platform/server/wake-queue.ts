/** A wake-up for one waiter, remembered until it waits. Several wake-ups in between count as one. */
export type Wakeup = {
  wake(): void
  /** Resolves at the next wake-up, immediately if one is remembered, or after `timeoutMs` milliseconds. */
  wait(timeoutMs?: number): Promise<void>
}

/** Creates a wake-up that nobody has called yet. */
export function createWakeup(): Wakeup {
  let isAwake = false
  let resume = (): void => undefined
  return {
    wake() {
      isAwake = true
      resume()
    },
    async wait(timeoutMs) {
      if (!isAwake) {
        await new Promise<void>((resolve) => {
          const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timeoutMs)
          resume = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isAwake = false
    },
  }
}

/**
 * Values pushed by callbacks and read by one reader, in order.
 * - The queue accepts values from the start, whether or not somebody reads.
 * - After `close` and `fail` the reader still gets the values before, then the end or the error. The first of the two
 *   counts; later values are dropped.
 * - A reader that leaves (`return`) drops what waits and closes the queue, also while a read is pending.
 */
export type WakeQueue<T> = AsyncIterableIterator<T, undefined> & {
  push(this: void, value: T): void
  close(this: void): void
  /** Every read after the values before rejects with `error`. */
  fail(this: void, error: unknown): void
  return(): Promise<IteratorReturnResult<undefined>>
}

type Options<T> = {
  /** The most values that wait, 1 or more, and what replaces all of them when there would be more. Default: no limit. */
  readonly limit?: { readonly size: number; readonly overflow: T }
  /** Called once, when the queue is closed, fails or loses its reader. */
  readonly onClose?: () => void
}

/** Opens a queue. */
export function openQueue<T>({ limit, onClose }: Options<T> = {}): WakeQueue<T> {
  const waiting: T[] = []
  const { wake, wait } = createWakeup()
  let end: (() => IteratorReturnResult<undefined>) | undefined
  const queue: WakeQueue<T> = {
    [Symbol.asyncIterator]: () => queue,
    push(value) {
      if (end !== undefined) return
      if (limit !== undefined && waiting.length >= limit.size) waiting.splice(0, waiting.length, limit.overflow)
      else waiting.push(value)
      wake()
    },
    close: () => endWith(() => DONE),
    fail: (error) =>
      endWith(() => {
        throw error
      }),
    async next() {
      for (;;) {
        for (const value of waiting.splice(0, 1)) return { done: false, value }
        if (end !== undefined) return end()
        await wait()
      }
    },
    async return() {
      waiting.length = 0
      queue.close()
      return DONE
    },
  }
  return queue

  function endWith(how: () => IteratorReturnResult<undefined>): void {
    if (end !== undefined) return
    end = how
    onClose?.()
    wake()
  }
}

const DONE = { done: true, value: undefined } as const
