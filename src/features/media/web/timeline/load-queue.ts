/** Thrown by a load that the server asks to repeat later. */
export class LoadLater extends Error {
  override readonly name = 'LoadLater'
  readonly afterMs: number

  constructor(afterMs: number) {
    super(`load again after ${afterMs} ms`)
    this.afterMs = afterMs
  }
}

/** Loads what is drawn: each part once, the last requested first. */
export type LoadQueue = {
  /** Requests a part until it is loaded; one that is no longer requested may be dropped. */
  request(key: string, load: (signal: AbortSignal) => Promise<void>): void
  /** Stops all loading. */
  close(): void
}

/** Calls back once, later or at once. @returns cancels the call */
export type WhenFree = (callback: () => void) => () => void

/** The wait after a failure of the network, doubled after each further one. */
const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 60_000

/**
 * Opens a queue.
 * @param o.atOnce concurrent loads
 * @param o.waiting waiting loads; beyond that the oldest is dropped, and loaded if it is requested again
 * @param o.onChange called after each load and when a failed one can be requested again
 * @param o.whenFree when loads may start, default at once: sending a request takes as long as drawing a frame
 */
export function openLoadQueue({
  atOnce,
  waiting,
  onChange,
  whenFree = startAtOnce,
}: {
  atOnce: number
  waiting: number
  onChange(): void
  whenFree?: WhenFree | undefined
}): LoadQueue {
  const closing = new AbortController()
  const queued = new Map<string, (signal: AbortSignal) => Promise<void>>()
  const running = new Set<string>()
  const retries = openRetries(onChange)
  const starting = createOnce(whenFree, start)

  function startSoon(): void {
    if (queued.size > 0 && running.size < atOnce && !closing.signal.aborted) starting.soon()
  }

  function start(): void {
    while (running.size < atOnce) {
      const newest = [...queued].at(-1)
      if (newest === undefined) return
      const [key, load] = newest
      queued.delete(key)
      running.add(key)
      void run(key, load)
    }
  }

  async function run(key: string, load: (signal: AbortSignal) => Promise<void>): Promise<void> {
    try {
      await load(closing.signal)
      retries.clear(key)
    } catch (error) {
      if (!closing.signal.aborted) retries.delay(key, error)
    }
    running.delete(key)
    if (closing.signal.aborted) return
    startSoon()
    onChange()
  }

  return {
    request(key, load) {
      if (running.has(key) || retries.isWaiting(key)) return
      queued.delete(key)
      queued.set(key, load)
      const [oldest] = queued.keys()
      if (queued.size > waiting && oldest !== undefined) queued.delete(oldest)
      startSoon()
    },
    close() {
      closing.abort()
      starting.cancel()
      queued.clear()
      retries.close()
    },
  }
}

function startAtOnce(start: () => void): () => void {
  start()
  return () => undefined
}

/** Runs something in the next free moment, once, however often it is asked for. */
function createOnce(whenFree: WhenFree, run: () => void) {
  let isWaiting = false
  let cancel = (): void => {}
  return {
    soon() {
      if (isWaiting) return
      isWaiting = true
      cancel = whenFree(() => {
        isWaiting = false
        run()
      })
    },
    cancel: () => cancel(),
  }
}

/** Delays parts that failed. */
function openRetries(onChange: () => void) {
  const failures = new Map<string, number>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  return {
    isWaiting: (key: string) => timers.has(key),
    clear: (key: string) => failures.delete(key),
    delay(key: string, error: unknown) {
      const count = failures.get(key) ?? 0
      if (!(error instanceof LoadLater)) failures.set(key, count + 1)
      const afterMs = error instanceof LoadLater ? error.afterMs : Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** count)
      const end = () => {
        timers.delete(key)
        onChange()
      }
      timers.set(key, setTimeout(end, afterMs))
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
