import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MediaError, type MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { AppError } from '#platform/shared/errors.ts'
import { AS_WAV, SOUND_RATE, soundInStep, WAV_HEADER_BYTES } from './sound.ts'

const BYTES_PER_SECOND = SOUND_RATE * 2

/** A file with sound that nobody has measured, as hostile as any upload. */
type UnmeasuredSound = {
  readonly path: string
  /** An absolute path; receives `sound.wav`. */
  readonly outputDir: string
  /** Where reading stops: the file may be longer. */
  readonly seconds: number
  /** Containers besides those of videos, by ffmpeg's names. Default: none */
  readonly extraFormats?: readonly string[]
  readonly signal: AbortSignal
}

/**
 * Writes the first sound of a file as `sound.wav`, in the sandbox: 16 kHz, mono, 16-bit, its first sample at media time 0.
 * @returns its length in milliseconds, at least 1
 * @throws AppError `unsupported_media` if nothing can be decoded
 */
export async function readSound(
  media: MediaRunner,
  { path, outputDir, seconds, extraFormats = [], signal }: UnmeasuredSound,
): Promise<number> {
  const read = ['-v', 'error', '-i', '/in/sound', '-map', '0:a:0', '-vn', '-sn', '-dn', '-t', String(seconds)]
  try {
    await media.run({
      tool: 'ffmpeg',
      args: [...read, '-af', soundInStep(SOUND_RATE), ...AS_WAV, '-y', '/out/sound.wav'],
      inputs: [{ path, as: 'sound' }],
      outputDir,
      extraFormats,
      limits: {
        memoryMb: 1_024,
        cpuSeconds: 30 + seconds / 10,
        wallMs: (60 + seconds / 3) * 1_000,
        outputBytes: WAV_HEADER_BYTES + (seconds + 1) * BYTES_PER_SECOND,
      },
      signal,
    })
  } catch (error) {
    throw error instanceof MediaError && error.failure !== 'output' ? unreadable(error) : error
  }
  const { size } = await stat(join(outputDir, 'sound.wav'))
  const durationMs = Math.round(((size - WAV_HEADER_BYTES) * 1_000) / BYTES_PER_SECOND)
  if (durationMs < 1) throw unreadable()
  return durationMs
}

function unreadable(cause?: Error): AppError {
  return new AppError('unsupported_media', 'This sound could not be read.', {}, cause === undefined ? {} : { cause })
}
