import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { audioOf, findProject, sourceOf } from '#features/media/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import { withLocal } from '#platform/server/files.ts'
import { type Job, startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { fixture } from '../../../tests/fixtures/fixture.ts'
import { until } from '../../../tests/drills/children.ts'
import { storeCopy } from '../../../tests/support/files.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { keeper, type Keeper } from '../../../tests/support/storage.ts'
import { upload } from '../../../tests/support/tus.ts'

/** Each of ten accounts queues as many of each kind as a free plan allows. */
const IN_LINE = 3
const CROWD = 10
const site = await testProduct()
const { db, product } = site

test('runs a newcomer’s work next, whatever ten accounts have queued', { timeout: 240_000 }, async () => {
  const newcomer = await keeper(site, 'newcomer')
  const first = await uploadClip(newcomer)
  const setup = await startJobs()
  await preparedBy(newcomer, first)
  await setup.stop()

  for (let at = 0; at < CROWD; at += 1) await fillLines(`crowd-${at}`, first)
  const worker = await startJobs()
  // The worker already serves the crowd, and one export occupies it for the whole test.
  await until('the crowd is served', async () => (worker.others().length >= 2 && worker.exports > 0 ? true : undefined))

  const heardFrom = worker.others().length
  await startSpeech(newcomer, first)
  const checkedFrom = worker.others().length
  const second = await uploadClip(newcomer)
  await preparedBy(newcomer, second)
  await until('the new speech is heard', async () =>
    worker.others().some(({ name, projectId }) => name === 'transcription.transcribe' && projectId === first)
      ? true
      : undefined,
  )

  const starts = worker.others()
  const placeOf = (name: string, projectId: string) =>
    starts.findIndex((start) => start.name === name && start.projectId === projectId)
  const before = (name: string, projectId: string, from: number) =>
    starts.slice(from, placeOf(name, projectId)).filter((start) => start.name === name).length
  expect(before('transcription.transcribe', first, heardFrom), 'runs that were heard before').toBeLessThanOrEqual(1)
  expect(before('media.check', second, checkedFrom), 'videos that were checked before').toBeLessThanOrEqual(1)
  const preparedFrom = placeOf('media.check', second)
  expect(before('media.prepare', second, preparedFrom), 'videos that were prepared before').toBeLessThanOrEqual(1)
  expect(worker.exports, 'exports at work').toBe(1)
})

type Start = { readonly name: string; readonly projectId: string }

/** A worker with one slot, and one more beside exports. It does real work, but its exports never end. */
async function startJobs() {
  const starts: Start[] = []
  const worker = await startWorker({
    db,
    url: site.databaseUrl,
    concurrency: 1,
    log: silentLog(),
    drainMs: 0,
    jobs: product.work.map((job) => ({ ...job, run: recorded(job) })),
  })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= worker.stop())
  onTestFinished(stop)
  return {
    stop,
    /** The started jobs other than exports, in order. */
    others: () => starts.filter(({ name }) => name !== 'rendering.render'),
    get exports() {
      return starts.filter(({ name }) => name === 'rendering.render').length
    },
  }

  function recorded(job: Job): Job['run'] {
    return async (payload, io) => {
      starts.push({ name: job.name, projectId: projectIn(payload) })
      if (job.bulk !== true) return job.run(payload, io)
      await new Promise((_, reject) => io.signal.addEventListener('abort', () => reject(io.signal.reason)))
    }
  }
}

function projectIn(payload: unknown): string {
  const known = typeof payload === 'object' && payload !== null && 'projectId' in payload
  return known ? String(payload.projectId) : ''
}

/** Fills an account's queue with exports, caption runs and videos up to its limits. */
async function fillLines(name: string, likeId: string): Promise<void> {
  const owner = await keeper(site, name)
  for (let n = 0; n < IN_LINE; n += 1) {
    const prepared = await copiedProject(owner, likeId, 'prepared')
    await startSpeech(owner, prepared)
    await queue(owner, 'rendering.render', randomUUID())
    await queue(owner, 'media.prepare', await copiedProject(owner, likeId, 'preparing'))
  }
}

async function queue(owner: Keeper, name: string, subjectId: string): Promise<void> {
  const job = product.work.find((each) => each.name === name)
  if (job === undefined) throw new Error(`no job is called ${name}`)
  const payload = name === 'rendering.render' ? { renderId: subjectId } : { projectId: subjectId }
  await transaction(db, (tx) => product.jobs.enqueue(tx, job, payload, { ownerId: owner.id, subjectId }))
}

async function startSpeech(owner: Keeper, projectId: string): Promise<void> {
  const source = { kind: 'speech' }
  const answer = await owner.call('transcription/start', { projectId, language: 'en', source })
  expect(answer.status, answer.text).toBe(200)
}

/** A project with the files of another one. */
async function copiedProject(owner: Keeper, likeId: string, stage: 'prepared' | 'preparing'): Promise<string> {
  const id = randomUUID()
  for (const keyOf of [sourceOf, audioOf])
    await withLocal(product.files, { key: keyOf({ id: likeId }) }, async (path) => {
      await storeCopy(product.files, keyOf({ id }), path)
    })
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
     select $1, $2, title, $4, size_bytes, sha256, probe from projects where id = $3`,
    [id, owner.id, likeId, stage],
  )
  return id
}

async function uploadClip(owner: Keeper): Promise<string> {
  const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ')
  const send = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, site.url), { ...init, headers: { ...init.headers, cookie, origin: site.url } })
  return upload(send, await fixture('sentence-small'))
}

async function preparedBy(owner: Keeper, projectId: string): Promise<void> {
  await until(
    'the video is prepared',
    async () => ((await findProject(db, projectId))?.stage === 'prepared' ? true : undefined),
    120_000,
  )
  expect((await owner.call('media/get', { projectId })).status).toBe(200)
}
