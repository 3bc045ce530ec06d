import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Probe, shotsAt } from '../../model/index.ts'
import { decode, type DecodeSource, PICTURE } from './decode.ts'

/** ffmpeg's report, in the output folder, where it runs. */
const REPORT = 'shots.txt'

/** The filter that marks the first frame of each shot; before a filter that repeats frames, which look like stills. */
export const DETECT_SHOTS = 'scdet=threshold=10'
/** The filter that reports marked frames by number; after the one that makes the rate constant. */
export const REPORT_SHOTS = `metadata=mode=print:key=lavfi.scd.time:file=${REPORT}`

/** Writes `shots.json` from ffmpeg's report on a constant rate of frames. */
export async function writeShots(outputDir: string, { fps }: Pick<Probe, 'fps'>): Promise<void> {
  const frames: number[] = []
  for await (const line of createInterface({ input: createReadStream(join(outputDir, REPORT)) })) {
    // The times in the report have six digits, too few for a frame after the first hour.
    const frame = /^frame:(\d+)/u.exec(line)?.[1]
    if (frame !== undefined) frames.push(Number(frame))
  }
  await writeFile(join(outputDir, 'shots.json'), JSON.stringify(shotsAt(frames, fps)))
}

/** Writes `shots.json` of a finished `preview.mp4`, the path of `source`, whose rate is constant. */
export async function findShots(source: DecodeSource): Promise<void> {
  const filters = [DETECT_SHOTS, REPORT_SHOTS]
  await decode(source, {
    args: ['-i', '/in/source', '-map', PICTURE, '-an', '-vf', filters.join(','), '-f', 'null'],
    // The null format writes no file, only the filter does.
    output: 'nothing',
    effort: 2,
    outputBytes: 50_000_000,
  })
  await writeShots(source.outputDir, source.probe)
}
