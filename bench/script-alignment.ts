/**
 * Scripts that do not quite fit their sound: in recordings joined to two minutes, each sentence is left out of the script
 * once, and a sentence that nobody says is added at each place. Reports the words more than 200 ms off the times that
 * each recording's own alignment gives, the sentences set aside, and the processor time beside that of the clean script.
 *
 *     node bench/script-alignment.ts [joins] [step] [folder]   default: all joins, every sentence (step 1), and the
 *                                                              recordings beside the project
 *
 * The limits of `unspoken.ts` and `grammar.ts` were chosen on the join `chosen`; the others are held out.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openSpeech } from '#features/transcription/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { type Joined, joinRecordings, readRecordings, type Recording } from './script-alignment/joined.ts'
import { measureCase, type Measured, type Sentence } from './script-alignment/measured.ts'
import { NEVER_SAID, synthesise } from './script-alignment/never-said.ts'

const [asked = '', stepText = '1', given] = process.argv.slice(2)
const step = Number(stepText)
const FURTHEST_OFF_SHARE = 0.01
const folder = await mkdtemp(join(tmpdir(), 'wordpop-scripts-'))
const speech = openSpeech({
  modelsDirectory: join(folder, 'models'),
  temporary: async () => mkdtemp(join(folder, 'run-')),
  now: systemClock,
})
const io = () => ({ signal: new AbortController().signal, threads: 1, memoryLimitMb: 1_024 })
const recordings = await readRecordings(given ?? resolve('..', 'shared', 'media', 'speech'))
const ownTimes = new Map<string, Sentence[]>()

const JOINS: Readonly<Record<string, () => Promise<Joined>>> = {
  chosen: () => joined('chosen', [...shuffle(recordings, 7), ...shuffle(recordings, 21)], 400),
  close: () => joined('close', [...shuffle(recordings, 5), ...shuffle(recordings, 99)], 150),
  apart: () => joined('apart', [...shuffle(recordings, 1_234), ...shuffle(recordings, 31)], 900),
  noisy: () => joined('noisy', [...shuffle(recordings, 11), ...shuffle(recordings, 77)], 400, NOISE),
  voices: async () => joined('voices', shuffle(await synthesise(folder), 3), 250),
}
/** Pink noise, about 15 dB below the speech. */
const NOISE = 'anoisesrc=c=pink:a=0.02:r=16000:d=300[n];[s][n]amix=inputs=2:duration=first:normalize=0'

let failed = false
try {
  for (const [name, make] of Object.entries(JOINS)) {
    if (asked === '' || asked.split(',').includes(name)) await measureJoin(await make())
  }
} finally {
  await speech.close()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = failed ? 1 : 0

async function measureJoin(sound: Joined): Promise<void> {
  const said = await sentencesOf(sound)
  const clean = await follow(sound, said)
  console.log(
    `\n${sound.name}: ${said.length} sentences, clean script ${(clean.cpuMs / 1_000).toFixed(1)} s of processor`,
  )
  report('clean', [clean], clean)
  const left: Measured[] = []
  const leftOut: Sentence[] = []
  const added: Measured[] = []
  for (let at = 0; at < said.length; at += step) {
    leftOut.push(...said.slice(at, at + 1))
    left.push(await follow(sound, said.toSpliced(at, 1)))
    const text = NEVER_SAID[(at * 5 + sound.name.length) % NEVER_SAID.length] ?? ''
    added.push(await follow(sound, said.toSpliced(at, 0, { text, words: null })))
  }
  report('one left out', left, clean)
  reportUnscripted(leftOut, left)
  report('one added', added, clean)
}

function report(kind: string, cases: readonly Measured[], clean: Measured): void {
  const worst = Math.max(...cases.map(({ off, total }) => off / total))
  const above = cases.filter(({ off, total }) => off / total > FURTHEST_OFF_SHARE).length
  const wrong = cases.reduce((sum, { wronglyAside }) => sum + wronglyAside.length, 0)
  const unsaid = cases.reduce((sum, each) => sum + each.unsaid, 0)
  const unscripted = cases.reduce((sum, each) => sum + each.unscripted.length, 0)
  const aside = cases.reduce((sum, each) => sum + each.rightlyAside, 0)
  const times = cases.map(({ cpuMs }) => cpuMs / clean.cpuMs).toSorted((a, b) => a - b)
  const cost = `${(times[times.length >> 1] ?? 0).toFixed(2)} (at most ${(times.at(-1) ?? 0).toFixed(2)}) × clean`
  console.log(
    `  ${kind.padEnd(13)} ${cases.length} scripts; off by > 200 ms: worst ${(worst * 100).toFixed(1)}%, ${above} above 1%; set aside ${aside} of ${unsaid}, wrongly ${wrong}; not in the script ${unscripted}; ${cost}`,
  )
  for (const [at, { off, total, notes }] of cases.entries())
    if (off / total > FURTHEST_OFF_SHARE || notes.length > 0)
      console.log(`    sentence ${at * step}: ${notes.join('; ')}`)
  failed ||= above > 0 || wrong > 0
}

/** Whether the places of speech that is not in the script are those of the sentences left out. */
function reportUnscripted(leftOut: readonly Sentence[], cases: readonly Measured[]): void {
  const isAt = (span: { startMs: number; endMs: number }, at: number): boolean => {
    const words = leftOut[at]?.words ?? []
    const [first = 0, last = 0] = [words[0], words.at(-1)]
    return Math.min(span.endMs, last) - Math.max(span.startMs, first) > (last - first) / 2
  }
  const found = cases.filter(({ unscripted }, at) => unscripted.some((span) => isAt(span, at))).length
  const others = cases.flatMap(({ unscripted }, at) => unscripted.filter((span) => !isAt(span, at))).length
  console.log(`    said but not in the script: ${found} of ${cases.length} found, ${others} elsewhere`)
}

async function follow(sound: Joined, script: readonly Sentence[]): Promise<Measured> {
  const text = script.map((sentence) => sentence.text).join(' ')
  const before = await processorMs()
  const followed = await speech.aligner.follow({ wavPath: sound.path, language: 'en', units: [{ text }] }, io())
  return measureCase(script, followed, (await processorMs()) - before)
}

/** The sentences of the joined sound with their own times. */
async function sentencesOf({ parts }: Joined): Promise<Sentence[]> {
  const all: Sentence[] = []
  for (const part of parts) {
    const own = ownTimes.get(part.name) ?? (await alignAlone(part))
    ownTimes.set(part.name, own)
    for (const { text, words } of own) all.push({ text, words: (words ?? []).map((startMs) => startMs + part.startMs) })
  }
  return all
}

async function alignAlone({ path, sentences }: Recording): Promise<Sentence[]> {
  const units = [{ text: sentences.join(' ') }]
  const { words, unspoken } = await speech.aligner.follow({ wavPath: path, language: 'en', units }, io())
  if (unspoken.length > 0) {
    console.log(`  wrongly set aside of a clip of its own: ${unspoken.map(({ text }) => text).join(' ')}`)
    failed = true
  }
  let from = 0
  return sentences.map((text) => {
    const own = words.slice(from, (from += text.split(' ').length))
    return { text, words: own.map(({ startMs }) => startMs) }
  })
}

function joined(name: string, parts: readonly Recording[], pauseMs: number, filter?: string): Promise<Joined> {
  return joinRecordings(parts, { name, folder, pauseMs, ...(filter !== undefined && { filter }) })
}

function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const mixed = [...items]
  let state = seed
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const [moved] = mixed.splice(state % (at + 1), 1)
    if (moved !== undefined) mixed.push(moved)
  }
  return mixed
}

/** Processor time of this process and its children that have ended, in milliseconds. */
async function processorMs(): Promise<number> {
  const fields = (await readFile('/proc/self/stat', 'utf8')).split(') ')[1]?.split(' ') ?? []
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) * 10
}
