/**
 * Measures how well the confidence of the draft engine finds its wrong words. Prints the word errors, the area under the
 * curve and, for a range of limits, how many of the words below and above are wrong: in all, and for each voice.
 *
 *     node bench/word-confidence.ts FOLDER|WORDS.json... [--save WORDS.json]
 *
 * A folder has 16 kHz recordings and `transcripts.json`, which says what is said in each: lower case, no punctuation.
 * Names that begin with the same letters are one voice. Recognising is the slow part: `--save` keeps its words.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { SpokenWord } from '#features/transcription/model/word.ts'
import { energySegmenter } from '#features/transcription/server/segments/energy-segmenter.ts'
import { pocketsphinxEngine } from '#features/transcription/server/pocketsphinx/engine.ts'
import { pocketsphinxInstallation } from '#features/transcription/server/pocketsphinx/installation.ts'
import { rightWords } from './word-confidence/right-words.ts'

/** Words below 0.6 are underlined. */
const LIMITS = [0.4, 0.5, 0.6, 0.7, 0.8]
const MEMORY_MB = 1_024

const RatedWord = z.object({ recording: z.string(), word: z.string(), isRight: z.boolean(), confidence: z.number() })
type RatedWord = z.output<typeof RatedWord>

const save = process.argv.indexOf('--save')
const words: RatedWord[] = []
for (const source of process.argv.slice(2, save === -1 ? undefined : save)) words.push(...(await wordsFrom(source)))
const kept = process.argv[save + 1]
if (save !== -1 && kept !== undefined) await writeFile(kept, JSON.stringify(words))
report('all', words)
for (const [voice, own] of Map.groupBy(words, voiceOf)) report(voice, own)

function report(title: string, rated: readonly RatedWord[]): void {
  console.log(`${title}: area ${areaUnderCurve(rated).toFixed(3)}`)
  for (const limit of LIMITS) {
    const [below, above] = [
      rated.filter(({ confidence }) => confidence < limit),
      rated.filter(({ confidence }) => confidence >= limit),
    ]
    console.log(`  below ${limit}: ${wrongOf(below)}, others ${wrongOf(above)}`)
  }
}

function wrongOf(rated: readonly RatedWord[]): string {
  const wrong = rated.filter(({ isRight }) => !isRight).length
  return `${wrong} of ${rated.length} wrong (${((100 * wrong) / Math.max(1, rated.length)).toFixed(1)}%)`
}

/** The chance that a right word has a higher confidence than a wrong one: 0.5 for a guess, 1 at best. */
function areaUnderCurve(rated: readonly RatedWord[]): number {
  const [right, wrong] = [rated.filter(({ isRight }) => isRight), rated.filter(({ isRight }) => !isRight)]
  let won = 0
  for (const { confidence } of right)
    for (const other of wrong) won += confidence > other.confidence ? 1 : confidence === other.confidence ? 0.5 : 0
  return won / Math.max(1, right.length * wrong.length)
}

function voiceOf({ recording }: { recording: string }): string {
  return /^\D*/u.exec(recording)?.[0] ?? recording
}

async function wordsFrom(source: string): Promise<RatedWord[]> {
  if (source.endsWith('.json')) return z.array(RatedWord).parse(JSON.parse(await readFile(source, 'utf8')))
  const text = await readFile(join(source, 'transcripts.json'), 'utf8')
  const said = z.record(z.string(), z.string()).parse(JSON.parse(text))
  const found: RatedWord[] = []
  for (const [recording, transcript] of Object.entries(said)) {
    const heard = await recognise(join(source, `${recording}.wav`))
    const { isRight, errors } = rightWords(
      transcript.split(' '),
      heard.map((word) => word.text),
    )
    console.log(`${recording}: ${errors} errors in ${transcript.split(' ').length} words`)
    for (const [at, word] of heard.entries())
      found.push({ recording, word: word.text, isRight: isRight[at] ?? false, confidence: word.confidence ?? 1 })
  }
  return found
}

async function recognise(wavPath: string): Promise<SpokenWord[]> {
  const folder = await mkdtemp(join(tmpdir(), 'wordpop-confidence-'))
  try {
    const engine = pocketsphinxEngine(pocketsphinxInstallation({ temporary: () => mkdtemp(join(folder, 'run-')) }))
    const pieces = await energySegmenter().pieces(wavPath, { maxMs: engine.maxPieceMs, minMs: engine.maxPieceMs / 4 })
    const io = { signal: new AbortController().signal, threads: 1, memoryLimitMb: MEMORY_MB }
    const heard: SpokenWord[] = []
    for await (const { words: some } of engine.transcribe({ wavPath, pieces, language: 'en' }, io)) heard.push(...some)
    return heard
  } finally {
    await rm(folder, { recursive: true })
  }
}
