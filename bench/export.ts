/**
 * What burning captions in costs, against a bare re-encode by ffmpeg, ffmpeg with libass, and Remotion where that is
 * installed. Contestants alternate, so that whatever else the machine does meets all of them; each ratio is to the
 * bare run of its own round.
 *
 *     node bench/export.ts [rounds=3] [seconds=36] [templates=all, or ids with commas]
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TEMPLATES } from '#features/templates/model/index.ts'
import { assOf } from './ass.ts'
import { benchClip, benchDocument, benchFolder, ENCODE } from './clip.ts'
import { type Measurement, measure, measureExport, median } from './measure.ts'
import { remotionIsInstalled, renderWithRemotion } from './remotion.ts'

const [rounds = '3', seconds = '36', chosen = TEMPLATES.map(({ id }) => id).join(',')] = process.argv.slice(2)
const clip = await benchClip(Number(seconds))
const folder = await benchFolder()
const ass = join(folder, 'captions.ass')
await writeFile(ass, assOf(benchDocument(Number(seconds))))

const BARE = 'ffmpeg, no captions'
const contestants = new Map<string, () => Promise<Measurement>>([
  [BARE, () => measure('ffmpeg', ['-v', 'error', '-y', '-i', clip, ...ENCODE, join(folder, 'bare.mp4')])],
  ...TEMPLATES.filter(({ id }) => chosen.split(',').includes(id)).map(
    ({ id, name }) => [name, () => measureExport(clip, id, seconds)] as const,
  ),
  [
    'ffmpeg with libass',
    () => measure('ffmpeg', ['-v', 'error', '-y', '-i', clip, '-vf', `ass=${ass}`, ...ENCODE, join(folder, 'ass.mp4')]),
  ],
])
if (remotionIsInstalled) contestants.set('Remotion', () => renderWithRemotion(Number(seconds)))
else console.log('Remotion is left out: npm install --prefix bench/remotion brings it')

const results = new Map<string, Measurement[]>([...contestants.keys()].map((name) => [name, []]))
for (let round = 1; round <= Number(rounds); round += 1) {
  for (const [name, run] of contestants) {
    const result = await run()
    results.get(name)?.push(result)
    console.log(
      `round ${round}  ${name.padEnd(20)} ${(result.wallMs / 1_000).toFixed(1).padStart(6)} s  ${result.peakMb.toFixed(0).padStart(5)} MB`,
    )
  }
}

console.log(
  `\n${seconds} s of 1080×1920 at 30 fps, x264 veryfast, ${rounds} rounds: wall time to the bare run (median, lowest–highest), peak memory`,
)
const bare = results.get(BARE) ?? []
for (const [name, runs] of results) {
  const ratios = runs.map(({ wallMs }, round) => wallMs / (bare[round]?.wallMs ?? Number.NaN))
  const peak = Math.max(...runs.map(({ peakMb }) => peakMb))
  const spread = `${Math.min(...ratios).toFixed(3)}–${Math.max(...ratios).toFixed(3)}`
  console.log(`${name.padEnd(20)} ${median(ratios).toFixed(3)}  (${spread})  ${peak.toFixed(0).padStart(5)} MB`)
}
