/** Frames a second as a fraction, so that 29.97 is exactly 30000/1001. */
export type FrameRate = { readonly n: number; readonly d: number }

/** The frame rate measured from a video's timestamps. */
export type MeasuredRate = { readonly fps: FrameRate; readonly variable: boolean }

const COMMON: readonly FrameRate[] = [
  { n: 24_000, d: 1_001 },
  { n: 24, d: 1 },
  { n: 25, d: 1 },
  { n: 30_000, d: 1_001 },
  { n: 30, d: 1 },
  { n: 48, d: 1 },
  { n: 50, d: 1 },
  { n: 60_000, d: 1_001 },
  { n: 60, d: 1 },
  { n: 100, d: 1 },
  { n: 120, d: 1 },
]
const USUAL: FrameRate = { n: 30, d: 1 }
/** Below this, animated captions would visibly jump, so the rate counts as variable. */
const SLOWEST_CONSTANT = 10
/** Matroska and WebM round each timestamp to a millisecond. */
const ROUNDING_MS = 1.1
const SAME_RATE = 0.002

/**
 * Measures the frame rate from presentation times. Constant if all steps are equal; otherwise the nearest common rate
 * to the usual step, and 30 below 24.
 * @param timesMs presentation times in milliseconds, ascending
 * @param declared the container's rate; trusted only if the times agree
 */
export function frameRateOf(timesMs: readonly number[], declared: FrameRate | null): MeasuredRate {
  const steps = timesMs.slice(1).map((time, index) => time - (timesMs[index] ?? 0))
  if (steps.length === 0)
    return declared !== null && isUsable(declared) ? { fps: declared, variable: false } : { fps: USUAL, variable: true }
  const sorted = steps.toSorted((a, b) => a - b)
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length
  const even = (sorted.at(-1) ?? 0) - usual <= ROUNDING_MS && usual - (sorted[0] ?? 0) <= ROUNDING_MS
  const rate = 1_000 / mean
  if (!even || rate < SLOWEST_CONSTANT || !Number.isFinite(rate))
    return { fps: nearestCommon(1_000 / Math.max(usual, 1)), variable: true }
  return { fps: constantRate(rate, declared), variable: false }
}

/** @returns frames a second */
export function perSecond({ n, d }: FrameRate): number {
  return n / d
}

function constantRate(rate: number, declared: FrameRate | null): FrameRate {
  const agrees = (candidate: FrameRate) => Math.abs(perSecond(candidate) - rate) / rate <= SAME_RATE
  if (declared !== null && isUsable(declared) && agrees(declared)) return declared
  const common = nearestCommon(rate)
  return agrees(common) ? common : { n: Math.round(rate * 1_000), d: 1_000 }
}

function isUsable({ n, d }: FrameRate): boolean {
  return n > 0 && d > 0 && n / d >= SLOWEST_CONSTANT && n / d <= 1_000
}

function nearestCommon(rate: number): FrameRate {
  if (rate < 23.5) return USUAL
  const distance = (candidate: FrameRate) => Math.abs(Math.log(perSecond(candidate) / rate))
  return COMMON.reduce((best, candidate) => (distance(candidate) < distance(best) ? candidate : best))
}
