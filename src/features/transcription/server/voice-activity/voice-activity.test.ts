import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { type Tone, writeTones } from '../../../../../tests/fixtures/models/sound.ts'
import { writeVoiceActivityModel } from '../../../../../tests/fixtures/models/voice-activity-model.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { speechMaker } from '../../../../../tests/support/speech.ts'
import { ended, testTranscription } from '../../../../../tests/support/transcription.ts'
import { VOICE_ACTIVITY_MODEL } from '../models/voice-activity-model.ts'
import { openSpeech } from '../speech.ts'

const lab = await testTranscription(await testDatabase())
const voices = await speechMaker()
const folder = await mkdtemp(join(tmpdir(), 'voice-activity-'))
const opened: { close(): Promise<void> }[] = []
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()))
  await rm(folder, { recursive: true, force: true })
})

const LIMITS = { maxMs: 12_000, minMs: 3_000 }
/** A model, also a made one, notices speech and pauses by windows of 32 ms. */
const NEAR_MS = 100
const MARGIN_MS = 400

test('finds speech between silences through the real library', async () => {
  const { segmenter } = await start()
  const path = await sound('silences', { seconds: 12, tones: [speech(2, 2), speech(8, 1.5)] })
  expectNear(await segmenter.pieces(path, LIMITS), [
    [2_000, 4_000],
    [8_000, 9_500],
  ])
})

test('drops a swelling hum, which is sound by its loudness', async () => {
  const { segmenter, loudnessSegmenter } = await start()
  const path = await sound('hum', { seconds: 16, tones: [...hum(0, 6), speech(7, 3), ...hum(11, 5)], noise: 0.004 })
  const [loud] = await loudnessSegmenter.pieces(path, { ...LIMITS, maxMs: 30_000 })
  expect(loud).toEqual({ startMs: 0, endMs: 16_000 })
  expectNear(await segmenter.pieces(path, LIMITS), [[7_000, 10_000]])
})

test('drops the noise of a machine between two sentences, and keeps short pauses', async () => {
  const { segmenter } = await start()
  const said = [speech(1, 2), speech(4.2, 2)]
  const path = await sound('noise', { seconds: 14, tones: [...said, speech(11, 2)], noise: 0.2 })
  expectNear(await segmenter.pieces(path, LIMITS), [
    [1_000, 6_200],
    [11_000, 13_000],
  ])
})

test('cuts long speech in its pauses, where a hum goes on', async () => {
  const { segmenter } = await start()
  const tones = [speech(0, 8), ...hum(8, 0.8), speech(8.8, 8)]
  const pieces = await segmenter.pieces(await sound('long', { seconds: 16.8, tones }), LIMITS)
  expect(pieces).toHaveLength(2)
  expect(pieces[0]?.endMs).toBe(pieces[1]?.startMs)
  expect(pieces[1]?.startMs).toBeGreaterThanOrEqual(8_000)
  expect(pieces[1]?.startMs).toBeLessThanOrEqual(8_800)
})

test('cuts speech without a pause into pieces that the engine can take', async () => {
  const { segmenter } = await start()
  const pieces = await segmenter.pieces(await sound('endless', { seconds: 100, tones: [speech(0, 100)] }), LIMITS)
  expect(pieces[0]?.startMs).toBe(0)
  expect(pieces.at(-1)?.endMs).toBe(100_000)
  for (const [at, { startMs, endMs }] of pieces.entries()) {
    expect(endMs - startMs).toBeLessThanOrEqual(LIMITS.maxMs)
    if (at > 0) expect(startMs).toBe(pieces[at - 1]?.endMs)
  }
})

test('gives a resumed run the rest', async () => {
  const { segmenter } = await start()
  const path = await sound('rest', { seconds: 12, tones: [speech(1, 2), speech(8, 2)] })
  expectNear(await segmenter.pieces(path, { ...LIMITS, fromMs: 5_005 }), [[8_000, 10_000]])
  expect(await segmenter.pieces(path, { ...LIMITS, fromMs: 12_000 })).toEqual([])
})

test('keeps the words of a real voice', async () => {
  const { segmenter } = await start()
  const said = await voices.say('said', 'Every good video starts with one clear idea.', { voice: 'rms' })
  const path = await voices.join('between', [await silence(4), said, await silence(4)], { pauseMs: 10 })
  const [piece, ...more] = await segmenter.pieces(path, LIMITS)
  const [spoken] = await (await start({ isInstalled: false })).loudnessSegmenter.pieces(said, LIMITS)
  expect(more).toEqual([])
  expect(piece?.startMs).toBeLessThanOrEqual(4_000 + (spoken?.startMs ?? 0) + NEAR_MS)
  expect(piece?.endMs).toBeGreaterThanOrEqual(4_000 + (spoken?.endMs ?? 0) - MARGIN_MS)
})

test.each([
  { what: 'without the model', o: { isInstalled: false }, warnings: [] },
  { what: 'with a broken model, and logs why', o: { isBroken: true }, warnings: [/it ended with/u] },
  { what: 'with too little memory, and logs why', o: { memoryMb: 1 }, warnings: [/too much memory/u] },
])('cuts by loudness $what', async ({ o, warnings }) => {
  const { segmenter, loudnessSegmenter, logged } = await start(o)
  const path = await sound('fallback', { seconds: 8, tones: [...hum(0, 4), speech(5, 3)] })
  const pieces = await segmenter.pieces(path, LIMITS)
  expect(pieces[0]?.startMs).toBe(0)
  expect(pieces).toEqual(await loudnessSegmenter.pieces(path, LIMITS))
  expect(logged).toEqual(warnings.map((each) => expect.stringMatching(each)))
})

test('finds no speech for a run that is cancelled already', async () => {
  const { segmenter } = await start()
  const path = await sound('stopped', { seconds: 3, tones: [speech(1, 1)] })
  const signal = AbortSignal.abort(new Error('cancelled'))
  await expect(segmenter.pieces(path, { ...LIMITS, signal })).rejects.toThrow('cancelled')
})

test('sends no music to an engine: the run says that no speech was found, and costs nothing', async () => {
  const tools = await start()
  await lab.work({ speech: tools })
  const path = await sound('music', { seconds: 8, tones: hum(0, 8) })
  const { client, projectId, userId } = await lab.creator({ sound: path, speech: tools })
  await client.start({ projectId, language: 'en', source: { kind: 'speech' } })
  const run = await ended(client, projectId)
  expect(run.state).toBe('failed')
  expect(run.note).toMatch(/^No speech found/u)
  expect((await lab.balance(userId)).held).toBe(0)
})

test('looks for the words of a script in all of the sound, which may be a song', async () => {
  const tools = await start()
  await lab.work({ speech: tools })
  const path = await sound('song', { seconds: 3, tones: hum(0, 3) })
  const { client, projectId } = await lab.creator({ sound: path, speech: tools })
  await client.start({ projectId, language: 'en', source: { kind: 'script', text: 'La la la, sings the machine.' } })
  expect((await ended(client, projectId)).note).toMatch(/were found in the sound/u)
})

test('makes captions of speech after music, with its times in the video', async () => {
  const tools = await start()
  await lab.work({ speech: tools })
  const said = await voices.say('after', 'Every good video starts with one clear idea.', { voice: 'rms' })
  const music = await sound('before', { seconds: 6, tones: hum(0, 6) })
  const path = await voices.join('music-first', [music, said], { pauseMs: 500 })
  const { client, projectId } = await lab.creator({ sound: path, speech: tools })
  await client.start({ projectId, language: 'en', source: { kind: 'speech' } })
  expect((await ended(client, projectId)).state).toBe('done')
  const words = lab.transcribed.find((each) => each.projectId === projectId)?.words ?? []
  expect(words.map(({ text }) => text.toLowerCase())).toContain('video')
  expect(words[0]?.startMs).toBeGreaterThanOrEqual(6_000)
})

/** A tone that the made model takes for speech; seconds. */
function speech(at: number, seconds: number): Tone {
  return { hertz: 1_000, at, seconds, level: 0.3 }
}

/** Two close low tones, which swell and fade together. */
function hum(at: number, seconds: number): Tone[] {
  return [100, 100.7].map((hertz) => ({ hertz, at, seconds, level: 0.3 }))
}

async function sound(name: string, o: { seconds: number; tones: readonly Tone[]; noise?: number }): Promise<string> {
  const path = join(folder, `${name}.wav`)
  await writeTones(path, o)
  return path
}

function silence(seconds: number): Promise<string> {
  return voices.make(`silence-${seconds}`, `anullsrc=r=16000:cl=mono:d=${seconds}`)
}

/** Compares pieces with the speech in them, in milliseconds. */
function expectNear(pieces: readonly { startMs: number; endMs: number }[], spoken: readonly [number, number][]): void {
  expect(pieces).toHaveLength(spoken.length)
  for (const [at, [startMs, endMs]] of spoken.entries()) {
    expect(Math.abs((pieces[at]?.startMs ?? 0) - (startMs - MARGIN_MS))).toBeLessThanOrEqual(NEAR_MS)
    expect(Math.abs((pieces[at]?.endMs ?? 0) - (endMs + MARGIN_MS))).toBeLessThanOrEqual(NEAR_MS)
  }
}

/** The speech tools with a made model, and what they logged. */
async function start(o: { isInstalled?: boolean; isBroken?: boolean; memoryMb?: number } = {}) {
  const modelsDirectory = await mkdtemp(join(folder, 'models-'))
  const { id, network, memoryMb } = VOICE_ACTIVITY_MODEL
  const path = join(modelsDirectory, id, network)
  await writeVoiceActivityModel(path)
  if (o.isBroken === true) await writeFile(path, 'this is no model at all')
  const bytes = await readFile(path)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { name: network, path: network, bytes: bytes.length, sha256 }
  if (o.isInstalled === false) await rm(path)
  const logged: string[] = []
  const voiceActivity = { ...VOICE_ACTIVITY_MODEL, files: [file], memoryMb: o.memoryMb ?? memoryMb }
  const tools = openSpeech({
    modelsDirectory,
    catalogue: { recognition: [], voiceActivity },
    log: pino({ level: 'warn' }, { write: (line) => logged.push(JSON.parse(line).err.message) }),
    now: () => new Date(),
  })
  opened.push(tools)
  return { ...tools, logged }
}
