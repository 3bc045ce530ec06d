import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { bare, speechMaker } from '../../../../../tests/support/speech.ts'
import { type Answer, sendBody, sendTranscript, startSpeechServer } from '../../../../../tests/support/speech-server.ts'
import { ended, testTranscription } from '../../../../../tests/support/transcription.ts'
import { openSpeech } from '../index.ts'

/** Whole runs with a service on another machine: its words, its failures, and what they cost. */
const database = await testDatabase()
const lab = await testTranscription(database)
const speech = await speechMaker()
const TEXT = 'Every good video starts with one clear idea.'
const clause = await speech.say('clause', TEXT, { voice: 'rms' })
const twoPieces = await speech.join('two-pieces', [clause, clause], { pauseMs: 900 })
const broken = sendBody('{}', { status: 500 })

test('captions hold the words of the service, timed to the sound', async () => {
  const { speech: listening, label } = await start(sendTranscript({ text: TEXT, language: 'english' }))
  const { client, projectId, userId } = await lab.creator({ sound: clause, speech: listening })
  expect((await client.quote({ projectId })).engines[0]).toMatchObject({ label, host: '127.0.0.1', quality: 'best' })
  await lab.work({ speech: listening })
  expect(await client.start({ projectId, source: { kind: 'speech' } })).toMatchObject({ engineLabel: label })
  expect(await ended(client, projectId)).toMatchObject({ state: 'done', language: 'en', note: null })
  const done = lab.transcribed.find((each) => each.projectId === projectId)
  expect(done).toMatchObject({ engine: 'speech-service', model: 'whisper-1' })
  expect(done?.words.map(({ text }) => text)).toEqual(TEXT.split(' '))
  expect(await lab.balance(userId)).toEqual({ available: 20, held: 0 })
})

test('a service that fails is replaced by the engine of this machine, with a sentence', async () => {
  const { speech: listening, label } = await start(broken)
  const { client, projectId, userId } = await lab.creator({ sound: clause, speech: listening })
  await lab.work({ speech: listening })
  await client.start({ projectId, language: 'en', source: { kind: 'speech' } })
  expect(await ended(client, projectId)).toMatchObject({
    state: 'done',
    engineLabel: 'Draft transcript (English)',
    note: `${label} could not be used for this video.`,
  })
  expect(await lab.balance(userId)).toEqual({ available: 20, held: 0 })
})

test('a run ends with one sentence and no charge when only the service knows the language', async () => {
  const { speech: listening } = await start(broken)
  const { client, projectId, userId } = await lab.creator({ sound: clause, speech: listening })
  await lab.work({ speech: listening })
  await client.start({ projectId, language: 'fr', source: { kind: 'speech' } })
  expect(await ended(client, projectId)).toMatchObject({
    state: 'failed',
    note: expect.stringMatching(/^Speech recognition failed for this video, so nothing was charged\./u),
  })
  expect(await lab.balance(userId)).toEqual({ available: 30, held: 0 })
})

test('sends no sound of a run that was started with an engine of this machine', async () => {
  const { speech: listening, sent } = await start()
  const { client, projectId } = await lab.creator({ sound: clause })
  await client.start({ projectId, language: 'en', source: { kind: 'speech' } })
  await lab.work({ speech: listening })
  expect(await ended(client, projectId)).toMatchObject({ state: 'done', engineLabel: 'Draft transcript (English)' })
  expect(sent).toEqual([])
})

test('sends no sound of a video that is longer than the service gets', async () => {
  const { speech: listening, sent } = await start(undefined, { maxSoundMs: 1_000 })
  const { client, projectId } = await lab.creator({ sound: clause, speech: listening })
  await lab.work({ speech: listening })
  expect((await client.quote({ projectId })).engines.map(({ host }) => host)).toEqual([null])
  await client.start({ projectId, language: 'en', source: { kind: 'speech' } })
  expect(await ended(client, projectId)).toMatchObject({ state: 'done', engineLabel: 'Draft transcript (English)' })
  expect(sent).toEqual([])
})

test('a run that was interrupted sends only the pieces that are not recognised yet', async () => {
  const hello = sendTranscript({ text: 'Hello', words: [{ word: 'Hello', start: 0.2, end: 0.6 }] })
  const stopped = Promise.withResolvers<void>()
  const { speech: listening, sent } = await start((response, sound, count) => {
    // The second piece is never answered: its worker stops.
    if (count === 2) stopped.resolve()
    else hello(response, sound, count)
  })
  const inPieces = shortPieces(listening)
  const { client, projectId } = await lab.creator({ sound: twoPieces, speech: inPieces })
  const stop = await lab.work({ speech: inPieces })
  await client.start({ projectId, language: 'en', source: { kind: 'speech' } })
  await stopped.promise
  await stop()
  await lab.work({ speech: inPieces })
  expect(await ended(client, projectId)).toMatchObject({ state: 'done' })
  const [first, interrupted, again] = sent.map(({ sound }) => sound.toString('base64'))
  expect(again).toBe(interrupted)
  expect(sent.filter(({ sound }) => sound.toString('base64') === first)).toHaveLength(1)
  const words = lab.transcribed.find((each) => each.projectId === projectId)?.words
  expect(words?.map(({ text }) => bare(text))).toEqual(sent.slice(1).map(() => 'hello'))
})

async function start(answer?: Answer, settings: { maxSoundMs?: number } = {}) {
  const { url, sent } = await startSpeechServer(answer)
  const service = {
    url,
    key: undefined,
    model: 'whisper-1',
    maxSoundMs: 60_000,
    timeoutMs: 10_000,
    retries: 0,
    allowPrivate: true,
    ...settings,
  }
  const opened = openSpeech({ modelsDirectory: `${lab.dataDir}/models`, service, now: () => new Date() })
  onTestFinished(() => opened.close())
  return { speech: opened, sent, label: 'whisper-1 at 127.0.0.1' }
}

type Speech = Awaited<ReturnType<typeof start>>['speech']

/** The same engines with pieces of three seconds. */
function shortPieces(listening: Speech): Speech {
  const { candidates } = listening.engines
  const engines: Speech['engines'] = {
    ...listening.engines,
    async candidates(language, durationMs) {
      const found = await candidates(language, durationMs)
      return { ...found, engines: found.engines.map((engine) => ({ ...engine, maxPieceMs: 3_000 })) }
    },
  }
  return { ...listening, engines }
}
