/**
 * The cost of burning in captions, against a bare re-encode by ffmpeg, ffmpeg with libass, and Remotion if installed.
 * Contestants alternate, so that other load on the machine affects all of them; each ratio is to the bare run of the
 * same round.
 *
 * libass is compared look by look: still captions (Clean Line), and words that pop as they are spoken (Bounce). `assOf`
 * derives both from our own layout, so that the encoder gets the same picture from either; the last lines are the ratio
 * of the two, round by round.
 *
 *     node bench/export.ts [rounds=3] [seconds=36] [templates=all, or ids with commas]
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fontsOf, trackOf } from '#features/rendering/model/index.ts'
import { layOutScene } from '#features/rendering/server/painter/paint-frames.ts'
import { TEMPLATES, newestTemplate } from '#features/templates/model/index.ts'
import { assOf } from './ass.ts'
import { benchClip, benchDocument, benchFolder, ENCODE, FRAME, FRAMES_PER_SECOND } from './clip.ts'
import { type Measurement, measure, measureExport, median } from './measure.ts'
import { remotionIsInstalled, renderWithRemotion } from './remotion.ts'

const [rounds = '3', seconds = '36', chosen = TEMPLATES.map(({ id }) => id).join(',')] = process.argv.slice(2)
const clip = await benchClip(Number(seconds))
const folder = await benchFolder()
const templates = TEMPLATES.filter(({ id }) => chosen.split(',').includes(id))

const BARE = 'ffmpeg, no captions'
/** The templates that libass can draw: a still one and the heaviest. */
const DRAWN_BY_LIBASS = ['clean-line', 'bounce']
const pairs = templates
  .filter(({ id }) => DRAWN_BY_LIBASS.includes(id))
  .map(({ id, name }) => ({ id, ours: name, libass: `libass as ${name}` }))

const contestants = new Map<string, () => Promise<Measurement>>([
  [BARE, () => measure('ffmpeg', ['-v', 'error', '-y', '-i', clip, ...ENCODE, join(folder, 'bare.mp4')])],
  ...templates.map(({ id, name }) => [name, () => measureExport(clip, id, seconds)] as const),
])
for (const { id, libass } of pairs) contestants.set(libass, await libassWith(id))
if (remotionIsInstalled) contestants.set('Remotion', () => renderWithRemotion(Number(seconds)))
else console.log('Remotion is skipped: install it with npm install --prefix bench/remotion')

const results = new Map<string, Measurement[]>([...contestants.keys()].map((name) => [name, []]))
for (let round = 1; round <= Number(rounds); round += 1) {
  for (const [name, run] of contestants) {
    const result = await run()
    results.get(name)?.push(result)
    const { wallMs, cpuMs, peakMb } = result
    console.log(
      `round ${round}  ${name.padEnd(20)} ${tenths(wallMs)} s wall  ${tenths(cpuMs)} s CPU  ${peakMb.toFixed(0).padStart(5)} MB`,
    )
  }
}

console.log(
  `\n${seconds} s of 1080×1920 at 30 fps, x264 veryfast, ${rounds} rounds: to the bare run (median, lowest–highest), peak memory`,
)
for (const [name, runs] of results) {
  const peak = Math.max(...runs.map(({ peakMb }) => peakMb))
  console.log(`${name.padEnd(20)} ${compared(runs, results.get(BARE))}  ${peak.toFixed(0).padStart(5)} MB`)
}
if (pairs.length > 0) console.log('\nour export against libass with the same look')
for (const { ours, libass } of pairs)
  console.log(`${ours.padEnd(20)} ${compared(results.get(ours), results.get(libass))}`)

/** ffmpeg drawing a template's captions with libass and our font files. */
async function libassWith(id: string): Promise<() => Promise<Measurement>> {
  const template = newestTemplate(id)
  const track = trackOf(benchDocument(Number(seconds)))
  const path = join(folder, `${id}.ass`)
  const frames = { count: Number(seconds) * FRAMES_PER_SECOND, perSecond: FRAMES_PER_SECOND }
  await writeFile(path, assOf(layOutScene({ track, template, frame: FRAME }), frames))
  const fonts = join(folder, `${id}-fonts`)
  await mkdir(fonts, { recursive: true })
  for (const { package: name, file } of fontsOf(track, template)) {
    const installed = createRequire(import.meta.url).resolve(`@fontsource/${name}/package.json`)
    await copyFile(join(dirname(installed), 'files', file), join(fonts, file))
  }
  const filter = `ass=${path}:fontsdir=${fonts}`
  const output = join(folder, `${id}-ass.mp4`)
  return () => measure('ffmpeg', ['-v', 'error', '-y', '-i', clip, '-vf', filter, ...ENCODE, output])
}

/** Ratios of wall and processor time between runs of the same rounds. */
function compared(runs: readonly Measurement[] = [], others: readonly Measurement[] = []): string {
  const ratios = (of: 'wallMs' | 'cpuMs') => runs.map((run, round) => run[of] / (others[round]?.[of] ?? Number.NaN))
  const told = (values: readonly number[]) =>
    `${median(values).toFixed(3)} (${Math.min(...values).toFixed(3)}–${Math.max(...values).toFixed(3)})`
  return `wall ${told(ratios('wallMs'))}  CPU ${told(ratios('cpuMs'))}`
}

function tenths(ms: number): string {
  return (ms / 1_000).toFixed(1).padStart(6)
}
