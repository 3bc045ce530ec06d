import { expect } from 'vitest'

const GROWTH = 8
/** Growth up to this factor above linear counts as noise; quadratic work is `GROWTH` times above linear. */
const MARGIN = 4
/** Processor time in milliseconds; anything below is noise. */
const NOISE_MS = 10
const MORE_RUNS = 3

/**
 * Expects processor time that grows linearly with the input: eight times the input may take up to 32 times as long,
 * where quadratic work takes 64 times as long. Choose a size for which quadratic work would take 10 ms.
 * @param work is called with `size` and with `8 * size`
 */
export function expectLinear(work: (size: number) => unknown, size: number): void {
  let large = threadMs(() => work(size * GROWTH))
  // Within the bound of the smallest possible `small`, so further runs cannot change the verdict.
  if (large < NOISE_MS * GROWTH * MARGIN) return
  const small = Math.min(
    threadMs(() => work(size)),
    threadMs(() => work(size)),
  )
  const limit = Math.max(NOISE_MS, small) * GROWTH * MARGIN
  // The fastest of some runs counts: a busy machine slows any of them down, and quadratic work is slow in all.
  for (let again = 0; again < MORE_RUNS && large >= limit; again += 1)
    large = Math.min(
      large,
      threadMs(() => work(size * GROWTH)),
    )
  expect(large, `${size * GROWTH} took ${large} ms, ${size} took ${small} ms`).toBeLessThan(limit)
}

/** Processor milliseconds this thread spends on the work. */
export function threadMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
