import { AppError } from '#platform/shared/errors.ts'
import type { Probe } from '../model/index.ts'
import { decode, type Decoding, PICTURE } from './decode.ts'
import { DETECT_SHOTS, REPORT_SHOTS } from './shots.ts'

/** Changes of shot are as plain in single pixels at this width, and cheaper to find. */
const SHOTS_WIDTH = 160
/** The share of the progress that decoding takes; copying takes the rest. */
const DECODED_SHARE = 0.95

/**
 * Writes `preview.mp4` with the tracks of the source, its index first, and reports changes of shot for `writeShots`.
 * Decodes it once before, except frames that no other needs: browsers stop at a frame that ffmpeg conceals. A shot that
 * begins with such a frame is found at the next one.
 * @returns its duration in milliseconds; undefined if one of these frames cannot be decoded, for which no copy is made
 */
export async function copyPreview(source: Decoding, onProgress: (timeMs: number) => void): Promise<number | undefined> {
  const decodedMs = await decodeOnce(source, (timeMs) => onProgress(timeMs * DECODED_SHARE)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'unsupported_media') return undefined
    throw error
  })
  if (decodedMs === undefined) return undefined
  await decode(source, {
    args: ['-i', '/in/source', '-map', PICTURE, ...soundOf(source.probe), '-c', 'copy', '-sn', '-dn', ...CONTAINER],
    output: 'preview.mp4',
    inBackground: true,
    effort: 1,
    // At most 10 Mbit/s, twice over for files that lie about their length.
    outputBytes: 50_000_000 + (source.probe.durationMs / 1_000) * 2_500_000,
  })
  return decodedMs
}

/** The container of a preview: the index first, and nothing about its origin. */
export const CONTAINER = ['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', '-f', 'mp4']

/** @throws AppError `unsupported_media` at the first frame that cannot be decoded */
function decodeOnce(source: Decoding, onProgress: (timeMs: number) => void): Promise<number> {
  const { fps } = source.probe
  const filters = [
    `scale=${SHOTS_WIDTH}:-2:flags=neighbor`,
    DETECT_SHOTS,
    `fps=${fps.n}/${fps.d}:start_time=0`,
    REPORT_SHOTS,
  ]
  return decode(source, {
    args: [
      '-xerror',
      // What it smooths changes no shot.
      '-skip_loop_filter',
      'all',
      '-skip_frame',
      'noref',
      '-i',
      '/in/source',
      '-map',
      PICTURE,
      ...soundOf(source.probe),
      '-vf',
      filters.join(','),
      '-f',
      'null',
    ],
    // The null format writes no file, only the filter does.
    output: 'nothing',
    inBackground: true,
    effort: 6,
    outputBytes: 50_000_000,
    onProgress,
  })
}

function soundOf({ audio }: Probe): string[] {
  return audio === null ? ['-an'] : ['-map', `0:a:${audio.track}`]
}
