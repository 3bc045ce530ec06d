import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { transaction } from '#platform/server/db.ts'
import { openEvents } from '#platform/server/events.ts'
import { openJobQueue, startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { freePort } from '#platform/server/ports.ts'
import { execute } from '#platform/server/rows.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { administerSpeech } from '../engines/administer-speech.ts'
import { engineChoice } from '../engines/engine-choice.ts'
import { siteDefaults } from '../engines/engine-defaults.ts'
import { pocketsphinxEngine } from '../pocketsphinx/engine.ts'
import { pocketsphinxInstallation } from '../pocketsphinx/installation.ts'
import { speechServiceOf } from '../speech-service/settings.ts'
import { CATALOGUE, type CatalogueModel } from './catalogue.ts'
import { INSTALL_MODEL, installModelJob } from './install-job.ts'
import { modelStore } from './store.ts'
import { checkWantedModel, type Machine, requestWantedModel } from './wanted-model.ts'

const WEIGHTS = randomBytes(300_000)
const GIB = 1_073_741_824
const LARGE: Machine = { memoryBytes: 16 * GIB, freeBytes: 100 * GIB }
const SMALL: Machine = { memoryBytes: 3.5 * GIB, freeBytes: 100 * GIB }
const { db, url } = await testDatabase()

test.each([
  { machine: LARGE, takes: 'large' },
  { machine: SMALL, takes: 'small' },
  { machine: { ...LARGE, memoryBytes: 2 * GIB }, takes: undefined },
  { machine: { ...LARGE, freeBytes: 1 * GIB }, takes: undefined },
] as const)('auto fetches what a machine has room for: $takes', async ({ machine, takes }) => {
  const { request, work, installed, names } = await start()
  await request({ machine })
  await work()
  if (takes === undefined) return expect(await installed()).toEqual([])
  await expect.poll(installed).toEqual([names[takes]])
})

test('the start form learns how far the model is', async () => {
  // The rest never comes.
  const { request, work, coming, names } = await start((_, response) => {
    response.writeHead(200, { 'content-length': WEIGHTS.length }).write(WEIGHTS.subarray(0, WEIGHTS.length / 2))
  })
  expect(await coming()).toBeNull()
  await request({ machine: SMALL })
  expect(await coming()).toEqual({ label: `Tones ${names.small}`, languages: ['en'], progress: 0 })
  await work()
  await expect.poll(async () => (await coming())?.progress).toBe(0.5)
})

test('two workers that start together fetch the model once', async () => {
  const { request, work, installed, asked } = await start()
  await Promise.all([work(), work(), request(), request()])
  await expect.poll(installed).toHaveLength(1)
  expect(asked('GET')).toHaveLength(1)
})

test('a worker continues the download of one that was stopped', async () => {
  const half = WEIGHTS.length / 2
  const { request, work, downloaded, installed, asked } = await start(({ headers: { range } }, response) => {
    const head = { etag: '"one"', 'content-length': range === undefined ? WEIGHTS.length : half }
    if (range === undefined) return void response.writeHead(200, head).write(WEIGHTS.subarray(0, half))
    const part = { ...head, 'content-range': `bytes ${half}-${WEIGHTS.length - 1}/${WEIGHTS.length}` }
    return void response.writeHead(206, part).end(WEIGHTS.subarray(half))
  })
  const stop = await work()
  await request()
  // What is not on disk when the worker stops is downloaded again.
  await expect.poll(downloaded).toBe(half)
  await stop()
  await work()
  await expect.poll(installed).toHaveLength(1)
  expect(asked('GET')).toEqual([undefined, `bytes=${half}-`])
})

test('without a network it writes one line, queues nothing, and the next start tries again', async () => {
  const { request, lines, installed, work, requests } = await start()
  await request({ mirror: `http://127.0.0.1:${await freePort()}` })
  expect(lines()).toEqual([expect.stringMatching(/is not fetched: there is no network; the next start tries again$/u)])
  expect(await requests()).toBe(0)
  await request()
  await work()
  await expect.poll(installed).toHaveLength(1)
})

test.each([
  { fault: 'wrong bytes', answer: 'wrong', says: 'is not the file that was expected' },
  { fault: 'a full disk', answer: 'right', says: 'of free disk space' },
] as const)('$fault shows one sentence to operators, and restarts do not try again that day', async (o) => {
  const wrong = Buffer.alloc(WEIGHTS.length)
  const { request, work, problem, requests, later } = await start(
    (_, response) => void response.end(o.answer === 'wrong' ? wrong : WEIGHTS),
    { storeFreeBytes: o.answer === 'right' ? 1_000 : 1e12 },
  )
  await work()
  await request()
  await expect.poll(problem).toContain(o.says)
  await request()
  await request()
  expect(await requests()).toBe(1)
  later(25 * 3_600_000)
  await request()
  expect(await requests()).toBe(2)
})

test('auto leaves a removed model away, and a setting that names it fetches it again', async () => {
  const { request, work, installed, remove, names } = await start()
  await work()
  await request()
  await expect.poll(installed).toEqual([names.large])
  await remove(names.large)
  await request()
  expect(await installed()).toEqual([])
  await request({ wanted: names.large })
  await expect.poll(installed).toEqual([names.large])
})

test('auto leaves a site alone that has a model or a service, and none leaves every site alone', async () => {
  const { request, requests, work, installed, names, remove } = await start()
  await request({ wanted: 'none' })
  await request({ service: speechServiceOf({ ...SERVICE, SPEECH_API_URL: 'https://speech.example.com/v1' }) })
  expect(await requests()).toBe(0)
  await work()
  await request({ wanted: names.small })
  await expect.poll(installed).toEqual([names.small])
  await request()
  await remove(names.small)
  await request()
  expect(await requests()).toBe(1)
})

test('the setting accepts the words auto and none, and the ids of models', () => {
  for (const wanted of ['auto', 'none', 'parakeet-110m']) expect(() => checkWantedModel(wanted)).not.toThrow()
  expect(() => checkWantedModel('parakeet')).toThrow(
    'SPEECH_MODEL is parakeet; it must be auto, none or one of parakeet-v2, ',
  )
})

const SERVICE = {
  SPEECH_API_KEY: undefined,
  SPEECH_API_MODEL: 'whisper-1',
  SPEECH_API_MAX_SECONDS: 60,
  SPEECH_API_TIMEOUT_SECONDS: 60,
  SPEECH_API_RETRIES: 0,
  SPEECH_API_ALLOW_PRIVATE: false,
}

/** A site with a large and a small model on a mirror, and its workers. */
async function start(
  answer: RequestListener = (_, response) => void response.end(WEIGHTS),
  o: { storeFreeBytes?: number } = {},
) {
  const { mirror, asked } = await startMirror(answer)
  const { directory, jobs, log } = await openSite()
  const names = { large: crypto.randomUUID(), small: crypto.randomUUID() }
  const choices = [modelOf(names.large, { languages: ['de', 'en'], memoryMb: 2_048 }), modelOf(names.small, {})]
  const freeBytes = async () => o.storeFreeBytes ?? 1e12
  const models = modelStore({ catalogue: choices, directory, mirror, freeBytes })
  const engines = engineChoice([pocketsphinxEngine(pocketsphinxInstallation({}))])
  const administration = administerSpeech({
    db,
    jobs,
    speech: { engines, models },
    defaults: siteDefaults(db, undefined),
    now: () => new Date(),
  })
  const site = { db, jobs, models, choices, modelsDirectory: directory, queueInstall: administration.queueInstall }
  const lines: string[] = []
  const ids = Object.values(names)
  let now = Date.now()
  return {
    names,
    asked,
    lines: () => lines,
    later: (ms: number) => void (now += ms),
    coming: () => administration.coming(db),
    async remove(id: string) {
      // The files are there a moment before their job ends.
      await expect.poll(async () => (await jobs.bySubject(db, INSTALL_MODEL.name, id))?.finishedAt).toBeTruthy()
      await transaction(db, (tx) => administration.remove(tx, id))
    },
    /** Bytes of the large model on disk, while it is not whole. */
    downloaded: async () => {
      const part = await stat(join(directory, `.${names.large}.download`, 'model.onnx.part')).catch(() => undefined)
      return part?.size
    },
    installed: async () => (await models.status()).flatMap(({ id, installed }) => (installed ? [id] : [])),
    problem: async () => (await administration.overview()).models.map((model) => model.installation?.problem).join(),
    /** Installations that were ever queued. */
    requests: async () =>
      (await db.$client.query('select 1 from jobs where subject_id = any($1)', [ids])).rowCount ?? 0,
    request: (given: Partial<{ machine: Machine; wanted: string; mirror: string; service: Service }> = {}) =>
      requestWantedModel({
        ...site,
        log: { info: (_: unknown, line?: string) => void lines.push(line ?? '') },
        mirror: given.mirror ?? mirror,
        wanted: given.wanted ?? 'auto',
        service: given.service,
        machine: async () => given.machine ?? LARGE,
        now: () => new Date(now),
      }),
    /** Starts a worker. @returns stops it; its job goes back to the queue */
    async work() {
      const worker = await startWorker({
        db,
        url,
        jobs: [installModelJob({ models })],
        concurrency: 1,
        log,
        drainMs: 0,
      })
      let stopped: Promise<void> | undefined
      const stop = () => (stopped ??= worker.stop())
      onTestFinished(stop)
      // A job that a failed test leaves would keep the next worker busy.
      onTestFinished(async () => {
        await execute(db, 'update jobs set cancel_requested = true where subject_id = any($1)', [ids])
      })
      return stop
    },
  }
}

/** A server of model files that answers every HEAD. `asked` lists the ranges of the requests with a method. */
async function startMirror(answer: RequestListener) {
  const received: { method: string; range: string | undefined }[] = []
  const server = createServer((request, response) => {
    received.push({ method: request.method ?? '', range: request.headers.range })
    if (request.method === 'HEAD') return void response.end()
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = z.object({ port: z.number() }).parse(server.address())
  const asked = (method: string) => received.filter((each) => each.method === method).map(({ range }) => range)
  return { mirror: `http://127.0.0.1:${port}`, asked }
}

async function openSite() {
  const directory = await mkdtemp(join(tmpdir(), 'wordpop-models-'))
  const log = silentLog()
  const events = await openEvents({ url, log })
  const jobs = await openJobQueue({ url, log })
  onTestFinished(async () => {
    await jobs.close()
    await events.close()
    await rm(directory, { recursive: true, force: true })
  })
  return { directory, jobs, log }
}

type Service = ReturnType<typeof speechServiceOf>

function modelOf(id: string, o: Partial<CatalogueModel>): CatalogueModel {
  const [real] = CATALOGUE
  if (real === undefined) throw new Error('the catalogue is empty')
  const sha256 = createHash('sha256').update(WEIGHTS).digest('hex')
  const files = [{ name: 'model.onnx', path: `${id}.onnx`, bytes: WEIGHTS.length, sha256 }]
  return { ...real, id, label: `Tones ${id}`, files, archive: null, memoryMb: 1_024, isAutomatic: true, ...o }
}
