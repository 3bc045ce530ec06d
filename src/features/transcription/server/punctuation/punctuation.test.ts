import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writePunctuationModel } from '../../../../../tests/fixtures/models/punctuation-model.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { speechMaker } from '../../../../../tests/support/speech.ts'
import { spoken } from '../../../../../tests/support/spoken-words.ts'
import { ended, testTranscription } from '../../../../../tests/support/transcription.ts'
import { PUNCTUATION_MODEL } from '../models/punctuation-model.ts'
import { openSpeech } from '../speech.ts'
import { PunctuationFailure } from './punctuate.ts'

const lab = await testTranscription(await testDatabase())
const voices = await speechMaker()
const folder = await mkdtemp(join(tmpdir(), 'punctuation-'))
const opened: { close(): Promise<void> }[] = []
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()))
  await rm(folder, { recursive: true, force: true })
})

test('writes marks and capitals through the real library, and keeps the times of words', async () => {
  const { punctuator } = await start()
  const words = spoken('hello', 'are', 'you', 'from', 'nasa', 'i', 'am')
  const { words: written } = await punctuator.punctuate(words, io())
  expect(written.map(({ text }) => text).join(' ')).toBe('Hello, are you from NASA? I am.')
  expect(written.map(({ startMs }) => startMs)).toEqual(words.map(({ startMs }) => startMs))
})

test('writes the sentences of a long recording, whose words are all there', async () => {
  const { punctuator } = await start()
  const words = spoken(...Array.from({ length: 3_000 }, (_, at) => ['hello', 'and', 'nasa'][at % 3] ?? ''))
  const { words: written } = await punctuator.punctuate(words, io())
  expect(new Set(written.map(({ text }) => text))).toEqual(new Set(['Hello,', 'and', 'NASA?']))
  expect(written).toHaveLength(3_000)
})

test('loses only its process to a broken model and to too little memory', async () => {
  const broken = await start({ broken: true })
  await expect(broken.punctuator.punctuate(spoken('hello'), io())).rejects.toThrow(PunctuationFailure)
  const { punctuator } = await start()
  const small = { ...io(), memoryLimitMb: 1 }
  await expect(punctuator.punctuate(spoken('hello'), small)).rejects.toThrow('too much memory')
})

test('cancelling ends the process, also one that hangs', async () => {
  const { punctuator } = await start()
  const stopping = new AbortController()
  // Enough work to find the process while it does it.
  const words = spoken(...Array.from({ length: 50_000 }, () => 'hello'))
  const done = punctuator.punctuate(words, { ...io(), signal: stopping.signal })
  done.catch(() => undefined)
  await expect.poll(punctuating, { timeout: 10_000 }).toHaveLength(1)
  // A stopped process neither answers nor ends on its own.
  for (const pid of await punctuating()) process.kill(pid, 'SIGSTOP')
  stopping.abort(new Error('cancelled'))
  await expect(done).rejects.toThrow('cancelled')
  expect(await punctuating()).toEqual([])
})

test.each([
  { what: 'by the model where it is installed', broken: false, expected: ['idea?', 'second,', 'stay?'] },
  { what: 'by pauses where the model is broken', broken: true, expected: ['idea', 'second', 'stay.'] },
])('punctuates draft captions $what', async ({ broken, expected }) => {
  const speech = await start({ broken })
  await lab.work({ speech })
  const said = 'Every good video starts with one clear idea. Say it in the first second, and people will stay.'
  const { client, projectId } = await lab.creator({ sound: await voices.say('said', said, { voice: 'rms' }), speech })
  await client.start({ projectId, language: 'en', source: { kind: 'speech' } })
  expect((await ended(client, projectId)).state).toBe('done')
  const texts = lab.transcribed.find((each) => each.projectId === projectId)?.words.map(({ text }) => text) ?? []
  expect(texts.filter((text) => /^(?:idea|second|stay)\b/u.test(text))).toEqual(expected)
})

/** The files of a made model. */
const NAMES = { network: 'model.onnx', vocabulary: 'bpe.vocab' }

/** The processes of this one that punctuate. */
async function punctuating(): Promise<number[]> {
  const threads = await readdir('/proc/self/task')
  const lists = threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, 'utf8').catch(() => ''))
  const pids = (await Promise.all(lists)).join(' ').split(' ').filter(Boolean).map(Number)
  const commands = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))
  const isOurs = (await Promise.all(commands)).map((command) => command.includes('server/punctuation/child.ts'))
  return pids.filter((_, at) => isOurs[at])
}

/** The speech tools with a made model, which is installed. */
async function start(o: { broken?: boolean } = {}) {
  const modelsDirectory = await mkdtemp(join(folder, 'models-'))
  const home = join(modelsDirectory, PUNCTUATION_MODEL.id)
  await writePunctuationModel(home, {
    hello: { mark: ',' },
    and: {},
    nasa: { case: 'upper', mark: '?' },
    idea: { mark: '?' },
    second: { mark: ',' },
    stay: { mark: '?' },
  })
  if (o.broken === true) await writeFile(join(home, 'model.onnx'), 'this is no model at all')
  const files = await Promise.all(
    Object.values(NAMES).map(async (name) => {
      const bytes = await readFile(join(home, name))
      return { name, path: name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    }),
  )
  const punctuation = { ...PUNCTUATION_MODEL, ...NAMES, files, archive: null }
  const speech = openSpeech({ modelsDirectory, catalogue: { recognition: [], punctuation }, now: () => new Date() })
  opened.push(speech)
  return speech
}

function io() {
  return { signal: new AbortController().signal, threads: 1, memoryLimitMb: 1_024 }
}
