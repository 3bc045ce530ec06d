import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { planFilmstrip, previewSize } from '../../model/index.ts'
import { decode, type DecodeSource, PICTURE, wasWritten } from './decode.ts'
import { AS_JPEG, plainPicture } from './picture-filters.ts'

/** Writes one frame as a JPEG of good quality. */
export const STILL_JPEG = [
  '-c:v',
  'mjpeg',
  '-q:v',
  '4',
  '-pix_fmt',
  'yuvj420p',
  '-frames:v',
  '1',
  '-f',
  'image2',
  '-update',
  '1',
]
const MOST_BYTES = 16_000_000

/**
 * Writes `filmstrip.jpg` and its plan `filmstrip.json`. It decodes only keyframes, which is ten times faster; where
 * they are far apart a tile repeats the last one.
 */
export async function makeFilmstrip(source: DecodeSource): Promise<void> {
  const plan = planFilmstrip(source.probe)
  const filters = [
    // While skipping frames, ffmpeg may take the start of the sound for the start of the file.
    'setpts=PTS-STARTPTS',
    // One extra frame, or a single keyframe of unknown duration would count as none.
    'tpad=stop=1:stop_mode=clone',
    `fps=1000/${plan.intervalMs}:start_time=0:round=up`,
    // The last keyframe fills the rest.
    'tpad=stop=-1:stop_mode=clone',
    ...plainPicture(source.probe, { width: plan.tileWidth, height: plan.tileHeight }),
    `tile=${plan.columns}x${plan.rows}`,
    AS_JPEG,
  ]
  await decode(source, {
    args: ['-skip_frame', 'nokey', '-i', '/in/source', '-map', PICTURE, '-an', '-vf', filters.join(','), ...STILL_JPEG],
    output: 'filmstrip.jpg',
    effort: 4,
    outputBytes: MOST_BYTES,
  })
  await writeFile(join(source.outputDir, 'filmstrip.json'), JSON.stringify(plan))
}

/** Writes `poster.jpg`: the frame at one second, or at a tenth of a short video. */
export async function makePoster(source: DecodeSource): Promise<void> {
  await makePosterAt(source, Math.min(1, source.probe.durationMs / 10_000))
  // A video of one long frame has nothing that late.
  if (!(await wasWritten(source, 'poster.jpg'))) await makePosterAt(source, 0)
}

async function makePosterAt(source: DecodeSource, seconds: number): Promise<void> {
  const filters = [...plainPicture(source.probe, previewSize(source.probe)), AS_JPEG]
  await decode(source, {
    args: [
      '-ss',
      seconds.toFixed(3),
      '-i',
      '/in/source',
      '-map',
      PICTURE,
      '-an',
      '-vf',
      filters.join(','),
      ...STILL_JPEG,
    ],
    output: 'poster.jpg',
    effort: 1,
    outputBytes: MOST_BYTES,
  })
}
