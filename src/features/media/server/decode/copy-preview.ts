import { AppError } from '#platform/shared/errors.ts'
import { type ColourTags, isTagged, type Probe, probedColours } from '../../model/index.ts'
import { decode, type DecodeSource, PICTURE } from './decode.ts'
import { DETECT_SHOTS, REPORT_SHOTS } from './shots.ts'

/** Changes of shot are as plain in single pixels at this width, and cheaper to find. */
const SHOTS_WIDTH = 160
/** The share of the progress that decoding takes; copying takes the rest. */
const DECODED_SHARE = 0.95

/**
 * Writes `preview.mp4` with the tracks of the source, its index first, and reports changes of shot for `writeShots`.
 * Decodes it once before, except frames that no other needs: browsers stop at a frame that ffmpeg conceals. A shot that
 * begins with such a frame is found at the next one.
 * @returns its duration in milliseconds; undefined if one of these frames cannot be decoded or copied
 */
export async function copyPreview(
  source: DecodeSource,
  onProgress: (timeMs: number) => void,
): Promise<number | undefined> {
  try {
    const decodedMs = await decodeOnce(source, (timeMs) => onProgress(timeMs * DECODED_SHARE))
    await copyTracks(source)
    return decodedMs
  } catch (error) {
    if (error instanceof AppError && error.code === 'unsupported_media') return undefined
    throw error
  }
}

function copyTracks(source: DecodeSource): Promise<number> {
  const tracks = ['-map', PICTURE, ...soundOf(source.probe), '-c', 'copy', ...tagArguments(source.probe), '-sn', '-dn']
  return decode(source, {
    args: ['-i', '/in/source', ...tracks, ...CONTAINER],
    output: 'preview.mp4',
    inBackground: true,
    effort: 1,
    // At most 10 Mbit/s, twice over for files that lie about their length.
    outputBytes: 50_000_000 + (source.probe.durationMs / 1_000) * 2_500_000,
  })
}

/** ffmpeg's arguments that write the colour tags a source leaves open, without touching its frames. */
function tagArguments(probe: Probe): string[] {
  const colours = probedColours(probe)
  if (probe.picture === undefined || colours === undefined || isTagged(probe.picture, colours.tags)) return []
  const { colorspace, primaries, transfer } = codesOf(colours.tags)
  const values = `colour_primaries=${primaries}:transfer_characteristics=${transfer}:matrix_coefficients=${colorspace}`
  return ['-bsf:v', `h264_metadata=video_full_range_flag=0:${values}`]
}

/** The numbers of tags in H.264, by ffmpeg's names. */
function codesOf({ colorspace, primaries, transfer }: ColourTags): Record<keyof ColourTags, number> {
  return {
    colorspace: CODES[colorspace] ?? UNSPECIFIED,
    primaries: CODES[primaries] ?? PRIMARIES_CODES[primaries] ?? UNSPECIFIED,
    transfer: CODES[transfer] ?? TRANSFER_CODES[transfer] ?? UNSPECIFIED,
  }
}

const UNSPECIFIED = 2
/** The same for matrix, primaries and transfer. */
const CODES: Readonly<Record<string, number>> = { bt709: 1, bt470m: 4, bt470bg: 5, smpte170m: 6, smpte240m: 7 }
const PRIMARIES_CODES: Readonly<Record<string, number>> = { film: 8, bt2020: 9, smpte431: 11, smpte432: 12 }
const TRANSFER_CODES: Readonly<Record<string, number>> = {
  linear: 8,
  'iec61966-2-4': 11,
  'iec61966-2-1': 13,
  'bt2020-10': 14,
  'bt2020-12': 15,
}

/** The container of a preview: the index first, and nothing about its origin. */
export const CONTAINER = ['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', '-f', 'mp4']

/** @throws AppError `unsupported_media` at the first frame that cannot be decoded */
function decodeOnce(source: DecodeSource, onProgress: (timeMs: number) => void): Promise<number> {
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
