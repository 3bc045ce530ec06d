import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Tone, writeTones } from '../../../../../tests/fixtures/models/sound.ts'
import { VOICES, writeSpeakerModels } from '../../../../../tests/fixtures/models/speaker-models.ts'
import { TONES, writeToneModels } from '../../../../../tests/fixtures/models/tone-models.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { testTranscription } from '../../../../../tests/support/transcription.ts'
import { CATALOGUE, type CatalogueModel } from '../models/catalogue.ts'
import { SPEAKER_MODELS, type SpeakerModel } from '../models/speaker-models.ts'
import { openSpeech } from '../speech.ts'
import { SpeakersFailure } from './speaker-finder.ts'

const lab = await testTranscription(await testDatabase())
let folder = ''
const opened: { close(): Promise<void> }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'speakers-'))
  await writeToneModels(join(folder, 'made'))
  await writeSpeakerModels(join(folder, 'made'))
})
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()))
  await rm(folder, { recursive: true, force: true })
})

test.each(['auto', 2] as const)('two voices are distinguished through the real library: %s', async (count) => {
  const { speakers } = await start()
  const wavPath = await sound('turns', [
    { hertz: VOICES.low, at: 1, seconds: 2 },
    { hertz: VOICES.high, at: 4, seconds: 2 },
    { hertz: VOICES.low, at: 7, seconds: 2 },
  ])
  const done: number[] = []
  const turns = await speakers.find({ wavPath, count }, { ...io(), onProgress: (each) => void done.push(each) })
  expect(turns.map(({ speaker }) => speaker)).toEqual([0, 1, 0])
  for (const [at, expected] of [1_000, 4_000, 7_000].entries()) {
    expect(Math.abs((turns[at]?.startMs ?? 0) - expected)).toBeLessThanOrEqual(100)
  }
  expect(done.at(-1)).toBe(1)
})

test('cancelling ends the process', async () => {
  const { speakers } = await start()
  const wavPath = await sound('long', [{ hertz: VOICES.low, at: 0, seconds: 600 }], 600)
  const stopping = new AbortController()
  const begun = Promise.withResolvers<void>()
  const asked = { ...io(), signal: stopping.signal, onProgress: () => begun.resolve() }
  const finding = speakers.find({ wavPath, count: 'auto' }, asked)
  finding.catch(() => undefined)
  await Promise.race([begun.promise, finding])
  stopping.abort(new Error('cancelled'))
  await expect(finding).rejects.toThrow('cancelled')
})

test('a broken model, and too little memory, lose only their process', async () => {
  const wavPath = await sound('short', [{ hertz: VOICES.low, at: 0, seconds: 3 }])
  const broken = await start({ broken: true })
  await expect(broken.speakers.find({ wavPath, count: 2 }, io())).rejects.toThrow(SpeakersFailure)
  const { speakers } = await start()
  await expect(speakers.find({ wavPath, count: 2 }, { ...io(), memoryLimitMb: 1 })).rejects.toThrow(SpeakersFailure)
})

test('each word has a speaker, unless the creator declines or one voice speaks', async () => {
  const speech = await start()
  const cases = [
    { tones: DIALOGUE, speakers: 'auto' as const, expected: ['Speaker 1', 'Speaker 2', 'Speaker 1'] },
    { tones: DIALOGUE, speakers: 'off' as const, expected: Array(3).fill(undefined) },
    { tones: DIALOGUE.slice(0, 1), speakers: 'auto' as const, expected: [undefined] },
  ]
  await lab.work({ speech })
  for (const { tones, speakers, expected } of cases) {
    const wav = await sound(`run-${speakers}-${expected.length}`, tones)
    const { words } = await transcribe(speech, { wav, speakers })
    expect(words?.map(({ text }) => text)).toHaveLength(expected.length)
    expect(words?.map(({ speaker }) => speaker)).toEqual(expected)
  }
})

test('captions are made without speakers if these cannot be distinguished, and the note says so', async () => {
  const speech = await start({ broken: true })
  await lab.work({ speech })
  const wav = await sound('unhappy', DIALOGUE)
  const { words, run } = await transcribe(speech, { wav, speakers: 2 })
  expect(words).toHaveLength(3)
  expect(words?.some(({ speaker }) => speaker !== undefined)).toBe(false)
  expect(run).toMatchObject({ state: 'done', note: 'The speakers of this video could not be distinguished.' })
})

test('the quote says whether speakers can be distinguished', async () => {
  const speech = await start()
  const { client, projectId } = await lab.creator({ sound: null, speech })
  expect(await client.quote({ projectId })).toMatchObject({ speakers: 'ready' })
  const long = await lab.creator({ sound: null, speech, durationMs: 3 * 3_600_000 })
  expect(await long.client.quote({ projectId: long.projectId })).toMatchObject({ speakers: 'too_long' })
})

/** A low word, a high one, and a low one. */
const DIALOGUE: readonly Tone[] = [
  { hertz: TONES.wor, at: 1.7, seconds: 0.4 },
  { hertz: TONES.tone, at: 4, seconds: 0.4 },
  { hertz: TONES.wor, at: 6.7, seconds: 0.4 },
]

type Speech = ReturnType<typeof openSpeech>

async function transcribe(speech: Speech, o: { wav: string; speakers: 'auto' | 'off' | number }) {
  const { client, projectId } = await lab.creator({ sound: o.wav, speech })
  await client.start({ projectId, language: 'en', source: { kind: 'speech' }, speakers: o.speakers })
  await expect.poll(async () => (await client.get({ projectId }))?.state).toBe('done')
  const words = lab.transcribed.find((each) => each.projectId === projectId)?.words
  return { words, run: await client.get({ projectId }) }
}

async function sound(name: string, tones: readonly Tone[], seconds = 12): Promise<string> {
  const path = join(folder, `${name}.wav`)
  await writeTones(path, { seconds, tones, noise: 0 })
  return path
}

/** The speech tools with generated models, which are installed. */
async function start(o: { broken?: boolean } = {}): Promise<Speech> {
  const modelsDirectory = await mkdtemp(join(folder, 'models-'))
  const made = join(folder, 'made')
  const [real] = CATALOGUE
  if (real === undefined) throw new Error('the catalogue is empty')
  const tones = { tokens: 'tokens.txt', encoder: 'encoder.onnx', decoder: 'decoder.onnx', joiner: 'joiner.onnx' }
  // Its id has a place in the order of engines.
  const recogniser: CatalogueModel = {
    ...real,
    label: 'Tones',
    roles: tones,
    files: await filesIn(Object.values(tones)),
  }
  const speakers = await Promise.all(
    SPEAKER_MODELS.map(async (model): Promise<SpeakerModel> => {
      // Mean spectra are closer to each other than voices of the real model.
      const threshold = 0.3
      return { ...model, threshold, files: await filesIn([model.network]) }
    }),
  )
  for (const { id, files } of [recogniser, ...speakers]) {
    for (const { name } of files) await cp(join(made, name), join(modelsDirectory, id, name), { recursive: true })
  }
  const speech = openSpeech({
    modelsDirectory,
    catalogue: { recognition: [recogniser], speakers: o.broken === true ? await breakVoices(speakers) : speakers },
    now: () => new Date(),
  })
  opened.push(speech)
  return speech

  async function breakVoices(models: readonly SpeakerModel[]): Promise<SpeakerModel[]> {
    const bytes = Buffer.from('this is no model at all')
    return Promise.all(
      models.map(async (model) => {
        if (model.kind !== 'speaker-voices') return model
        await writeFile(join(modelsDirectory, model.id, model.network), bytes)
        return { ...model, files: [fileOf(model.network, bytes)] }
      }),
    )
  }

  async function filesIn(names: readonly string[]) {
    return Promise.all(names.map(async (name) => fileOf(name, await readFile(join(made, name)))))
  }
}

function fileOf(name: string, bytes: Buffer) {
  return { name, path: name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function io() {
  return { signal: new AbortController().signal, threads: 1, memoryLimitMb: 1_024 }
}
