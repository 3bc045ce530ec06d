import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import { transaction } from '#platform/server/db.ts'
import { startWorker } from '#platform/server/jobs.ts'
import { captionedProject } from '../../../../../tests/support/captioned.ts'
import { clipMaker, picture, QUICK_H264 } from '../../../../../tests/support/clips.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { testMedia } from '../../../../../tests/support/media.ts'
import type { Render } from '../../model/index.ts'
import { endRendersOf, renderingProcedures, renderJob } from '../index.ts'

/** Maximum queued exports of an account. */
const LIMIT = 3
const { db, url } = await testDatabase({ max: 20 })
const lab = await testMedia({ db, url }, { worker: false })
const clip = await (await clipMaker()).make('clip.mp4', ...picture({ seconds: 1 }), ...QUICK_H264)
const deps = {
  ...lab,
  newId: randomUUID,
  now: systemClock,
  countDownload: async () => undefined,
  claimRoom: async () => undefined,
  jobsInLine: async () => LIMIT,
  exportLimit: async () => ({ height: 1080, fps: 60 }),
  ownFonts: async () => [],
  logos: async () => [],
}
const procedures = renderingProcedures(deps)

test('limits the exports of an account to its plan', async () => {
  const owner = randomUUID()
  const projects = await projectsOf(owner, 10)
  const answers = await Promise.allSettled(projects.map((id) => start(id, owner)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMIT)
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      code: 'too_many_requests',
      message:
        'You have 3 exports waiting or running, the limit of your account. Start this one when one of them has finished.',
      details: { limit: 3, retryAfterSeconds: 60 },
    },
  })
  expect(await rows('select 1 from renders where owner_id = $1', [owner])).toHaveLength(LIMIT)
})

test('states when the first export of a full queue is expected to end', async () => {
  const { owner, spare, renders } = await fullLine()
  await db.$client.query(`update renders set state = 'running', remaining_ms = 90500 where id = $1`, [renders[0]?.id])
  await expect(start(spare, owner)).rejects.toMatchObject({ details: { retryAfterSeconds: 91 } })
})

test('answers a queued export from a full queue, and accepts another after a cancel', async () => {
  const { owner, projects, spare, renders } = await fullLine()
  const [first] = renders
  if (first === undefined) return expect.unreachable()
  expect((await start(first.projectId, owner)).id).toBe(first.id)
  expect(projects[0]).toBe(first.projectId)

  await call(procedures.cancel, { renderId: first.id }, lab.context(owner))
  const stop = await work()
  await expect.poll(async () => (await view(first, owner))?.state).toBe('cancelled')
  await stop()
  expect(await start(spare, owner)).toMatchObject({ state: expect.stringMatching(/queued|running/u) })
})

test("counts a collaborator's exports towards the owner's limit", async () => {
  const { owner, spare } = await fullLine()
  const friend = randomUUID()
  await db.$client.query(`insert into users (id, email, plan) values ($1, $2, 'pro'), ($3, $4, 'free')`, [
    owner,
    `${owner}@example.com`,
    friend,
    `${friend}@example.com`,
  ])
  await db.$client.query(
    `insert into collaborators (owner_id, user_id, role, joined_at) values ($1, $2, 'editor', now())`,
    [owner, friend],
  )
  await expect(start(spare, friend)).rejects.toThrow(/^The owner of this video has 3 exports waiting or running/u)
})

test('shows the owner the queue position of an export, and updates it', async () => {
  const { owner, renders } = await fullLine()
  expect(renders.map(({ ahead }) => ahead)).toEqual([0, 1, 2])
  const [first, , last] = renders
  if (first === undefined || last === undefined) return expect.unreachable()
  const watched = await call(procedures.watch, { renderId: last.id }, lab.context(owner))
  expect((await watched.next()).value).toMatchObject({ ahead: 2 })

  await call(procedures.cancel, { renderId: first.id }, lab.context(owner))
  const stop = await work({ holding: true })
  for await (const { ahead } of watched) if (ahead === 1) break
  await stop()
})

test('stores captions compressed while an export is queued, and deletes them at its end', async () => {
  const { owner, renders } = await fullLine()
  const stored = await rows<{ bytes: number }>(
    'select length(captions) as bytes from renders where owner_id = $1 and captions is not null',
    [owner],
  )
  expect(stored).toHaveLength(LIMIT)
  for (const { id } of renders) await call(procedures.cancel, { renderId: id }, lab.context(owner))
  const stop = await work({ holding: true })
  for (const render of renders) await expect.poll(async () => (await view(render, owner))?.state).toBe('cancelled')
  await stop()
  expect(await rows('select 1 from renders where owner_id = $1 and captions is not null', [owner])).toEqual([])
})

test('cancels all exports of a removed project', async () => {
  const owner = randomUUID()
  const [projectId = ''] = await projectsOf(owner, 1)
  const render = await start(projectId, owner)
  await db.$client.query(
    `insert into renders (id, project_id, owner_id, quality, revision, state, created_at, finished_at)
     select gen_random_uuid(), $1, $2, 'best', n, 'cancelled', now() + interval '1 second', now()
     from generate_series(1, 60) as n`,
    [projectId, owner],
  )
  await transaction(db, (tx) => endRendersOf(tx, lab, projectId))
  expect(await lab.jobs.bySubject(db, 'rendering.render', render.id)).toMatchObject({ cancelRequested: true })
})

test('starts a first export within two of ten accounts with full queues', async () => {
  await db.$client.query('truncate renders, jobs, pgboss.job cascade')
  const crowd = Array.from({ length: 10 }, () => randomUUID())
  for (const owner of crowd) for (const id of await projectsOf(owner, LIMIT)) await start(id, owner)
  const newcomer = randomUUID()
  const [projectId = ''] = await projectsOf(newcomer, 1)
  const stop = await work()
  await expect.poll(started, { timeout: 30_000 }).toBeGreaterThan(0)

  const before = await started()
  const { id } = await start(projectId, newcomer)
  for await (const { state } of await call(procedures.watch, { renderId: id }, lab.context(newcomer)))
    if (state !== 'queued') break

  expect((await started()) - before).toBeLessThanOrEqual(2)
  await stop()
})

/** An account with a full queue, and one more video. */
async function fullLine() {
  const owner = randomUUID()
  const [spare = '', ...projects] = await projectsOf(owner, LIMIT + 1)
  const renders: Render[] = []
  for (const id of projects) renders.push(await start(id, owner))
  return { owner, spare, projects, renders }
}

function projectsOf(ownerId: string, count: number): Promise<string[]> {
  const probe = { durationMs: 1_000, audio: null }
  return Promise.all(Array.from({ length: count }, () => captionedProject(lab, { sourcePath: clip, ownerId, probe })))
}

function start(projectId: string, userId: string): Promise<Render> {
  return call(procedures.start, { projectId, quality: 'standard' }, lab.context(userId))
}

async function view({ id, projectId }: Render, userId: string): Promise<Render | undefined> {
  const list = await call(procedures.list, { projectId }, lab.context(userId))
  return list.find((render) => render.id === id)
}

/** One worker that runs one job at a time. @param o.holding runs no exports, and only ends cancelled ones */
async function work(o: { holding?: boolean } = {}): Promise<() => Promise<void>> {
  const job = renderJob(deps)
  const hold = async (_: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const jobs = [o.holding === true ? { ...job, run: hold } : job]
  const worker = await startWorker({ db, url, jobs, concurrency: 1, log: lab.log, drainMs: 0 })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= worker.stop())
  onTestFinished(stop)
  return stop
}

/** Number of started exports. */
async function started(): Promise<number> {
  return (await rows('select 1 from jobs where attempt > 0', [])).length
}

async function rows<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
  return (await db.$client.query<Row>(text, values)).rows
}
