import type { Probe } from '../../model/index.ts'
import { decode, type DecodeSource } from './decode.ts'

/** The sample rate of the sound for speech recognition and the waveform. */
export const SOUND_RATE = 16_000
/** In bit-exact mode ffmpeg adds nothing to the 44 bytes of a plain WAV header. */
export const WAV_HEADER_BYTES = 44

/** ffmpeg's options of a plain mono WAV. */
export const AS_WAV = '-ac 1 -c:a pcm_s16le -map_metadata -1 -fflags +bitexact -flags +bitexact'.split(' ')

/**
 * Writes `audio.wav`: 16 kHz, mono, 16-bit. Its first sample is media time 0 and gaps are filled with silence, so that
 * sample n plays at n/16 ms whatever the container's timestamps are.
 */
export async function makeSound(
  source: DecodeSource,
  audio: NonNullable<Probe['audio']>,
  onProgress: (timeMs: number) => void,
): Promise<void> {
  const args = ['-i', '/in/source', '-map', `0:a:${audio.track}`, '-vn', '-sn', '-dn', '-af', soundInStep(SOUND_RATE)]
  await decode(source, {
    args: [...args, ...AS_WAV],
    output: 'audio.wav',
    effort: 1,
    outputBytes: WAV_HEADER_BYTES + (source.probe.durationMs / 1_000 + 60) * SOUND_RATE * 2,
    onProgress,
  })
}

/** The filter that aligns sound with media time, at a rate in samples a second. */
export function soundInStep(rate: number): string {
  return `aresample=${rate}:async=1:first_pts=0`
}
