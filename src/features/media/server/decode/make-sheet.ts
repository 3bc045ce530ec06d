import { type Filmstrip, perSecond, type Probe, SHEET_MS } from '../../model/index.ts'
import type { MediaLimits, MediaRunner } from '#platform/server/sandbox/sandbox.ts'
import { PICTURE } from './decode.ts'
import { AS_JPEG } from './picture-filters.ts'
import { PREVIEW_KEYFRAMES } from './preview.ts'
import { STILL_JPEG } from './stills.ts'

/** A minute of a preview takes about half a processor second; the rest is for a busy machine. */
const LIMITS: MediaLimits = { memoryMb: 2_048, cpuSeconds: 30, wallMs: 60_000, outputBytes: 4_000_000 }

/**
 * Writes one sheet of the filmstrip as `sheet.jpg`. Each tile shows the last keyframe at or before its second, or the
 * last frame if keyframes are further apart; a copied preview has one every two seconds.
 * @param o.path the project's `preview.mp4`
 * @throws MediaError if the preview cannot be decoded
 */
export async function makeSheet(
  media: MediaRunner,
  o: {
    readonly path: string
    readonly outputDir: string
    readonly probe: Pick<Probe, 'fps' | 'playsAsIs'>
    readonly minute: number
    readonly plan: Filmstrip
  },
): Promise<void> {
  const { plan, probe } = o
  const filters = [
    // The last frame fills the rest: the sound may be longer than the picture.
    'tpad=stop=-1:stop_mode=clone',
    `fps=1000/${plan.intervalMs}:start_time=0:round=up`,
    `scale=${plan.tileWidth}:${plan.tileHeight}:flags=bilinear`,
    `tile=${plan.columns}x${plan.rows}`,
    AS_JPEG,
  ]
  const keyframesOnly = probe.playsAsIs === true || PREVIEW_KEYFRAMES / perSecond(probe.fps) <= plan.intervalMs / 1_000
  const reading = [
    // Start at the keyframe before the minute, which its first tile may show.
    '-noaccurate_seek',
    '-ss',
    String((o.minute * SHEET_MS) / 1_000),
    // A keyframe depends on no other, and what the filter smooths is not seen in a tile.
    ...(keyframesOnly ? ['-skip_frame', 'nokey', '-skip_loop_filter', 'all'] : []),
  ]
  await media.run({
    tool: 'ffmpeg',
    args: [
      '-v',
      'error',
      // Two, since somebody may be waiting for it: decoding takes most of the time.
      '-threads',
      '2',
      ...reading,
      '-i',
      '/in/source',
      '-map',
      PICTURE,
      '-an',
      '-vf',
      filters.join(','),
      ...STILL_JPEG,
      '-y',
      '/out/sheet.jpg',
    ],
    inputs: [{ path: o.path, as: 'source' }],
    outputDir: o.outputDir,
    limits: LIMITS,
  })
}
