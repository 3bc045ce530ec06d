import { previewSize } from '../../model/index.ts'
import { CONTAINER, copyPreview } from './copy-preview.ts'
import { decode, type DecodeSource, PICTURE } from './decode.ts'
import { plainPicture } from './picture-filters.ts'
import { DETECT_SHOTS, REPORT_SHOTS } from './shots.ts'
import { soundInStep } from './sound.ts'

const SOUND_RATE = 48_000
/** The number of frames from one keyframe of a preview to the next. */
export const PREVIEW_KEYFRAMES = 15

/**
 * Writes `preview.mp4`: upright, square pixels, a constant rate, starting at media time 0. Reports changes of shot for
 * `writeShots` on the way. Tracks that play and seek well are copied; of all others the short side is at most 540, with
 * a keyframe every 15 frames for quick seeking.
 * @returns its duration in milliseconds
 */
export async function makePreview(source: DecodeSource, onProgress: (timeMs: number) => void): Promise<number> {
  const copiedMs = source.probe.playsAsIs === true ? await copyPreview(source, onProgress) : undefined
  return copiedMs ?? encodePreview(source, onProgress)
}

function encodePreview(source: DecodeSource, onProgress: (timeMs: number) => void): Promise<number> {
  const { probe } = source
  const size = previewSize(probe)
  // The rate last: where frames are far apart, as in screen recordings, each is scaled once and then repeated.
  const rate = `fps=${probe.fps.n}/${probe.fps.d}:start_time=0`
  const filters = [...plainPicture(probe, size), DETECT_SHOTS, rate, REPORT_SHOTS]
  const picture = ['-map', PICTURE, '-vf', filters.join(','), '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '26']
  const interval = String(PREVIEW_KEYFRAMES)
  const seeking = ['-g', interval, '-keyint_min', interval, '-sc_threshold', '0', '-bf', '0']
  const sound =
    probe.audio === null
      ? ['-an']
      : ['-map', `0:a:${probe.audio.track}`, '-af', soundInStep(SOUND_RATE), '-c:a', 'aac', '-b:a', '128k', '-ac', '2']
  return decode(source, {
    args: ['-i', '/in/source', ...picture, ...seeking, '-sn', '-dn', ...sound, ...CONTAINER],
    output: 'preview.mp4',
    // Words appear first: the editor plays the creator's own file meanwhile.
    inBackground: true,
    // 4K HDR at 60 frames a second takes about 10 processor seconds per second on a small machine.
    effort: 30,
    outputBytes: 50_000_000 + (probe.durationMs / 1_000) * 4_000_000,
    onProgress,
  })
}
