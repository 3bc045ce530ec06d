import { FRAME_MS, SILENT_DB } from './loudness.ts'

/** Longer pauses score no higher than this. */
const LONG_PAUSE_MS = 600

/** A range of frames, end exclusive. */
export type Stretch = readonly [first: number, end: number]

/**
 * Cuts a stretch into pieces at its best pauses: long, soft, and late enough for few pieces.
 * @param values the loudness of each frame
 * @param o.maxMs longest piece
 * @param o.minMs shortest piece, where the stretch permits
 * @param o.pauses known pauses, in order; elsewhere the sound is cut by loudness. Default: none
 */
export function cutAtPauses(
  values: Float32Array,
  [first, end]: Stretch,
  o: { maxMs: number; minMs: number; pauses?: readonly Stretch[] },
): Stretch[] {
  const longest = Math.floor(o.maxMs / FRAME_MS)
  const shortest = Math.min(Math.floor(o.minMs / FRAME_MS), Math.floor(longest / 2))
  const smooth = smoothed(values, first, end)
  const pieces: Stretch[] = []
  let start = first
  while (end - start > longest) {
    // The rest after the cut must not be too short either.
    const latest = Math.min(start + longest, Math.max(end - shortest, start + shortest + 1))
    const within = { offset: first, from: start + shortest, to: latest }
    const cut = knownPause(o.pauses ?? [], within) ?? bestCut(smooth, within)
    pieces.push([start, cut])
    start = cut
  }
  return [...pieces, [start, end]]
}

/** The middle of the best of the known pauses between two frames. */
function knownPause(pauses: readonly Stretch[], { from, to }: { from: number; to: number }): number | undefined {
  let best: { at: number; score: number } | undefined
  for (const [first, end] of pauses) {
    const [at, last] = [Math.max(first, from), Math.min(end, to)]
    if (last <= at) continue
    const score = pauseScore({ frames: last - at, at: at - from, total: to - from })
    if (best === undefined || score > best.score) best = { at: Math.floor((at + last) / 2), score }
  }
  return best && Math.max(from + 1, best.at)
}

/** The middle of the best pause between two frames by loudness. */
function bestCut(smooth: Float32Array, o: { offset: number; from: number; to: number }): number {
  const window = smooth.subarray(o.from - o.offset, o.to - o.offset)
  const sorted = window.toSorted()
  const soft = percentile(sorted, 0.05)
  const loud = percentile(sorted, 0.95)
  const threshold = soft + Math.max(2, (loud - soft) * 0.25)
  let best = { at: softest(window), score: 0 }
  for (let at = 0; at < window.length; at += 1) {
    if ((window[at] ?? 0) > threshold) continue
    let last = at
    while (last + 1 < window.length && (window[last + 1] ?? 0) <= threshold) last += 1
    const score = pauseScore({ frames: last - at + 1, at, total: window.length })
    if (score > best.score) best = { at: Math.floor((at + last + 1) / 2), score }
    at = last
  }
  return o.from + Math.max(1, best.at)
}

function pauseScore({ frames, at, total }: { frames: number; at: number; total: number }): number {
  const length = Math.min(frames * FRAME_MS, LONG_PAUSE_MS) / LONG_PAUSE_MS
  return length * (0.5 + 0.5 * (at / total))
}

/** The softest moment, for sound without a pause. */
function softest(window: Float32Array): number {
  let best = 0
  for (const [at, value] of window.entries()) if (value < (window[best] ?? 0)) best = at
  return best
}

/** Loudness averaged over 90 ms, so that a stop consonant does not count as a pause. */
function smoothed(values: Float32Array, first: number, end: number): Float32Array {
  const reach = 4
  const result = new Float32Array(end - first)
  for (let at = first; at < end; at += 1) {
    let sum = 0
    let count = 0
    for (let near = Math.max(first, at - reach); near <= Math.min(end - 1, at + reach); near += 1) {
      sum += values[near] ?? SILENT_DB
      count += 1
    }
    result[at - first] = sum / count
  }
  return result
}

/** The value below which a share of the values lies. @param sorted ascending, not empty */
export function percentile(sorted: Float32Array, fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? SILENT_DB
}
