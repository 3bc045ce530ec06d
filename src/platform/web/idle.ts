/** Time left before the page has something else to do, ms. */
export type IdleTime = { timeRemaining(): number }

/** What a browser without idle callbacks (Safari before 26.4) is given at a time, ms. */
const SLICE_MS = 5

/** Calls back once, when the page has nothing more urgent to do. @returns cancels it */
export function whenIdle(callback: (time: IdleTime) => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const request = requestIdleCallback(callback)
    return () => cancelIdleCallback(request)
  }
  const timer = setTimeout(() => {
    const end = performance.now() + SLICE_MS
    callback({ timeRemaining: () => Math.max(0, end - performance.now()) })
  })
  return () => clearTimeout(timer)
}
