import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PROFILES, type Profile } from '#features/captions/model/index.ts'
import { endsOf, judgeByLabels, judgeByTags, type Tags, type Verdict } from './segmentation/judges.ts'
import { type SpeechTraits, type Recording, readRecordings } from './segmentation/labelled.ts'
import { brokenRules } from './segmentation/rules.ts'
import { type Cut, cutByProduct, cutGreedily, cutPages, documentOf } from './segmentation/splitters.ts'
import { z } from 'zod'

/**
 * Where captions and their lines end, judged by 300 labelled captions and by a tagger, beside a greedy splitter and
 * @remotion/captions. Half of the labels were never tuned on. `npm install --prefix bench/segmentation/rivals`, then
 * `node bench/segmentation.ts`
 */
const SPEECH_TRAITS: readonly (SpeechTraits & { readonly name: string; readonly mostBad: number })[] = [
  { name: 'with punctuation', punctuated: true, paused: true, mostBad: 0.06 },
  { name: 'without punctuation', punctuated: false, paused: true, mostBad: 0.1 },
  { name: 'without punctuation or pauses', punctuated: false, paused: false, mostBad: 0.1 },
]
const MOST_MS = 300
const LONG = 20_000
const HERE = join(import.meta.dirname, 'segmentation/rivals')
const Answer = z.object({
  pages: z.array(z.array(z.number())),
  tags: z.array(z.array(z.array(z.string())).nullable()),
})

let failed = false
for (const traits of SPEECH_TRAITS) await compare(traits)
timeLongCut()
process.exitCode = failed ? 1 : 0

async function compare({ name, mostBad, ...traits }: (typeof SPEECH_TRAITS)[number]): Promise<void> {
  const recordings = await readRecordings(traits)
  const rivals = askRivals(recordings)
  for (const profile of Object.values(PROFILES)) {
    console.log(`\n${profile.label}, ${name}: bad ends of captions, and of all lines`)
    const ours = recordings.map((recording) => cutByProduct(recording, profile))
    const greedy = recordings.map(({ words }) => cutGreedily(words, profile))
    const { byLabels, byTags } = report('wordpop', recordings, ours, rivals?.tags)
    report('greedy', recordings, greedy, rivals?.tags)
    if (rivals !== undefined) {
      const pages = recordings.map(({ words }, at) => cutPages(words, rivals.pages[at] ?? [], profile))
      report('@remotion/captions', recordings, pages, rivals.tags)
    }
    if (byTags !== undefined)
      expectAtMost(byTags, mostBad, `  ${percent(byTags)} of caption ends break a published rule`)
    expectAtMost(byLabels, mostBad, `  ${percent(byLabels)} of caption ends are not labelled good`)
    countBroken(recordings, profile)
  }
}

/** Prints one line for a splitter. @returns the shares of bad caption ends */
function report(
  name: string,
  recordings: readonly Recording[],
  cuts: readonly Cut[],
  tags: readonly Tags[] | undefined,
): { readonly byLabels: number; readonly byTags: number | undefined } {
  const ends = cuts.map(endsOf)
  const share = (of: 'captions' | 'lines', judge: (at: number, ends: readonly number[]) => Verdict | null) => {
    const verdicts = recordings.flatMap((_, at) => judge(at, ends[at]?.[of] ?? []) ?? [])
    const sum = (of: 'bad' | 'judged') => verdicts.reduce((total, verdict) => total + verdict[of], 0)
    return sum('bad') / sum('judged')
  }
  const among = (is: (recording: Recording) => boolean) => (at: number, places: readonly number[]) => {
    const recording = recordings[at]
    return recording !== undefined && is(recording) ? judgeByLabels(recording, places) : null
  }
  const shown = (judge: (at: number, ends: readonly number[]) => Verdict | null) =>
    `${percent(share('captions', judge))} ${percent(share('lines', judge))}`
  const columns = [
    `all ${shown(among(() => true))}`,
    `tuned ${shown(among(({ half }) => half === 'tuned'))}`,
    `held out ${shown(among(({ half }) => half === 'held out'))}`,
    `English ${shown(among(({ lang }) => lang === 'en'))}`,
    `others ${shown(among(({ lang }) => lang !== 'en'))}`,
  ]
  const byTags = (at: number, places: readonly number[]) => {
    const recording = recordings[at]
    return recording?.lang === 'en' ? judgeByTags(recording, tags?.[at] ?? [], places) : null
  }
  if (tags !== undefined) columns.push(`tagger, English ${shown(byTags)}`)
  const captions = cuts.reduce((sum, cut) => sum + cut.length, 0)
  const words = recordings.reduce((sum, recording) => sum + recording.words.length, 0)
  columns.push(`${(words / captions).toFixed(1)} words a caption`)
  console.log(`  ${name.padEnd(20)} ${columns.join(' · ')}`)
  const all = among(() => true)
  return { byLabels: share('captions', all), byTags: tags && share('captions', byTags) }
}

function countBroken(recordings: readonly Recording[], profile: Profile): void {
  const sums: Record<string, number> = {}
  for (const recording of recordings)
    for (const [rule, count] of Object.entries(brokenRules(documentOf(recording, profile), profile)))
      sums[rule] = (sums[rule] ?? 0) + count
  const broken = Object.values(sums).reduce((sum, count) => sum + count, 0)
  expectAtMost(
    broken,
    0,
    `  rules broken: ${Object.entries(sums)
      .map(([rule, count]) => `${rule} ${count}`)
      .join(', ')}`,
  )
}

/** Undefined when the rivals are not installed. */
function askRivals(recordings: readonly Recording[]): { pages: readonly number[][]; tags: Tags[] } | undefined {
  if (!existsSync(join(HERE, 'node_modules'))) {
    console.log('\nnot installed: @remotion/captions and the tagger (npm install --prefix bench/segmentation/rivals)')
    return undefined
  }
  const input = JSON.stringify({
    recordings: recordings.map(({ words }) => words),
    sentences: recordings.flatMap(({ labelled }) => labelled.map(({ words }) => words)),
  })
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(HERE, 'ask.mjs')], {
    input,
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  if (status !== 0) throw new Error(`the rivals failed: ${stderr}`)
  const { pages, tags } = Answer.parse(JSON.parse(stdout))
  let place = 0
  return { pages, tags: recordings.map(({ labelled }) => tags.slice(place, (place += labelled.length))) }
}

/** Cuts a long transcript by each profile, in processor time. */
function timeLongCut(): void {
  const said = 'the quick brown fox jumps over a lazy dog and then it runs away from Ada Lovelace, who wrote programs.'
  const texts = said.split(' ')
  const words = Array.from({ length: LONG }, (_, at) => ({
    text: texts[at % texts.length] ?? '',
    startMs: at * 240,
    endMs: at * 240 + 200,
  }))
  console.log('')
  for (const profile of Object.values(PROFILES)) {
    const runs = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage().user
      documentOf({ words, lang: 'en' }, profile)
      return (process.cpuUsage().user - before) / 1_000
    })
    const ms = Math.min(...runs)
    expectAtMost(ms, MOST_MS, `${LONG} words, ${profile.label}: ${ms.toFixed(0)} ms`)
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`.padStart(6)
}

function expectAtMost(value: number, most: number, line: string): void {
  const isGood = value <= most
  failed ||= !isGood
  console.log(`${line}${isGood ? '' : '   <- over'}`)
}
