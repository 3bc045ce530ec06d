import { expect, onTestFinished, test } from 'vitest'
import { findProject } from '#features/media/server/index.ts'
import { transaction } from '#platform/server/db.ts'
import { type Job, startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { until } from '../../../tests/drills/children.ts'
import { fixture } from '../../../tests/fixtures/fixture.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { keeper, type Keeper } from '../../../tests/support/storage.ts'
import { beginUpload, sendBytes, upload } from '../../../tests/support/tus.ts'

const site = await testProduct()
const { db, product } = site

test('words are found before the preview exists, and charged once when it does', async () => {
  const ada = await keeper(site, 'ada')
  const preview = await startWork()
  const projectId = await uploadClip(ada)
  await startSpeech(ada, projectId)
  await until('the words are found', async () => ((await runOf(ada, projectId)).state === 'done' ? true : undefined))
  expect(await findProject(db, projectId)).toMatchObject({ stage: 'preparing' })
  expect((await fetch(new URL(`/api/captions/${projectId}/document`, site.url), signedIn(ada))).status).toBe(200)
  expect(await balanceOf(ada)).toMatchObject({ available: 20, held: 10 })

  preview.resolve()
  await until('the video is prepared', async () =>
    (await findProject(db, projectId))?.stage === 'prepared' ? true : undefined,
  )
  expect(await balanceOf(ada)).toMatchObject({ available: 20, held: 0 })
})

test('a video refused after its words were found gives the credits back', async () => {
  const bea = await keeper(site, 'bea')
  await startWork()
  const projectId = await uploadClip(bea)
  await startSpeech(bea, projectId)
  await until('the words are found', async () => ((await runOf(bea, projectId)).state === 'done' ? true : undefined))
  const io = { jobId: 'job', problem: 'This video is damaged.' }
  await transaction(db, async (tx) => jobNamed('media.prepare').giveUp({ projectId }, 'failed', { tx, ...io }))
  expect(await findProject(db, projectId)).toMatchObject({ stage: 'refused' })
  expect(await balanceOf(bea)).toMatchObject({ available: 30, held: 0 })
})

test('a file refused by its check ends the captions asked for during its upload', async () => {
  const cleo = await keeper(site, 'cleo')
  await startWork()
  const send = (path: string, init: RequestInit = {}) => fetch(new URL(path, site.url), signedIn(cleo, init))
  const bytes = new TextEncoder().encode('This is not a video.\n'.repeat(100))
  const location = (await beginUpload(send, bytes.length)).headers.get('location') ?? ''
  const projectId = location.split('/').at(-1) ?? ''
  const asked = await cleo.call('transcription/start', { projectId, language: 'en', source: { kind: 'speech' } })
  expect(asked.output).toMatchObject({ state: 'pending', credits: 0 })

  await sendBytes(send, location, 0, bytes)
  await until('the file is refused', async () =>
    (await findProject(db, projectId))?.stage === 'refused' ? true : undefined,
  )
  expect(await runOf(cleo, projectId)).toMatchObject({ state: 'cancelled' })
  expect(await balanceOf(cleo)).toMatchObject({ available: 30, held: 0 })
})

/** A worker that prepares no picture until the returned promise is resolved. */
async function startWork() {
  const released = Promise.withResolvers<void>()
  const jobs = product.work.map((job) =>
    job.name === 'media.prepare' ? { ...job, run: waitThen(released.promise, job) } : job,
  )
  const worker = await startWorker({
    db,
    url: site.databaseUrl,
    jobs,
    concurrency: 1,
    log: silentLog(),
    drainMs: 0,
  })
  onTestFinished(async () => {
    released.resolve()
    await worker.stop()
  })
  return released
}

function waitThen(released: Promise<void>, job: Job): Job['run'] {
  return async (payload, io) => {
    const stopped = new Promise<never>((_, reject) =>
      io.signal.addEventListener('abort', () => reject(io.signal.reason)),
    )
    await Promise.race([released, stopped])
    await job.run(payload, io)
  }
}

function jobNamed(name: string): Job {
  const job = product.work.find((each) => each.name === name)
  if (job === undefined) throw new Error(`no job is called ${name}`)
  return job
}

/** Starts as soon as the length of the video is known. */
async function startSpeech(owner: Keeper, projectId: string): Promise<void> {
  await until('the video is measured', async () => ((await findProject(db, projectId))?.probe ? true : undefined))
  const answer = await owner.call('transcription/start', { projectId, language: 'en', source: { kind: 'speech' } })
  expect(answer.status, answer.text).toBe(200)
}

async function runOf(owner: Keeper, projectId: string): Promise<{ state?: unknown }> {
  return { ...Object((await owner.call('transcription/get', { projectId })).output) }
}

async function balanceOf(owner: Keeper): Promise<unknown> {
  return (await owner.call('credits/balance')).output
}

function signedIn(owner: Keeper, init: RequestInit = {}): RequestInit {
  const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ')
  return { ...init, headers: { ...init.headers, cookie, origin: site.url } }
}

async function uploadClip(owner: Keeper): Promise<string> {
  const send = (path: string, init: RequestInit = {}) => fetch(new URL(path, site.url), signedIn(owner, init))
  return upload(send, await fixture('sentence-small'))
}
