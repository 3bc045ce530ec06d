import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFileStore } from '#platform/server/files.ts'
import { bare, recordings, speechMaker, wordErrors } from '../../../../../tests/support/speech.ts'
import { isUncertain, type SpokenWord } from '../../model/word.ts'
import { energySegmenter } from '../segments/energy-segmenter.ts'
import { EngineFailure, type RecognisedPiece } from '../ports.ts'
import { pocketsphinxEngine } from './engine.ts'
import { pocketsphinxInstallation } from './installation.ts'

const engine = pocketsphinxEngine(pocketsphinxInstallation())
const segmenter = energySegmenter()
const speech = await speechMaker()
const recorded = await recordings()

/** Audiobook clips of Debian's pocketsphinx-testdata, with their text. */
const LIBRIVOX = '/usr/share/pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-'
const BOOKS = [
  {
    number: '0870',
    said: 'and mister john dashwood had then leisure to consider how much there might be prudently in his power to do for them',
  },
  { number: '0890', said: 'unless to be rather cold hearted and rather selfish is to be ill disposed' },
  {
    number: '0920',
    said: 'had he married a more amiable woman he might have been made still more respectable than he was',
  },
]

test('reports its label and its languages', async () => {
  expect(await engine.probe()).toMatchObject({ ok: true, languages: ['en'] })
  expect(engine).toMatchObject({ label: 'Draft transcript (English)', quality: 'draft', detectsLanguage: false })
})

test('says what to install when the program or its model is missing', async () => {
  const missing = pocketsphinxEngine(pocketsphinxInstallation({ modelDirectory: '/nowhere' }))
  expect(await missing.probe()).toMatchObject({ ok: false, reason: expect.stringContaining('pocketsphinx-en-us') })
})

test('reads the options again after the program ended early', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wordpop-program-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [program, isEnded] = [join(folder, 'program'), join(folder, 'is-ended')]
  await writeFile(program, `#!/bin/sh\necho '-hmm x'\n[ -e ${isEnded} ] && kill -KILL $$\necho '-loglevel x'\n`)
  await chmod(program, 0o700)
  await writeFile(isEnded, '')
  const busy = pocketsphinxEngine(pocketsphinxInstallation({ program }))
  expect(await busy.probe()).toEqual({ ok: false, reason: 'pocketsphinx was ended before it had told its options.' })
  await rm(isEnded)
  expect(await busy.probe()).toMatchObject({ ok: true, version: '5' })
})

test('puts working files in a swept folder and removes them after the run', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wordpop-sphinx-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const folders: string[] = []
  const temporary = async () => {
    const folder = await openFileStore(dataDir).temporary()
    folders.push(folder)
    return folder
  }
  const own = pocketsphinxEngine(pocketsphinxInstallation({ temporary }))
  const wavPath = await speech.say('short', 'One clear idea.')
  const recognised: unknown[] = []
  const pieces = [{ startMs: 0, endMs: 1_000 }]
  for await (const piece of own.transcribe({ wavPath, pieces, language: 'en' }, io())) recognised.push(piece)
  expect(recognised).toHaveLength(1)
  expect(folders).toHaveLength(2)
  for (const folder of folders) expect(folder).toContain(join(dataDir, 'tmp'))
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
})

test('recognises clear speech piece by piece, with plausible confidence and media times', async () => {
  const text = 'Every good video starts with one clear idea. Say it in the first second and people will stay.'
  const sound = await speech.say('clear', text, { voice: 'rms', filter: 'adelay=20000' })
  const { words, pieces } = await recognise(sound, { threads: 2, maxMs: 4_000 })
  expect(pieces).toBeGreaterThan(1)
  expect(
    wordErrors(
      text.split(' ').map(bare),
      words.map(({ text: word }) => bare(word)),
    ),
  ).toBeLessThanOrEqual(3)
  expect(words[0]?.startMs).toBeGreaterThan(19_500)
  for (const [at, word] of words.entries()) {
    expect(word.startMs).toBeGreaterThanOrEqual(words[at - 1]?.endMs ?? 0)
    expect(word.confidence).toBeGreaterThanOrEqual(0)
    expect(word.confidence).toBeLessThanOrEqual(1)
  }
})

test('gets at most 27% of the words of audiobooks wrong', async () => {
  const other = recorded.find(({ name }) => name === 'ls61')
  const read = [
    ...BOOKS.map(({ number, said }) => ({ path: `${LIBRIVOX}${number}.wav`, said: said.split(' ') })),
    ...(other === undefined ? [] : [{ path: other.path, said: other.words }]),
  ]
  // A single process loads the model once.
  const sound = await speech.join(
    'books',
    read.map(({ path }) => path),
    { pauseMs: 700 },
  )
  const { words } = await recognise(sound)
  const said = read.flatMap((each) => each.said)
  expect(
    wordErrors(
      said,
      words.map(({ text }) => bare(text)),
    ) / said.length,
  ).toBeLessThanOrEqual(0.27)
})

const narration = recorded.filter(({ name }) => name.startsWith('az'))

test.skipIf(narration.length === 0)('gets at most 8% of the words of recorded narration wrong', async () => {
  let [errors, total] = [0, 0]
  for (const { path, words: said } of narration) {
    const { words } = await recognise(path)
    errors += wordErrors(
      said,
      words.map(({ text }) => bare(text)),
    )
    total += said.length
  }
  expect(errors / total).toBeLessThanOrEqual(0.08)
})

test('recognises names that it expects, as they are spelled, and leaves other speech alone', async () => {
  const said = 'You should really try Supabase before the end of the year.'
  const sound = await speech.say('name', said, { voice: 'rms' })
  const names = ['Supabase', 'Harkonnen', 'Pikachu', '24/7', 'an']
  const without = textOf(await recognise(sound))
  const withNames = textOf(await recognise(sound, { names }))
  expect(without).not.toContain('Supabase')
  expect(withNames).toContain('Supabase')
  expect(withNames).not.toMatch(/Harkonnen|Pikachu/u)
})

test('recognises a name that the dictionary has and the language model lacks', async () => {
  const sound = await speech.say('bluetooth', 'Then connect the Bluetooth speaker again.', { voice: 'rms' })
  expect(textOf(await recognise(sound, { names: ['Bluetooth'] }))).toContain('bluetooth')
})

test('is less sure of words in the place of a name that it does not know', async () => {
  const said = 'You should really try Supabase before the end of the year.'
  const { words } = await recognise(await speech.say('unknown', said, { voice: 'rms' }))
  const right = said.split(' ').map(bare)
  const sureness = (isRight: boolean): number => {
    const some = words.filter(({ text }) => right.includes(bare(text)) === isRight)
    return some.reduce((sum, { confidence }) => sum + (confidence ?? 0), 0) / some.length
  }
  expect(sureness(false)).toBeLessThan(sureness(true))
  expect(words.filter(({ confidence }) => isUncertain(confidence)).map(({ text }) => bare(text))).not.toEqual([])
})

const IDEA = 'Every good video starts with one clear idea. Say it in the first second, and people will stay.'

test.each([1, 2])('with %i threads returns the beginning before its piece, once', async (threads) => {
  const sound = await speech.say(`beginning-${threads}`, `${IDEA} ${IDEA}`, { voice: 'rms' })
  const pieces = await segmenter.pieces(sound, { maxMs: engine.maxPieceMs, minMs: 3_000 })
  const job = { wavPath: sound, pieces, language: 'en', showsFirstWords: true }
  const returned = await allOf(engine.transcribe(job, { ...io(), threads }))
  const inPieces = returned.filter(({ isProvisional }) => isProvisional !== true)
  expect(inPieces.map(({ piece }) => piece)).toEqual(pieces)
  const [first, ...others] = returned.filter(({ isProvisional }) => isProvisional === true)
  expect(others).toEqual([])
  // Its own process may be slower than that of the piece, which then needs no beginning.
  if (threads === 2 && first === undefined) return
  expect(returned[0]).toBe(first)
  expect(first?.piece.startMs).toBe(pieces[0]?.startMs)
  const found = (first?.words ?? []).map(({ text }) => text)
  expect(found.length).toBeGreaterThan(3)
  expect(inPieces[0]?.words.slice(0, found.length).map(({ text }) => text)).toEqual(found)
})

test('returns no beginning of a short piece, or if none is wanted', async () => {
  const long = await speech.say('unwanted', `${IDEA} ${IDEA}`, { voice: 'rms' })
  const pieces = await segmenter.pieces(long, { maxMs: engine.maxPieceMs, minMs: 3_000 })
  const short = { wavPath: long, pieces: [{ startMs: 0, endMs: 5_900 }], language: 'en', showsFirstWords: true }
  for (const job of [short, { wavPath: long, pieces, language: 'en' }])
    expect((await allOf(engine.transcribe(job, io()))).map(({ piece }) => piece)).toEqual(job.pieces)
})

test('ends the recogniser when the consumer stops early', async () => {
  const sound = await speech.say('leaving', 'Every good video starts with one clear idea.', { voice: 'rms' })
  const pieces = await segmenter.pieces(sound, { maxMs: 1_500, minMs: 500 })
  for await (const _ of engine.transcribe({ wavPath: sound, pieces, language: 'en' }, io())) break
  expect(pieces.length).toBeGreaterThan(1)
})

test('reports a file that is not WAV as an engine failure', async () => {
  const stream = engine.transcribe(
    { wavPath: '/dev/null', pieces: [{ startMs: 0, endMs: 1_000 }], language: 'en' },
    io(),
  )
  await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow(/not a 16 kHz/)
  expect(new EngineFailure('x').name).toBe('EngineFailure')
})

async function allOf(stream: AsyncIterable<RecognisedPiece>): Promise<RecognisedPiece[]> {
  const all: RecognisedPiece[] = []
  for await (const recognised of stream) all.push(recognised)
  return all
}

async function recognise(
  wavPath: string,
  o: { threads?: number; maxMs?: number; names?: string[] } = {},
): Promise<{ words: SpokenWord[]; pieces: number }> {
  const pieces = await segmenter.pieces(wavPath, {
    maxMs: o.maxMs ?? engine.maxPieceMs,
    minMs: Math.min(3_000, (o.maxMs ?? 12_000) / 3),
  })
  const words: SpokenWord[] = []
  let last = -1
  for await (const recognised of engine.transcribe(
    { wavPath, pieces, language: 'en', names: o.names ?? [] },
    { ...io(), threads: o.threads ?? 1 },
  )) {
    expect(recognised.piece.startMs).toBeGreaterThan(last)
    last = recognised.piece.startMs
    words.push(...recognised.words)
  }
  return { words, pieces: pieces.length }
}

function textOf({ words }: { words: readonly SpokenWord[] }): string {
  return words.map(({ text }) => text).join(' ')
}

function io() {
  return { signal: new AbortController().signal, threads: 1, memoryLimitMb: 1_024 }
}
