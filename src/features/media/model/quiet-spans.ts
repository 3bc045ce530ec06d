import type { PeakSlice, TimeSpan } from './peak-range.ts'

/** The shortest pause worth snapping to, in milliseconds: shorter ones are closures of consonants. */
const SHORTEST_PAUSE_MS = 120
/** Below this a step is quiet however soft the speech is: dither and rounding. */
const QUIETEST = 2
/** A pause is at least 9 dB below speech, and anything 22 dB below it is one. */
const MOST_OF_LOUD = 0.35
const LEAST_OF_LOUD = 0.08
/** A room's noise varies by this factor. */
const OVER_FLOOR = 1.5

/**
 * The loudness at or below which a step counts as quiet, 2 to 127, from the loud and the soft parts of the whole sound.
 * @param whole the whole sound in any resolution; the coarsest will do
 */
export function quietThreshold(whole: Pick<PeakSlice, 'data'>): number {
  const steps = whole.data.length / 2
  const histogram = new Uint32Array(129)
  for (let step = 0; step < steps; step += 1) {
    const loudness = loudnessAt(whole.data, step)
    histogram[loudness] = (histogram[loudness] ?? 0) + 1
  }
  const [floor, loud] = [quantile(histogram, steps * 0.1), quantile(histogram, steps * 0.9)]
  const overFloor = Math.min(Math.max(floor * OVER_FLOOR, loud * LEAST_OF_LOUD), loud * MOST_OF_LOUD)
  return Math.max(QUIETEST, Math.round(overFloor))
}

/**
 * Finds the pauses in a part of the sound, in order. A pause that continues beyond the part is cut at its ends.
 * @param threshold from `quietThreshold`
 * @param shortestMs the shortest pause; default 120
 */
export function findQuietSpans(
  { rate, firstStep, data }: PeakSlice,
  { threshold, shortestMs = SHORTEST_PAUSE_MS }: { threshold: number; shortestMs?: number },
): TimeSpan[] {
  const spans: TimeSpan[] = []
  const steps = data.length / 2
  const msAt = (step: number) => ((firstStep + step) * 1_000) / rate
  let start: number | undefined
  for (let step = 0; step <= steps; step += 1) {
    const isQuiet = step < steps && loudnessAt(data, step) <= threshold
    if (isQuiet) start ??= step
    if (isQuiet || start === undefined) continue
    if (msAt(step) - msAt(start) >= shortestMs) spans.push({ t0: msAt(start), t1: msAt(step) })
    start = undefined
  }
  return spans
}

/** 0 to 128: the larger distance from zero. */
function loudnessAt(data: Int8Array, step: number): number {
  return Math.max(-(data[step * 2] ?? 0), data[step * 2 + 1] ?? 0, 0)
}

function quantile(histogram: Uint32Array, rank: number): number {
  let seen = 0
  for (const [loudness, count] of histogram.entries()) {
    seen += count
    if (seen > rank) return loudness
  }
  return 0
}
