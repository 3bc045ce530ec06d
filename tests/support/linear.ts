import { expect } from 'vitest'

const GROWTH = 8
/** Times this much more than growth in proportion is still taken for noise; quadratic work takes `GROWTH` times more. */
const MARGIN = 4
/** Processor milliseconds; anything below is noise. */
const NOISE_MS = 10

/**
 * Expects work whose time grows in proportion to the size of its input: eight times the input may take 32 times the
 * processor time, where quadratic work takes 64 times. The smaller size must be large enough for its square to be seen:
 * quadratic work should take 10 ms for it.
 * @param work is called with `size` and with `8 * size`
 */
export function expectLinear(work: (size: number) => unknown, size: number): void {
  const small = Math.max(
    NOISE_MS,
    fastest(() => work(size)),
  )
  const large = fastest(() => work(size * GROWTH))
  expect(large, `${size * GROWTH} took ${large} ms, ${size} took ${small} ms`).toBeLessThan(small * GROWTH * MARGIN)
}

/** Processor milliseconds of the faster of two runs. Other threads of this process do not count. */
function fastest(work: () => unknown): number {
  return Math.min(threadMs(work), threadMs(work))
}

/** Processor milliseconds that this thread spends on the work. */
export function threadMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
