import { SAMPLE_RATE, type Wav } from '../wav.ts'

/** Milliseconds of one loudness value. */
export const FRAME_MS = 10
const FRAME_SAMPLES = (SAMPLE_RATE * FRAME_MS) / 1_000
const READ_MS = 30_000
/** Level of complete silence, in decibels below full scale. */
export const SILENT_DB = -120
/** Below this level sound is digital silence: dither and rounding, quieter than any room. */
export const DIGITAL_SILENCE_DB = -66

/**
 * Loudness of the sound, 100 values a second, in decibels below full scale (0 is the loudest, `SILENT_DB` is silence).
 * Ignores a constant offset (DC) of the signal.
 */
export async function loudness(wav: Wav, o: { fromMs: number; signal?: AbortSignal }): Promise<Float32Array> {
  const values = new Float32Array(Math.max(0, Math.ceil((wav.durationMs - o.fromMs) / FRAME_MS)))
  let filled = 0
  for (let startMs = o.fromMs; startMs < wav.durationMs; startMs += READ_MS) {
    o.signal?.throwIfAborted()
    const samples = await wav.samples(startMs, startMs + READ_MS)
    for (let at = 0; at < samples.length && filled < values.length; at += FRAME_SAMPLES) {
      values[filled] = frameLoudness(samples.subarray(at, at + FRAME_SAMPLES))
      filled += 1
    }
  }
  return values.subarray(0, filled)
}

/** Loudness of samples already in memory. */
export function frameLoudnessOf(samples: Int16Array): number[] {
  const count = Math.ceil(samples.length / FRAME_SAMPLES)
  return Array.from({ length: count }, (_, at) =>
    frameLoudness(samples.subarray(at * FRAME_SAMPLES, (at + 1) * FRAME_SAMPLES)),
  )
}

function frameLoudness(frame: Int16Array): number {
  let sum = 0
  let squares = 0
  for (const sample of frame) {
    sum += sample
    squares += sample * sample
  }
  const mean = sum / frame.length
  const power = squares / frame.length - mean * mean
  return power <= 0 ? SILENT_DB : Math.max(SILENT_DB, 10 * Math.log10(power / 32_768 ** 2))
}
