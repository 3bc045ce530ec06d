import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Payload, testJobs, waitUntilAborted } from '../../../../tests/support/jobs.ts'
import { defineJob, type JobIo, measureJobs, startWorker, workedMsOf } from '../jobs.ts'
import { CANCEL_TOPIC } from './rows.ts'

const MINUTE_MS = 60_000
const { db, url, log, events, add, waitUntilEnded } = await testJobs()

test('the work of a job is the time of its attempts, without the pause between them', async () => {
  const ownerId = randomUUID()
  let attempts = 0
  await run(ownerId, async ({ jobId }) => {
    attempts += 1
    if (attempts === 2) return backdate(jobId, { first: 63, present: 3 })
    await backdate(jobId, { first: 2, present: 2 })
    throw new Error('the network is down')
  })
  expect(attempts).toBe(2)
  expect(Math.floor((await workedMsOf(db, ownerId)) / MINUTE_MS)).toBe(5)
  expect(Math.floor((await measured()).workedMs / MINUTE_MS)).toBe(5)
})

test('the attempt of a killed worker counts up to its last heartbeat', async () => {
  // Only the heartbeat that the test asks for is sent.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const ownerId = randomUUID()
  let attempts = 0
  await run(ownerId, async (io) => {
    attempts += 1
    if (attempts === 2) return
    await events.publish(db, CANCEL_TOPIC, { jobId: randomUUID() })
    await expect.poll(() => aliveAt(io.jobId)).not.toBeNull()
    await db.$client.query(
      `update jobs set attempt_started_at = now() - interval '6 minutes', attempt_alive_at = now() - interval '2 minutes'
       where id = $1`,
      [io.jobId],
    )
    // pg-boss does this when a heartbeat expires.
    await db.$client.query(`update pgboss.job set state = 'retry' where id = $1`, [io.jobId])
    await waitUntilAborted(io)
  })
  expect(attempts).toBe(2)
  expect(Math.floor((await workedMsOf(db, ownerId)) / MINUTE_MS)).toBe(4)
})

test('jobs from before attempts were timed count from their start to their end', async () => {
  const ownerId = randomUUID()
  await db.$client.query(
    `insert into jobs (id, name, owner_id, subject_id, payload, state, started_at, finished_at)
     values ($1, 'media.check', $2, 'some', '{}', 'done', now() - interval '5 minutes', now() - interval '2 minutes'),
       ($3, 'media.check', $2, 'other', '{}', 'cancelled', null, now())`,
    [randomUUID(), ownerId, randomUUID()],
  )
  expect(await workedMsOf(db, ownerId)).toBe(3 * MINUTE_MS)
})

/** Runs one job to its end. @param attempt one attempt at it */
async function run(ownerId: string, attempt: (io: JobIo) => Promise<void>): Promise<void> {
  const job = defineJob<Payload>({
    name: `test.${randomUUID()}`,
    payload: Payload,
    attempts: 3,
    run: (_, io) => attempt(io),
    giveUp: async () => {},
  })
  const worker = await startWorker({ db, url, jobs: [job], concurrency: 2, log, drainMs: 0 })
  onTestFinished(() => worker.stop())
  await waitUntilEnded(job, await add(job, { n: 1 }, { ownerId }))
}

/** Moves the starts of a job's first and present attempt into the past. @param ago in minutes */
async function backdate(jobId: string, ago: { first: number; present: number }): Promise<void> {
  await db.$client.query(
    `update jobs set started_at = now() - $2 * interval '1 minute',
       attempt_started_at = now() - $3 * interval '1 minute' where id = $1`,
    [jobId, ago.first, ago.present],
  )
}

/** When the running attempt at a job was last alive; null before its first heartbeat. */
async function aliveAt(jobId: string): Promise<Date | null> {
  const { rows } = await db.$client.query<{ at: Date | null }>(
    'select attempt_alive_at as at from jobs where id = $1',
    [jobId],
  )
  return rows[0]?.at ?? null
}

function measured() {
  return measureJobs(db, { from: new Date(Date.now() - MINUTE_MS), to: new Date(Date.now() + MINUTE_MS) })
}
