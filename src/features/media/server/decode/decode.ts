import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MediaError, type MediaLimits, type MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { AppError } from '#platform/shared/errors.ts'
import type { Probe } from '../../model/index.ts'

/** A video to decode: its path, its probe, and the output folder. */
export type DecodeSource = {
  readonly media: MediaRunner
  readonly path: string
  readonly probe: Probe
  /** An absolute path; receives the files that `args` names as `/out/…`. */
  readonly outputDir: string
  readonly signal: AbortSignal
}

/** ffmpeg's selector of the picture: the first video stream that is not cover art. */
export const PICTURE = '0:V:0'

/** The output of one ffmpeg run. */
export type Decoded = {
  /** ffmpeg's arguments before the output name; the source is `/in/source`. */
  readonly args: readonly string[]
  /** The name of the output file in `outputDir`. */
  readonly output: string
  /** Whether it gives way to other work, such as speech. */
  readonly inBackground?: true
  /** The processor seconds allowed per second of video. */
  readonly effort: number
  /** The maximum size of the output. */
  readonly outputBytes: number
  /** @param timeMs media time written so far */
  onProgress?(timeMs: number): void
}

/**
 * Runs ffmpeg on the source.
 * @returns the media time written, in milliseconds; 0 if nothing could be decoded
 * @throws AppError `unsupported_media` with one sentence if the video is at fault
 */
export async function decode(
  { media, path, probe, outputDir, signal }: DecodeSource,
  wanted: Decoded,
): Promise<number> {
  let writtenMs = 0
  try {
    await media.run({
      tool: 'ffmpeg',
      args: ['-v', 'error', ...wanted.args, '-y', `/out/${wanted.output}`],
      inputs: [{ path, as: 'source' }],
      outputDir,
      limits: limitsFor(probe, wanted),
      ...(wanted.inBackground && { inBackground: true }),
      signal,
      onProgress({ timeMs }) {
        writtenMs = Math.max(writtenMs, timeMs)
        wanted.onProgress?.(timeMs)
      },
    })
  } catch (error) {
    throw error instanceof MediaError ? asRefusal(error) : error
  }
  return writtenMs
}

/** Whether ffmpeg wrote the file: with nothing to encode it succeeds without one. */
export async function wasWritten({ outputDir }: Pick<DecodeSource, 'outputDir'>, output: string): Promise<boolean> {
  const found = await stat(join(outputDir, output)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return found !== undefined && found.size > 0
}

/** The refusal of a video that cannot be decoded, or not enough of it. */
export function damagedFile(cause?: Error): AppError {
  const problem =
    'This video is damaged and cannot be decoded. Save it again or copy it from where it was recorded, and upload the new file.'
  return new AppError('unsupported_media', problem, {}, cause === undefined ? {} : { cause })
}

/** Time in proportion to the duration, plus a fixed part for starting up. */
function limitsFor({ durationMs }: Probe, o: Pick<Decoded, 'effort' | 'outputBytes'>): MediaLimits {
  const seconds = durationMs / 1_000
  return {
    memoryMb: 4_096,
    cpuSeconds: 120 + seconds * o.effort,
    // Processors are shared: the wall clock may take three times as long.
    wallMs: (120 + seconds * o.effort * 3) * 1_000,
    outputBytes: o.outputBytes,
  }
}

/** A full disk is our fault and retried; any other failure is the video's, and final. */
function asRefusal(error: MediaError): Error {
  if (/No space left on device|Input\/output error/u.test(error.stderr)) return error
  if (error.failure === 'failed') return damagedFile(error)
  const problem =
    'DecodeSource this video takes far more time or memory than its length should. Export it as an H.264 MP4 and upload the new file.'
  return new AppError('unsupported_media', problem, {}, { cause: error })
}
