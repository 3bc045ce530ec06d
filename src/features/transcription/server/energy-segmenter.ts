import { FRAME_MS, loudness, SILENT_DB } from './loudness.ts'
import type { Segmenter } from './ports.ts'
import { withWav } from './wav.ts'

/** Below this level sound is digital silence: dither and rounding, quieter than any room. */
const DIGITAL_SILENCE_DB = -66
/** Digital silence at least this long is skipped. */
const DROPPED_SILENCE_MS = 500
/** Part of a dropped silence kept beside the sound, so that no soft consonant is cut. */
const SILENCE_MARGIN_MS = 120
/** Longer pauses score no higher than this. */
const LONG_PAUSE_MS = 600
/** Sound with a smaller dynamic range is a hum, a hiss or a tone; speech is never that even. */
const EVEN_SOUND_DB = 4

/**
 * Cuts sound at its pauses by loudness alone. Drops only digital silence and recordings of constant loudness, so a
 * soft speaker is never lost.
 */
export function energySegmenter(): Segmenter {
  return {
    pieces: (wavPath, { fromMs = 0, maxMs, minMs, signal }) =>
      withWav(wavPath, async (wav) => {
        const values = await loudness(wav, { fromMs, ...(signal === undefined ? {} : { signal }) })
        if (isEven(values)) return []
        const sounds = soundingStretches(values)
        const pieces = sounds.flatMap((stretch) => cutAtPauses(values, stretch, { maxMs, minMs }))
        return pieces.map(([first, end]) => ({
          startMs: fromMs + first * FRAME_MS,
          endMs: Math.min(wav.durationMs, fromMs + end * FRAME_MS),
        }))
      }),
  }
}

/** A range of frames, end exclusive. */
type Stretch = readonly [first: number, end: number]

function isEven(values: Float32Array): boolean {
  const sounding = values.filter((value) => value > DIGITAL_SILENCE_DB).toSorted()
  if (sounding.length === 0) return true
  // A recording under a second is too short to judge.
  if (sounding.length < 1_000 / FRAME_MS || sounding.length < values.length * 0.95) return false
  return percentile(sounding, 0.95) - percentile(sounding, 0.05) < EVEN_SOUND_DB
}

/** The sound without long digital silences, of which a margin stays at the edges. */
function soundingStretches(values: Float32Array): Stretch[] {
  const stretches: [number, number][] = []
  const dropped = DROPPED_SILENCE_MS / FRAME_MS
  const kept = SILENCE_MARGIN_MS / FRAME_MS
  let lastSound = Number.NEGATIVE_INFINITY
  for (const [at, value] of values.entries()) {
    if (value <= DIGITAL_SILENCE_DB) continue
    const open = stretches.at(-1)
    if (open === undefined || at - lastSound > dropped) stretches.push([Math.max(0, at - kept), at + 1])
    else open[1] = at + 1
    lastSound = at
  }
  return stretches.map(([first, end]) => [first, Math.min(values.length, end + kept)])
}

function cutAtPauses(values: Float32Array, [first, end]: Stretch, o: { maxMs: number; minMs: number }): Stretch[] {
  const longest = Math.floor(o.maxMs / FRAME_MS)
  const shortest = Math.min(Math.floor(o.minMs / FRAME_MS), Math.floor(longest / 2))
  const smooth = smoothed(values, first, end)
  const pieces: Stretch[] = []
  let start = first
  while (end - start > longest) {
    // The rest after the cut must not be too short either.
    const latest = Math.min(start + longest, Math.max(end - shortest, start + shortest + 1))
    const cut = bestCut(smooth, { offset: first, from: start + shortest, to: latest })
    pieces.push([start, cut])
    start = cut
  }
  return [...pieces, [start, end]]
}

/** The middle of the best pause between two frames: long, soft, and late enough for few pieces. */
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

/** @param sorted ascending, not empty */
function percentile(sorted: Float32Array, fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? SILENT_DB
}
