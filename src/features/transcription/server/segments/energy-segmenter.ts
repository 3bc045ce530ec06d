import { cutAtPauses, percentile, type Stretch } from './cut-at-pauses.ts'
import { DIGITAL_SILENCE_DB, FRAME_MS, loudness } from './loudness.ts'
import type { Segmenter } from '../ports.ts'
import { withWav } from '../wav.ts'

/** Digital silence at least this long is skipped. */
const DROPPED_SILENCE_MS = 500
/** Part of a dropped silence kept beside the sound, so that no soft consonant is cut. */
const SILENCE_MARGIN_MS = 120
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
