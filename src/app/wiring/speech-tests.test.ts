import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { TONES } from '../../../tests/fixtures/models/tone-models.ts'
import { writeTones } from '../../../tests/fixtures/models/sound.ts'
import { writeOwnModels } from '../../../tests/support/own-models.ts'
import { testProduct } from '../../../tests/support/product.ts'

const folder = await mkdtemp(join(tmpdir(), 'speech-tests-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const { path: modelsFile } = await writeOwnModels(folder)
const EMAIL = 'olga@example.com'
const settings = { OPERATORS: EMAIL, SPEECH_MODELS_FILE: modelsFile, ASR_MODELS_DIR: join(folder, 'installed') }
const { db, databaseUrl, product, browser, signedUp } = await testProduct({ settings })
const olga = browser()
await olga.signUp({ email: EMAIL })
await db.$client.query('update users set email_verified = true where email = $1', [EMAIL])

test('hears the words of a file with their times, and deletes the file', async () => {
  await install()
  await work()
  expect((await send(await sound())).status).toBe(202)
  await expect.poll(latest).toMatchObject({ state: 'done', engine: 'Tones', fileName: 'tones.wav' })
  const { result } = (await latest()) as { result: { words: { text: string; startMs: number }[] } }
  expect(result).toMatchObject({ language: 'en', soundMs: 3_200, isCut: false, workMs: expect.any(Number) })
  expect(result.words.map(({ text }) => text)).toEqual(['hello', 'tone'])
  // Within its tone, from 1.5 to 1.9 s.
  expect(Math.abs((result.words[1]?.startMs ?? 0) - 1_700)).toBeLessThanOrEqual(200)
  await expect.poll(storedFiles).toEqual([])
  const { rows } = await db.$client.query(`select about, after from operator_actions where action = 'model.test'`)
  expect(rows).toContainEqual({ about: 'Tones', after: { language: 'en', file: 'tones.wav' } })
})

test('listens to the first minute of a longer file, and says so', async () => {
  await install()
  await work()
  await send(await sound({ seconds: 62, at: 60.5 }))
  await expect.poll(latest).toMatchObject({ state: 'done', result: { soundMs: 60_000, isCut: true } })
})

test('a file without sound fails with one sentence, and leaves nothing', async () => {
  await install()
  await work()
  await send(Buffer.from('no sound at all'))
  const problem = 'This sound could not be read.'
  await expect.poll(latest).toMatchObject({ state: 'failed', problem, result: null })
  expect(await storedFiles()).toEqual([])
})

test('one test at a time: a second is refused until the first is cancelled', async () => {
  await install()
  // No worker takes it.
  expect((await send(await sound())).status).toBe(202)
  const second = await send(await sound())
  expect([second.status, second.text]).toEqual([409, expect.stringContaining('Your last test is still running')])
  await olga.call('operator/cancelSpeechTest')
  await work()
  await expect.poll(latest).toMatchObject({ state: 'cancelled' })
  await expect.poll(storedFiles).toEqual([])
  expect((await send(await sound())).status).toBe(202)
  await expect.poll(latest).toMatchObject({ state: 'done' })
})

test('concurrent tests of an operator become one, and the files of the others are deleted', async () => {
  await install()
  const bytes = await sound()
  const answers = await Promise.all([send(bytes), send(bytes), send(bytes)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409, 409])
  expect(await storedFiles()).toHaveLength(1)
  await work()
  await expect.poll(latest).toMatchObject({ state: 'done' })
})

test('refuses an engine that does not work, a language that it does not know, and other users', async () => {
  await install()
  const bytes = await sound()
  expect((await send(bytes, { engine: 'parakeet-v2' })).text).toContain('Parakeet v2 is not installed.')
  expect((await send(bytes, { language: 'fr' })).text).toContain('Tones does not know this language.')
  expect((await send(bytes, { language: 'auto' })).status).toBe(422)
  expect((await send(bytes, { engine: 'unknown' })).status).toBe(404)
  const { dana } = await signedUp()
  expect((await send(bytes, {}, dana)).status).toBe(404)
  expect(await storedFiles()).toEqual([])
})

test('forgets a result after a day', async () => {
  await install()
  await work()
  await send(await sound())
  await expect.poll(latest).toMatchObject({ state: 'done' })
  await db.$client.query(`update speech_tests set created_at = created_at - interval '25 hours'`)
  await product.maintenance()
  expect(await latest()).toBeNull()
})

async function install() {
  const worker = await startWorker({ db, url: databaseUrl, jobs: product.work, concurrency: 1, log: silentLog() })
  const { models } = (await olga.call('operator/speech')).output as { models: { id: string; installed: boolean }[] }
  if (models.find(({ id }) => id === 'tones')?.installed !== true) {
    await olga.call('operator/installModel', { modelId: 'tones' })
    await expect
      .poll(async () => (await olga.call('operator/speech')).output)
      .toMatchObject({ models: expect.arrayContaining([expect.objectContaining({ id: 'tones', installed: true })]) })
  }
  await worker.stop()
}

async function work() {
  const worker = await startWorker({ db, url: databaseUrl, jobs: product.work, concurrency: 1, log: silentLog() })
  onTestFinished(() => worker.stop())
}

async function latest() {
  return (await olga.call('operator/speechTest')).output
}

function send(bytes: Uint8Array, change: object = {}, from = olga) {
  const query = new URLSearchParams({ engine: 'tones', language: 'en', name: 'tones.wav', ...change })
  return from.send(`/api/operator-speech-tests?${query}`, { method: 'PUT', bytes })
}

/** “hello tone”, from half a second on. */
async function sound({ seconds = 3.2, at = 0.5 } = {}): Promise<Buffer> {
  const path = join(folder, `${randomUUID()}.wav`)
  const tones = [
    { hertz: TONES.hello, at, seconds: 0.4 },
    { hertz: TONES.tone, at: at + 1, seconds: 0.4 },
  ]
  await writeTones(path, { seconds, tones })
  return readFile(path)
}

async function storedFiles(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of product.files.list('speech-tests')) keys.push(key)
  return keys
}
