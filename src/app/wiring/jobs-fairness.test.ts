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

test('runs a newcomer’s work next, whatever ten accounts have queued', async () => {
  const newcomer = await keeper(site, 'newcomer')
  const first = await uploadClip(newcomer)
  const setup = await startJobs()
  await preparedBy(newcomer, first)
  await setup.stop()

  for (let at = 0; at < CROWD; at += 1) await fillLines(`crowd-${at}`, first)
  const worker = await startJobs({ begun: 2 })
  // One export occupies the worker for the whole test; two jobs of each other kind have started beside it.
  await until('the crowd is served', async () =>
    worker.speech().length === 2 && worker.preparing().length === 2 && worker.exports > 0 ? true : undefined,
  )

  await startSpeech(newcomer, first)
  const second = await uploadClip(newcomer)
  await until('the new video is queued', async () => ((await isQueued(second)) ? true : undefined))
  worker.release()
  await preparedBy(newcomer, second)
  await until('the new speech is heard', async () => (worker.speech().some(isOf(first)) ? true : undefined))

  // Speech has places of its own; the starts of every account count.
  expect(worker.speech().slice(2).findIndex(isOf(first)), 'starts before the speech').toBeLessThanOrEqual(1)
  expect(worker.preparing().slice(2).findIndex(isOf(second)), 'starts before the preparing').toBeLessThanOrEqual(1)
  expect(worker.exports, 'exports at work').toBe(1)
})

const isOf = (projectId: string) => (start: Start) => start.projectId === projectId

type Start = { readonly name: string; readonly projectId: string }

/**
 * A worker with one slot, one more beside exports, and one for speech. It does real work, but its exports never end.
 * @param o.begun the start of each other kind that waits, like all after it, until the test releases them
 */
async function startJobs({ begun = Infinity } = {}) {
  const released = Promise.withResolvers<void>()
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
    release: () => released.resolve(),
    speech: () => startsOf('transcription.transcribe'),
    /** The started jobs that share places with exports, in order. */
    preparing: () => startsOf('media.prepare'),
    get exports() {
      return startsOf('rendering.render').length
    },
  }

  function startsOf(kind: string): Start[] {
    return starts.filter(({ name }) => name === kind)
  }

  function recorded(job: Job): Job['run'] {
    return async (payload, io) => {
      starts.push({ name: job.name, projectId: projectIn(payload) })
      if (job.quick !== true && job.bulk !== true && startsOf(job.name).length >= begun) await released.promise
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

async function isQueued(projectId: string): Promise<boolean> {
  return (await product.jobs.bySubject(db, 'media.prepare', projectId)) !== undefined
}

async function preparedBy(owner: Keeper, projectId: string): Promise<void> {
  await until(
    'the video is prepared',
    async () => ((await findProject(db, projectId))?.stage === 'prepared' ? true : undefined),
    120_000,
  )
  expect((await owner.call('media/get', { projectId })).status).toBe(200)
}
