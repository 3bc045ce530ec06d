import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { speechMaker } from '../../../../../tests/support/speech.ts'
import {
  type Answer,
  sendBody,
  sendTranscript,
  type SentSound,
  startSpeechServer,
} from '../../../../../tests/support/speech-server.ts'
import { energySegmenter } from '../segments/energy-segmenter.ts'
import { pocketsphinxAligner } from '../pocketsphinx/aligner.ts'
import { pocketsphinxInstallation } from '../pocketsphinx/installation.ts'
import { EngineFailure, type Piece, type RecognisedPiece } from '../ports.ts'
import { withWav } from '../wav.ts'
import { serviceEngine } from './engine.ts'
import type { SpeechService } from './settings.ts'

const speech = await speechMaker()
const aligner = pocketsphinxAligner(pocketsphinxInstallation({}), energySegmenter())
const TEXT = 'Every good video starts with one clear idea.'
const [spoken] = await speech.speakWithTimes([TEXT])
if (spoken === undefined) throw new Error('nothing was spoken')
const lengthMs = await withWav(spoken.path, async (wav) => wav.durationMs)
const WHOLE: Piece = { startMs: 0, endMs: lengthMs }

test('sends one piece as WAV with model, language, names and key', async () => {
  const { engine, sent } = await start(sendTranscript(), { key: 'secret', model: 'whisper-large' })
  const piece = { startMs: 500, endMs: 1_500 }
  await recognise(engine, { pieces: [piece], language: 'de', names: ['Wordpop', 'Ann Lee', 'Wordpop'] })
  const [request] = sent
  expect(request).toMatchObject({
    path: '/v1/audio/transcriptions',
    key: 'Bearer secret',
    fields: {
      model: ['whisper-large'],
      response_format: ['verbose_json'],
      'timestamp_granularities[]': ['word', 'segment'],
      language: ['de'],
      prompt: ['Wordpop, Ann Lee'],
    },
  })
  expect(await durationOf(request)).toBe(1_000)
})

test('lets the service detect the language, and sends no empty fields', async () => {
  const { engine, sent } = await start()
  const [recognised] = await recognise(engine, { language: 'auto' })
  expect(recognised?.language).toBe('en')
  expect(Object.keys(sent[0]?.fields ?? {})).toEqual(['model', 'response_format', 'timestamp_granularities[]'])
  expect(sent[0]?.key).toBeUndefined()
})

test('sends as many names as the model reads', async () => {
  const { engine, sent } = await start()
  const names = Array.from({ length: 200 }, (_, at) => `Name number ${at}`)
  await recognise(engine, { names })
  expect(sent[0]?.fields['prompt']?.[0]?.length).toBeLessThanOrEqual(600)
  expect(sent[0]?.fields['prompt']?.[0]).toMatch(/^Name number 0, .*\d$/u)
})

test('places words at the times of their piece, written as in the text', async () => {
  const { engine } = await start()
  const [recognised] = await recognise(engine, { pieces: [{ startMs: 200, endMs: 2_200 }] })
  expect(recognised?.words).toEqual([
    { text: 'Hello,', startMs: 700, endMs: 1_000, confidence: null, timing: 'asr' },
    { text: 'world.', startMs: 1_400, endMs: 1_800, confidence: null, timing: 'asr' },
  ])
})

test('reads words inside segments, with their probability', async () => {
  const words = [{ word: ' Hello,', start: 0.5, end: 0.8, probability: 0.75 }]
  const { engine } = await start(
    sendTranscript({ language: 'en', text: ' Hello,', segments: [{ text: ' Hello,', start: 0, end: 2, words }] }),
  )
  const [recognised] = await recognise(engine)
  expect(recognised?.words).toEqual([{ text: 'Hello,', startMs: 500, endMs: 800, confidence: 0.75, timing: 'asr' }])
})

test('sends pieces one after another, each once its predecessor is answered', async () => {
  const { engine, sent } = await start()
  const pieces = [0, 1, 2].map((at) => ({ startMs: at * 800, endMs: at * 800 + 800 }))
  const counts: number[] = []
  const job = { wavPath: spoken?.path ?? '', pieces, language: 'en' }
  for await (const { piece } of engine.transcribe(job, io())) {
    counts.push(sent.length)
    expect(piece).toEqual(pieces[counts.length - 1])
  }
  expect(counts).toEqual([1, 2, 3])
})

const SEGMENT = { text: TEXT, start: 0, end: lengthMs / 1_000 }
const ALL = TEXT.split(' ')
const even = (at: number) => (at * lengthMs) / 1_000 / ALL.length
const timed = (times: (at: number) => { start: unknown; end: unknown }) => ({
  text: TEXT,
  words: ALL.map((word, at) => ({ word, ...times(at) })),
})

test.each([
  { what: 'only segments', transcript: { text: TEXT, segments: [SEGMENT] } },
  { what: 'only text', transcript: { text: TEXT } },
  { what: 'segments beyond the sound', transcript: { text: TEXT, segments: [{ ...SEGMENT, end: 900 }] } },
  { what: 'words beyond the sound', transcript: timed((at) => ({ start: 60 + at, end: 61 + at })) },
  { what: 'reversed words', transcript: timed((at) => ({ start: even(at + 1), end: even(at) })) },
  { what: 'words in reversed order', transcript: timed((at) => ({ start: even(7 - at), end: even(8 - at) })) },
  { what: 'overlapping words', transcript: timed((at) => ({ start: even(at), end: lengthMs / 1_000 })) },
  { what: 'times before the sound', transcript: timed((at) => ({ start: even(at) - 5, end: even(at) - 4 })) },
  { what: 'times that are no numbers', transcript: timed(() => ({ start: null, end: 'NaN' })) },
])('times the words by alignment when the service sends $what', async ({ transcript }) => {
  const { engine } = await start(sendTranscript(transcript))
  const [recognised] = await recognise(engine)
  expect(recognised?.words.map(({ text }) => text)).toEqual(ALL)
  for (const [at, word] of (recognised?.words ?? []).entries()) {
    expect(word.timing).toBe('aligned')
    expect(Math.abs(word.startMs - (spoken?.words[at]?.startMs ?? 0)), word.text).toBeLessThanOrEqual(100)
  }
})

const LARGE = Buffer.alloc(1_000_000, 'x')
const endless: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"text":"')
  const send = (left: number): void => {
    if (left === 0) return void response.end('"}')
    if (response.write(LARGE)) setImmediate(send, left - 1)
    else response.once('drain', () => send(left - 1))
  }
  send(100)
}
const many = { text: 'no', words: Array.from({ length: 2_000 }, () => ({ word: 'no', start: 0, end: 0.1 })) }

test.each<{ what: string; answer: Answer; reason: RegExp }>([
  { what: 'sends 100 MB', answer: endless, reason: /longer than 2000000 bytes/u },
  { what: 'announces 100 MB', answer: sendBody('', { 'content-length': 1e8 }), reason: /longer than|ECONNRESET/u },
  { what: 'sends a compressed body', answer: compressed, reason: /encoded as gzip/u },
  { what: 'drops the line before its answer', answer: (response) => response.destroy(), reason: /ECONNRESET|hang up/u },
  { what: 'drops the line during its answer', answer: half, reason: /ECONNRESET|aborted/u },
  { what: 'never answers', answer: () => undefined, reason: /no answer within 300 ms/u },
  {
    what: 'stops in the middle of its answer',
    answer: (response) => void response.write('{'),
    reason: /within 300 ms/u,
  },
  { what: 'answers with a web page', answer: sendBody('<!doctype html><h1>Hello</h1>'), reason: /no transcript/u },
  { what: 'answers with NaN', answer: sendBody('{"text":"no","words":[{"start":NaN}]}'), reason: /no transcript/u },
  { what: 'answers with nothing', answer: sendBody(''), reason: /no transcript/u },
  { what: 'answers with another object', answer: sendBody('{"error":"no"}'), reason: /no transcript/u },
  { what: 'sends more words than anybody speaks', answer: sendTranscript(many), reason: /no transcript/u },
  {
    what: 'redirects',
    answer: sendBody('', { status: 307, location: 'http://127.0.0.1:1/' }),
    reason: /answered 307/u,
  },
  { what: 'refuses the key', answer: sendBody('{}', { status: 401 }), reason: /answered 401/u },
  { what: 'refuses the sound', answer: sendBody('{}', { status: 413 }), reason: /answered 413/u },
  { what: 'is broken', answer: sendBody('{}', { status: 500 }), reason: /answered 500/u },
  {
    what: 'sends endless headers',
    answer: sendBody('{}', { 'x-long': 'x'.repeat(40_000) }),
    reason: /HEADER_OVERFLOW/u,
  },
])('fails as an engine when the service $what', async ({ answer, reason }) => {
  const { engine } = await start(answer, { timeoutMs: reason.source.includes('300') ? 300 : 10_000 })
  const failure = await recognise(engine).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(EngineFailure)
  expect(String(failure)).toMatch(reason)
})

test('waits as long as a busy service asks, and sends the piece again', async () => {
  const busy = sendBody('{}', { status: 429, 'retry-after': '7' })
  const { engine, sent, waits } = await start((...request) => (request[2] < 3 ? busy : sendTranscript())(...request), {
    retries: 2,
  })
  const [recognised] = await recognise(engine)
  expect(recognised?.words).toHaveLength(2)
  expect(waits).toEqual([7_000, 7_000])
  expect(sent.map(({ sound }) => sound.length)).toEqual([
    sent[0]?.sound.length,
    sent[0]?.sound.length,
    sent[0]?.sound.length,
  ])
})

test('waits longer after each failure, and gives up after the last attempt', async () => {
  const { engine, sent, waits } = await start(sendBody('{}', { status: 503 }), { retries: 3 })
  await expect(recognise(engine)).rejects.toThrow(EngineFailure)
  expect(waits).toEqual([1_000, 2_000, 4_000])
  expect(sent).toHaveLength(4)
})

test('does not wait an hour for a busy service', async () => {
  const { engine, sent, waits } = await start(sendBody('{}', { status: 429, 'retry-after': '3600' }), { retries: 5 })
  await expect(recognise(engine)).rejects.toThrow(EngineFailure)
  expect({ waits, requests: sent.length }).toEqual({ waits: [], requests: 1 })
})

test('leaves a broken service alone for a minute', async () => {
  const { engine, sent, clock } = await start((...request) =>
    (request[2] === 1 ? sendBody('{}', { status: 401 }) : sendTranscript())(...request),
  )
  await expect(recognise(engine)).rejects.toThrow('answered 401')
  await expect(recognise(engine)).rejects.toThrow('failed a moment ago')
  expect(sent).toHaveLength(1)
  clock.now = new Date(clock.now.getTime() + 60_000)
  expect(await recognise(engine)).toHaveLength(1)
})

test('tries the next video after a piece that the service refused', async () => {
  const { engine } = await start((...request) =>
    (request[2] === 1 ? sendBody('{}', { status: 413 }) : sendTranscript())(...request),
  )
  await expect(recognise(engine)).rejects.toThrow('answered 413')
  expect(await recognise(engine)).toHaveLength(1)
})

test('ends the request on cancellation', async () => {
  const cancel = new AbortController()
  const closed = Promise.withResolvers<void>()
  const { engine } = await start((response) => {
    response.once('close', () => closed.resolve())
    cancel.abort(new Error('cancelled'))
  })
  await expect(recognise(engine, { signal: cancel.signal })).rejects.toThrow('cancelled')
  await closed.promise
})

test('connects to no private address unless that is allowed', async () => {
  const { service, sent } = await start()
  for (const host of ['127.0.0.1', 'localhost']) {
    const url = new URL(service.url)
    url.hostname = host
    const engine = engineOf({ ...service, url, allowPrivate: false })
    await expect(recognise(engine)).rejects.toThrow('in a private network, which is not allowed')
  }
  expect(sent).toEqual([])
})

test('removes characters that captions cannot hold', async () => {
  const words = [{ word: 'Hel\u0000lo\n', start: 0.5, end: 0.8 }]
  const { engine } = await start(sendTranscript({ text: 'Hel\u0000lo\n', words }))
  expect((await recognise(engine))[0]?.words.map(({ text }) => text)).toEqual(['Hel lo'])
})

test('hears nothing in a piece without speech', async () => {
  const { engine } = await start(sendTranscript({ text: ' ', language: 'english', segments: [] }))
  expect(await recognise(engine)).toEqual([{ piece: WHOLE, words: [], language: 'en' }])
})

function compressed(...[response]: Parameters<Answer>): void {
  response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000)))
}

function half(...[response]: Parameters<Answer>): void {
  response.writeHead(200, { 'content-length': 100 })
  response.write('{"text":', () => response.destroy())
}

async function start(answer?: Answer, settings: Partial<SpeechService> = {}) {
  const { url, sent } = await startSpeechServer(answer)
  const service: SpeechService = {
    url,
    key: undefined,
    model: 'whisper-1',
    maxSoundMs: 60_000,
    timeoutMs: 10_000,
    retries: 0,
    allowPrivate: true,
    ...settings,
  }
  const waits: number[] = []
  const clock = { now: new Date('2026-11-26T10:00:00Z') }
  return { engine: engineOf(service, { waits, clock }), service, sent, waits, clock }
}

function engineOf(service: SpeechService, o: { waits?: number[]; clock?: { now: Date } } = {}) {
  return serviceEngine(service, {
    aligner,
    now: () => o.clock?.now ?? new Date('2026-11-26T10:00:00Z'),
    wait: async (ms) => void o.waits?.push(ms),
  })
}

type Engine = ReturnType<typeof engineOf>

async function recognise(
  engine: Engine,
  o: { pieces?: Piece[]; language?: string; names?: string[]; signal?: AbortSignal } = {},
): Promise<RecognisedPiece[]> {
  const { pieces = [WHOLE], language = 'en', names = [], signal } = o
  const job = { wavPath: spoken?.path ?? '', pieces, language, names }
  const recognised: RecognisedPiece[] = []
  for await (const each of engine.transcribe(job, io(signal))) recognised.push(each)
  return recognised
}

function io(signal = new AbortController().signal) {
  return { signal, threads: 1, memoryLimitMb: 512 }
}

async function durationOf(sent: SentSound | undefined): Promise<number> {
  const path = join(speech.folder, 'sent.wav')
  await writeFile(path, sent?.sound ?? '')
  return withWav(path, async (wav) => wav.durationMs)
}
