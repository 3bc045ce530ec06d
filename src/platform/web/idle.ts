/** Time left in this idle period, ms. */
export type IdleTime = { timeRemaining(): number }

/** Length of a slice in browsers without idle callbacks (Safari before 26.4), ms. */
const SLICE_MS = 5

/**
 * Calls back once, when the browser is idle.
 * @param options.timeout the longest wait for that, ms; default none
 * @returns a function that cancels the call
 */
export function whenIdle(callback: (time: IdleTime) => void, options?: { readonly timeout: number }): () => void {
  if (typeof requestIdleCallback === 'function') {
    const request = requestIdleCallback(callback, options)
    return () => cancelIdleCallback(request)
  }
  const timer = setTimeout(() => {
    const end = performance.now() + SLICE_MS
    callback({ timeRemaining: () => Math.max(0, end - performance.now()) })
  })
  return () => clearTimeout(timer)
}
