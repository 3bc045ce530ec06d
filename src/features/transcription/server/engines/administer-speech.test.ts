import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { transaction } from '#platform/server/db.ts'
import { openEvents } from '#platform/server/events.ts'
import { openJobQueue, startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { administerSpeech } from './administer-speech.ts'
import { addMeasurement } from './engine-speed-rows.ts'
import { engineChoice } from './engine-choice.ts'
import { siteDefaults } from './engine-defaults.ts'
import { CATALOGUE } from '../models/catalogue.ts'
import { INSTALL_MODEL, installModelJob } from '../models/install-job.ts'
import { modelStore } from '../models/store.ts'
import { pocketsphinxEngine } from '../pocketsphinx/engine.ts'
import { pocketsphinxInstallation } from '../pocketsphinx/installation.ts'

const WEIGHTS = randomBytes(400_000)
const { db, url } = await testDatabase()

test('a queued model is downloaded from the mirror by a worker, and can be removed', async () => {
  const { administration, work, model } = await start((_, response) => void response.end(WEIGHTS))
  await transaction(db, (tx) => administration.queueInstall(tx, model))
  expect(await stateOf(administration)).toMatchObject({ installed: false, installation: { state: 'queued' } })
  await work()
  await expect.poll(() => stateOf(administration)).toMatchObject({ installed: true, installation: null })
  await expect(transaction(db, (tx) => administration.queueInstall(tx, model))).rejects.toThrow('Tones is installed.')
  await transaction(db, (tx) => administration.remove(tx, model))
  expect(await stateOf(administration)).toMatchObject({ installed: false, installation: null })
})

test('an installation shows its progress, can be cancelled, and continues where it stopped', async () => {
  const ranges: (string | undefined)[] = []
  const { administration, work, jobs, model } = await start((request, response) => {
    const { range } = request.headers
    ranges.push(range)
    if (range !== undefined) {
      const from = Number(/\d+/u.exec(range)?.[0])
      const part = { 'content-range': `bytes ${from}-${WEIGHTS.length - 1}/${WEIGHTS.length}`, etag: '"one"' }
      return void response.writeHead(206, part).end(WEIGHTS.subarray(from))
    }
    // The rest never comes.
    response.writeHead(200, { etag: '"one"', 'content-length': WEIGHTS.length }).write(WEIGHTS.subarray(0, 200_000))
  })
  await work()
  await transaction(db, (tx) => administration.queueInstall(tx, model))
  await expect.poll(async () => (await stateOf(administration))?.installation?.progress).toBe(0.5)
  await expect(transaction(db, (tx) => administration.remove(tx, model))).rejects.toThrow('already being installed')
  const jobId = (await stateOf(administration))?.installation?.jobId ?? ''
  await transaction(db, (tx) => jobs.cancel(tx, jobId))
  await expect.poll(() => stateOf(administration)).toMatchObject({ installed: false, installation: null })
  await transaction(db, (tx) => administration.queueInstall(tx, model))
  await expect.poll(() => stateOf(administration)).toMatchObject({ installed: true })
  expect(ranges).toEqual([undefined, 'bytes=200000-'])
})

test('a model whose installation ends while the overview is read is shown as installed', async () => {
  const { administration, afterStatus, work, jobs, model } = await start((_, response) => void response.end(WEIGHTS))
  await transaction(db, (tx) => administration.queueInstall(tx, model))
  const jobState = async () => (await jobs.bySubject(db, INSTALL_MODEL.name, model))?.state
  afterStatus.once = async () => {
    await work()
    await expect.poll(jobState).toBe('done')
  }
  expect(await stateOf(administration)).toMatchObject({ installed: true, installation: null })
})

test('an installation that fails says why', async () => {
  const { administration, work, model } = await start((_, response) => void response.writeHead(404).end())
  await work()
  await transaction(db, (tx) => administration.queueInstall(tx, model))
  await expect
    .poll(async () => (await stateOf(administration))?.installation)
    .toMatchObject({ state: 'failed', problem: expect.stringContaining('answered 404') })
})

test('shows the speed of recent runs, in which older ones count less', async () => {
  const { administration } = await start((_, response) => void response.end())
  const add = (soundMs: number, workMs: number) =>
    addMeasurement(db, { engine: 'pocketsphinx', soundMs, workMs, at: new Date() })
  const speed = async () => (await administration.overview()).engines.at(-1)?.soundPerSecond
  expect(await speed()).toBeNull()
  await add(10_000, 5_000)
  expect(await speed()).toBe(2)
  await add(5_000_000, 2_500_000)
  for (let run = 0; run < 20; run += 1) await add(4_000_000, 1_000_000)
  expect(await speed()).toBeGreaterThan(3.9)
})

type Administration = ReturnType<typeof administerSpeech>

async function stateOf(administration: Administration) {
  return (await administration.overview()).models[0]
}

async function start(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const directory = await mkdtemp(join(tmpdir(), 'wordpop-models-'))
  const log = silentLog()
  const events = await openEvents({ url, log })
  const jobs = await openJobQueue({ url, log })
  onTestFinished(async () => {
    await jobs.close()
    await events.close()
    server.closeAllConnections()
    server.close()
    await rm(directory, { recursive: true, force: true })
  })
  const [real] = CATALOGUE
  if (real === undefined) throw new Error('the catalogue is empty')
  const model = crypto.randomUUID()
  const sha256 = createHash('sha256').update(WEIGHTS).digest('hex')
  const file = { name: 'model.onnx', path: 'model.onnx', bytes: WEIGHTS.length, sha256 }
  const { port } = server.address() as AddressInfo
  const models = modelStore({
    catalogue: [{ ...real, id: model, label: 'Tones', files: [file], archive: null }],
    directory,
    mirror: `http://127.0.0.1:${port}`,
    freeBytes: async () => 1e12,
  })
  const afterStatus: { once?: (() => Promise<void>) | undefined } = {}
  const status = async () => {
    const statuses = await models.status()
    const { once } = afterStatus
    afterStatus.once = undefined
    await once?.()
    return statuses
  }
  const engines = engineChoice([pocketsphinxEngine(pocketsphinxInstallation({}))])
  return {
    administration: administerSpeech({
      db,
      jobs,
      speech: { engines, models: { ...models, status } },
      defaults: siteDefaults(db, undefined),
      now: () => new Date(),
    }),
    afterStatus,
    jobs,
    model,
    async work() {
      const worker = await startWorker({
        db,
        url,
        jobs: [installModelJob({ models })],
        concurrency: 1,
        log,
        drainMs: 0,
      })
      onTestFinished(() => worker.stop())
    },
  }
}
