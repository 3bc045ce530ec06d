import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeTones } from '../../../../../tests/fixtures/models/sound.ts'
import { ctcWithoutMetadata, TONES, writeToneModels } from '../../../../../tests/fixtures/models/tone-models.ts'
import { CATALOGUE, type CatalogueModel } from '../models/catalogue.ts'
import { type Aligner, EngineFailure, type RecognisedPiece, type ModelStore, type Piece } from '../ports.ts'
import { sherpaEngine } from './engine.ts'
import { RecogniserDied, recogniserProcess } from './recogniser-process.ts'

let folder = ''
let sound = ''
const SECONDS = 6.4
const LATER = 3.2

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tone-models-'))
  sound = join(folder, 'sound.wav')
  await writeToneModels(folder)
  const sentence = (from: number) => [
    { hertz: TONES.hello, at: from + 0.5, seconds: 0.32 },
    { hertz: TONES.wor, at: from + 1.2, seconds: 0.32 },
    { hertz: TONES.ld, at: from + 1.52, seconds: 0.32 },
    { hertz: TONES.tone, at: from + 2.4, seconds: 0.32 },
  ]
  await writeTones(sound, { seconds: SECONDS, tones: [...sentence(0), ...sentence(LATER)] })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const HALVES: Piece[] = [
  { startMs: 0, endMs: 3_200 },
  { startMs: 3_200, endMs: 6_400 },
]

test.each(['transducer', 'nemo-ctc'] as const)('recognises words with their times through a %s model', async (kind) => {
  const { engine } = start(kind)
  const recognised = await all(engine.transcribe({ wavPath: sound, pieces: HALVES, language: 'en' }, io()))

  expect(recognised.map(({ words }) => words.map(({ text }) => text).join(' '))).toEqual([
    'hello world tone',
    'hello world tone',
  ])
  const starts = recognised.flatMap(({ words }) => words.map(({ startMs }) => startMs))
  for (const [at, expected] of [500, 1_200, 2_400, 3_700, 4_400, 5_600].entries()) {
    expect(Math.abs((starts[at] ?? 0) - expected), `word ${at}`).toBeLessThanOrEqual(80)
  }
  for (const { words } of recognised) {
    for (const { startMs, endMs, confidence } of words) {
      expect(endMs - startMs).toBeGreaterThanOrEqual(80)
      if (confidence !== null) expect(confidence).toBeGreaterThan(0.5)
    }
  }
})

test('ends words where their sound ends when the model gives durations', async () => {
  const { engine } = start('transducer')
  const [recognised] = await all(
    engine.transcribe({ wavPath: sound, pieces: HALVES.slice(0, 1), language: 'en' }, io()),
  )
  for (const [at, expected] of [820, 1_840, 2_720].entries()) {
    expect(Math.abs((recognised?.words[at]?.endMs ?? 0) - expected), `word ${at}`).toBeLessThanOrEqual(80)
  }
})

test('keeps the model process warm for the next run', async () => {
  const recogniser = open('nemo-ctc')
  await recogniser.recognise({ wavPath: sound, startMs: 0, endMs: 3_200, language: '' }, io().signal)
  const before = recogniser.pid()
  await recogniser.recognise({ wavPath: sound, startMs: 0, endMs: 3_200, language: '' }, io().signal)
  expect(before).toBeDefined()
  expect(recogniser.pid()).toBe(before)
})

test('ends the model process on cancellation', async () => {
  const recogniser = open('nemo-ctc')
  const piece = { wavPath: sound, startMs: 0, endMs: 6_400, language: '' }
  await recogniser.recognise(piece, io().signal)
  const pid = recogniser.pid() ?? 0
  const cancel = new AbortController()
  const pending = recogniser.recognise(piece, cancel.signal)
  cancel.abort(new Error('cancelled'))
  await expect(pending).rejects.toThrow('cancelled')
  await recogniser.close()
  expect(isAlive(pid)).toBe(false)
})

test('restarts a killed process and continues the run with the same piece', async () => {
  const { engine, recogniser } = start('nemo-ctc')
  const texts: string[] = []
  for await (const { words } of engine.transcribe({ wavPath: sound, pieces: HALVES, language: 'en' }, io())) {
    texts.push(words.map(({ text }) => text).join(' '))
    const pid = recogniser()
    if (texts.length === 1 && pid !== undefined) process.kill(pid, 'SIGKILL')
  }
  expect(texts).toEqual(['hello world tone', 'hello world tone'])
})

test('reports a corrupt model as an engine failure and loses only its process', async () => {
  await writeFile(join(folder, 'broken.onnx'), Buffer.from('this is no model at all'))
  const { engine } = start('nemo-ctc', { model: 'broken.onnx' })
  await expect(all(engine.transcribe({ wavPath: sound, pieces: HALVES, language: 'en' }, io()))).rejects.toThrow(
    EngineFailure,
  )
  expect(await engine.probe()).toMatchObject({ ok: false, reason: expect.stringContaining('damaged') })
})

test('reports a truncated model as an engine failure', async () => {
  await writeFile(join(folder, 'half.onnx'), ctcWithoutMetadata().subarray(0, 700))
  const { engine } = start('nemo-ctc', { model: 'half.onnx' })
  await expect(all(engine.transcribe({ wavPath: sound, pieces: HALVES, language: 'en' }, io()))).rejects.toThrow(
    EngineFailure,
  )
})

test('reports a model without metadata, on which the library exits, as an engine failure', async () => {
  await writeFile(join(folder, 'bare.onnx'), ctcWithoutMetadata())
  const bare = recogniserProcess({
    files: { kind: 'nemo-ctc', model: join(folder, 'bare.onnx'), tokens: join(folder, 'tokens.txt') },
    threads: 1,
    memoryMb: 1_024,
  })
  const dying = bare.recognise({ wavPath: sound, startMs: 0, endMs: 3_200, language: '' }, io().signal)
  await expect(dying).rejects.toBeInstanceOf(RecogniserDied)
  await expect(dying).rejects.toMatchObject({ whileLoading: true })
})

test('ends a process that exceeds its memory limit and says why', async () => {
  const greedy = recogniserProcess({ files: files('nemo-ctc'), threads: 1, memoryMb: 1 })
  const piece = { wavPath: sound, startMs: 0, endMs: 6_400, language: '' }
  // The check runs four times a second: a fast machine finishes many pieces before it.
  const run = async () => {
    for (;;) await greedy.recognise(piece, io().signal)
  }
  await expect(run()).rejects.toThrow('it needed too much memory')
})

test('reports an engine without its model as not working', async () => {
  const { engine } = start('nemo-ctc', { installed: false })
  expect(await engine.probe()).toMatchObject({ ok: false, reason: 'Tones is not installed.' })
  await expect(all(engine.transcribe({ wavPath: sound, pieces: HALVES, language: 'en' }, io()))).rejects.toThrow(
    EngineFailure,
  )
})

/** An engine over a generated model in the store. */
function start(kind: 'transducer' | 'nemo-ctc', o: { model?: string; installed?: boolean } = {}) {
  const [real] = CATALOGUE
  if (real === undefined) throw new Error('the catalogue is empty')
  const roles = {
    tokens: 'tokens.txt',
    encoder: 'encoder.onnx',
    decoder: 'decoder.onnx',
    joiner: 'joiner.onnx',
    model: o.model ?? 'ctc.onnx',
  }
  const model: CatalogueModel = { ...real, id: randomUUID(), label: 'Tones', kind, roles, memoryMb: 1_024 }
  const installed = o.installed ?? true
  const store: Pick<ModelStore, 'directoryOf' | 'status'> = {
    directoryOf: async () => (installed ? folder : undefined),
    status: async () => [
      {
        id: model.id,
        label: 'Tones',
        purpose: null,
        languages: ['en'],
        installed,
        bytes: 1,
        licence: 'MIT',
        source: 'https://example.com',
        problem: null,
      },
    ],
  }
  const children: (() => number | undefined)[] = []
  const engine = sherpaEngine(model, {
    store: { ...store, ensure: async () => folder, remove: async () => undefined },
    aligner: NO_ALIGNER,
    now: () => new Date(),
    open: (files) => {
      const child = recogniserProcess(files)
      children.push(child.pid)
      return child
    },
  })
  opened.push(engine)
  return { engine, recogniser: () => children.at(-1)?.() }
}

const opened: { close(): Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

function open(kind: 'nemo-ctc') {
  const recogniser = recogniserProcess({ files: files(kind), threads: 1, memoryMb: 1_024 })
  opened.push(recogniser)
  return recogniser
}

function files(kind: 'nemo-ctc') {
  return { kind, model: join(folder, 'ctc.onnx'), tokens: join(folder, 'tokens.txt') }
}

/** Generated models time their own words, so nothing is aligned. */
const NO_ALIGNER: Aligner = {
  probe: async () => ({ ok: false, reason: 'not here' }),
  align: async () => [],
  follow: async () => ({ words: [], unspoken: [], unscripted: [] }),
  refine: async ({ words }) => [...words],
  pronounce: async (words) => words.map(() => []),
}

function io() {
  return { signal: new AbortController().signal, threads: 1, memoryLimitMb: 1_024 }
}

async function all(stream: AsyncIterable<RecognisedPiece>): Promise<RecognisedPiece[]> {
  const recognised: RecognisedPiece[] = []
  for await (const each of stream) recognised.push(each)
  return recognised
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
