/** What follows a movement instead of taking part in each of its frames. */
export type WhenStill = {
  /** Something has moved. @param isLong follow it only at its end, however long it goes on; default: now and then */
  moved(isLong?: boolean): void
  /** Forgets the movement. */
  stop(): void
  /** Whether a movement has not been followed yet. */
  isWaiting(): boolean
}

/** Default time without movement after which it has ended, ms. */
const STILL_MS = 120
/** A movement that goes on is followed this often, ms: following lays out the page, which makes a frame late. */
const LATEST_MS = 1_000

/**
 * Calls back when a movement has ended, and now and then while it goes on, unless it is a long one.
 * @param stillMs without movement for this long, it has ended, ms; default 120
 */
export function createWhenStill(follow: () => void, stillMs = STILL_MS): WhenStill {
  let timer: ReturnType<typeof setTimeout> | undefined
  let [firstMs, lastMs] = [0, 0]

  function check(): void {
    const nowMs = performance.now()
    const leftMs = Math.min(lastMs + stillMs, firstMs + LATEST_MS) - nowMs
    timer = leftMs > 0 ? setTimeout(check, leftMs) : undefined
    if (timer === undefined) follow()
  }

  return {
    moved(isLong = false) {
      lastMs = performance.now()
      if (timer === undefined || isLong) firstMs = lastMs
      timer ??= setTimeout(check, stillMs)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
    isWaiting: () => timer !== undefined,
  }
}
