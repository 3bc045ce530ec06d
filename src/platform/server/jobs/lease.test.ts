import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Payload, testJobs, waitUntilAborted } from '../../../../tests/support/jobs.ts'
import { type JobStopped } from './attempt.ts'
import { startEngine } from './boss.ts'
import { CLAIM_LOCK, claimJob } from './claim.ts'
import { defineJob, type Job, type JobIo, startWorker } from '../jobs.ts'
import { CANCEL_TOPIC } from './rows.ts'

/** Job leases: which worker claims a job, how long the lease lasts, and when another worker may take over. */
const { db, url, log, events, add, waitUntilEnded, cancel } = await testJobs()

test('looking for work where nothing is queued waits for no lock', { timeout: 10_000 }, async () => {
  const job = jobOf({ run: async () => {} })
  const engine = await startEngine({ url, supervise: false, log })
  onTestFinished(() => engine.stop())
  const others = await db.$client.connect()
  onTestFinished(() => others.release(true))
  await others.query('select pg_advisory_lock($1)', [CLAIM_LOCK])
  expect(await claimJob({ db, engine, log }, new Map([[job.name, job]]))).toBeUndefined()
})

test('a claim that waited for the lock takes the most urgent job queued meanwhile', async () => {
  const order: number[] = []
  const job = jobOf({ run: async ({ n }) => void order.push(n) })
  const others = await db.$client.connect()
  onTestFinished(() => others.release())
  await others.query('select pg_advisory_lock($1)', [CLAIM_LOCK])
  const low = await add(job, { n: 1 })
  await work(job)
  await expect.poll(claimsInLine).toBeGreaterThan(0)

  await add(job, { n: 2 }, { priority: 5 })
  await others.query('select pg_advisory_unlock($1)', [CLAIM_LOCK])
  await waitUntilEnded(job, low)

  expect(order).toEqual([2, 1])
})

test('a lease starts when the job is claimed, however long the claim waited', async () => {
  const taken = Promise.withResolvers<number>()
  const job = jobOf({ run: async (_, { jobId }) => taken.resolve(await aliveAt(jobId)) })
  const others = await db.$client.connect()
  onTestFinished(() => others.release())
  await others.query('select pg_advisory_lock($1)', [CLAIM_LOCK])
  const subjectId = await add(job, { n: 1 })
  await work(job)
  await expect.poll(claimsInLine).toBeGreaterThan(0)

  const { rows } = await others.query<{ at: Date }>('select clock_timestamp() as at')
  await others.query('select pg_advisory_unlock($1)', [CLAIM_LOCK])

  expect(await taken.promise).toBeGreaterThanOrEqual(rows[0]?.at.getTime() ?? 0)
  await waitUntilEnded(job, subjectId)
})

test('a worker that reclaims a lost job ends its earlier attempt first', async () => {
  // Without a regular heartbeat, the worker reclaims the job before it learns that it lost it.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const running = Promise.withResolvers<JobIo>()
  const happened: string[] = []
  const { enqueue, ended } = await start({
    async run(_, io) {
      happened.push('begins')
      if (happened.length > 1) return
      running.resolve(io)
      const reason = await waitUntilAborted(io).catch((why: JobStopped) => why)
      // Its programs take a moment to end.
      await db.$client.query('select 1')
      happened.push(`ends: ${reason.why}`)
      throw reason
    },
  })
  const subjectId = await enqueue(9)
  const { jobId } = await running.promise

  await db.$client.query(`update pgboss.job set state = 'retry' where id = $1`, [jobId])

  expect(await ended(subjectId)).toMatchObject({ state: 'done', attempt: 2 })
  expect(happened).toEqual(['begins', 'ends: lost', 'begins'])
})

test('renews the lease of a running job while another takes long to settle', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const [running, givingUp] = [Promise.withResolvers<JobIo>(), Promise.withResolvers<void>()]
  const answer = Promise.withResolvers<void>()
  const { enqueue, ended, cancel } = await start({
    run: async (_, io) => {
      running.resolve(io)
      await answer.promise
    },
    async giveUp() {
      givingUp.resolve()
      await answer.promise
    },
  })
  onTestFinished(() => answer.resolve())
  const busy = await enqueue(1)
  const { jobId } = await running.promise
  const inLine = await enqueue(2)
  await cancel(inLine)
  await givingUp.promise
  const before = await aliveAt(jobId)

  // As when anything is cancelled anywhere: each worker beats at once.
  await events.publish(db, CANCEL_TOPIC, { jobId: randomUUID() })
  await expect.poll(() => aliveAt(jobId)).toBeGreaterThan(before)

  answer.resolve()
  expect((await ended(inLine)).state).toBe('cancelled')
  expect((await ended(busy)).state).toBe('done')
})

/** One job kind with a worker of its own. */
async function start(o: Pick<Job<Payload>, 'run'> & Partial<Pick<Job<Payload>, 'giveUp'>>) {
  const job = jobOf(o)
  await work(job)
  return {
    enqueue: (n: number) => add(job, { n }),
    ended: (subjectId: string) => waitUntilEnded(job, subjectId),
    cancel: (subjectId: string) => cancel(job, subjectId),
  }
}

function jobOf(o: Pick<Job<Payload>, 'run'> & Partial<Pick<Job<Payload>, 'giveUp'>>): Job<Payload> {
  return { name: `test.${randomUUID()}`, payload: Payload, attempts: 3, giveUp: async () => {}, ...o }
}

/** A worker, stopped when the test ends. */
async function work(job: Job<Payload>): Promise<void> {
  const worker = await startWorker({ db, url, jobs: [job].map(defineJob), concurrency: 2, log, drainMs: 0 })
  onTestFinished(() => worker.stop())
}

/** The time of a job's last heartbeat in the queue, in milliseconds since 1970. */
async function aliveAt(jobId: string): Promise<number> {
  const { rows } = await db.$client.query<{ at: Date }>('select heartbeat_on as at from pgboss.job where id = $1', [
    jobId,
  ])
  return rows[0]?.at.getTime() ?? 0
}

async function claimsInLine(): Promise<number> {
  const { rows } = await db.$client.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_locks
     where locktype = 'advisory' and not granted and objid = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [CLAIM_LOCK],
  )
  return rows[0]?.waiting ?? 0
}
