import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { Payload, testJobs, waitUntilAborted } from '../../../tests/support/jobs.ts'
import { mountSmallDisk } from '../../../tests/support/small-disk.ts'
import { AppError } from '../shared/errors.ts'
import { transaction } from './db.ts'
import { defineJob, type Job, type JobIo, startWorker } from './jobs.ts'

const { db, url, log, events, queue, add, waitUntilEnded, cancel } = await testJobs({
  slotsOf: async (_, owner) => (owner.startsWith('pro') ? 3 : 1),
})

const disk = await mountSmallDisk(1_000_000)
afterAll(() => disk?.remove())

test('a job exists exactly when the transaction that queued it commits', async () => {
  const { job, ran, enqueue, ended } = await start()

  await expect(
    transaction(db, async (tx) => {
      await queue.enqueue(tx, job, { n: 1 }, { ownerId: 'ada', subjectId: randomUUID() })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  const kept = await enqueue({ n: 2 })

  expect((await ended(kept)).state).toBe('done')
  expect(ran).toEqual([2])
})

test('rejects a payload that does not fit its schema', async () => {
  const { job } = await start()
  const unfit = { name: job.name, attempts: 1, payload: z.object({ n: z.number().max(1) }) }
  await expect(
    transaction(db, (tx) => queue.enqueue(tx, unfit, { n: 2 }, { ownerId: 'ada', subjectId: 'x' })),
  ).rejects.toThrow(z.ZodError)
})

test('stores progress and publishes it to subscribers of the subject', async () => {
  const subjectId = randomUUID()
  const watching = events.subscribe(`job:${subjectId}`)[Symbol.asyncIterator]()
  const gate = Promise.withResolvers<void>()
  const { enqueue, job } = await start({
    async run(_, { progress }) {
      progress(0.25)
      await gate.promise
    },
  })
  await enqueue({ n: 1 }, { subjectId })
  const jobId = (await queue.bySubject(db, job.name, subjectId))?.id
  const next = async () => (await watching.next()).value

  expect(await next()).toEqual({ jobId, name: job.name, state: 'queued' })
  expect(await next()).toEqual({ jobId, name: job.name, state: 'running' })
  expect(await next()).toEqual({ jobId, name: job.name, state: 'running', progress: 0.25 })
  expect(await queue.bySubject(db, job.name, subjectId)).toMatchObject({
    id: jobId,
    state: 'running',
    progress: 0.25,
    attempt: 1,
  })
  gate.resolve()
  expect(await next()).toEqual({ jobId, name: job.name, state: 'done', progress: 1 })
})

test.skipIf(disk === undefined)(
  'a job that meets a full disk is tried again at no cost until there is room',
  async () => {
    if (disk === undefined) return
    await disk.fill()
    const { enqueue, ended, ran, gaveUp } = await start({
      attempts: 1,
      async run() {
        try {
          await writeFile(join(disk.path, 'result'), new Uint8Array(100_000))
        } catch (error) {
          await disk.resize(4_000_000)
          throw error
        }
      },
    })
    expect(await ended(await enqueue({ n: 1 }))).toMatchObject({ state: 'done', attempt: 1, problem: null })
    expect([ran, gaveUp]).toEqual([[1, 1], []])
  },
)

test('does not run a job again when a full disk delays storing its outcome', async () => {
  // What PostgreSQL says of a full disk, at the first two tries: a sequence is not rolled back with them.
  await db.$client.query(`
    create sequence refused_writes;
    create function refuse_write() returns trigger language plpgsql as $$ begin
      if nextval('refused_writes') < 3 then raise exception 'no space' using errcode = '53100'; end if;
      return new;
    end $$`)
  onTestFinished(
    async () => void (await db.$client.query('drop function refuse_write cascade; drop sequence refused_writes')),
  )
  const { enqueue, ended, ran } = await start({
    attempts: 1,
    async run() {
      await db.$client.query(
        'create trigger full_disk before update of finished_at on jobs for each row execute function refuse_write()',
      )
    },
  })
  expect(await ended(await enqueue({ n: 1 }))).toMatchObject({ state: 'done', attempt: 1 })
  expect(ran).toEqual([1])
})

test('cancelling a running job aborts it between two heartbeats and settles it once', async () => {
  // Without a regular heartbeat, only what the cancelling tells can reach the worker.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const running = Promise.withResolvers<void>()
  const { enqueue, cancel, ended, gaveUp } = await start({
    async run(_, io) {
      running.resolve()
      await waitUntilAborted(io)
    },
  })
  const subjectId = await enqueue({ n: 7 })
  await running.promise

  await cancel(subjectId)
  const row = await ended(subjectId)

  expect(row).toMatchObject({ state: 'cancelled', problem: null, cancelRequested: true })
  expect(gaveUp).toEqual([{ n: 7, reason: 'cancelled', problem: null }])
})

test('cancelling a queued job ends it immediately while its owner is busy', async () => {
  const running = Promise.withResolvers<void>()
  const { enqueue, cancel, ended, gaveUp, ran } = await start({
    async run(_, io) {
      running.resolve()
      await waitUntilAborted(io)
    },
  })
  const busy = await enqueue({ n: 1 })
  await running.promise
  const inLine = await enqueue({ n: 2 })

  await cancel(inLine)
  expect((await ended(inLine)).state).toBe('cancelled')
  await cancel(inLine)
  expect(gaveUp).toEqual([{ n: 2, reason: 'cancelled', problem: null }])
  await cancel(busy)
  await ended(busy)
  expect(ran).toEqual([1])
})

test('a failing job is retried up to its limit, then settled once with a message for its owner', async () => {
  const { enqueue, ended, gaveUp, ran } = await start({
    attempts: 2,
    run: () => Promise.reject(new Error('disk on fire at /secret/path')),
  })
  const row = await ended(await enqueue({ n: 3 }))

  expect(row).toMatchObject({
    state: 'failed',
    attempt: 2,
    problem: 'Something went wrong on our side. Please try again.',
  })
  expect(ran).toEqual([3, 3])
  expect(gaveUp).toEqual([{ n: 3, reason: 'failed', problem: row.problem }])
})

test('a refusal is final: the job is not retried and its owner sees why', async () => {
  const { enqueue, ended, gaveUp, ran } = await start({
    run: () => Promise.reject(new AppError('unsupported_media', 'This video has no picture.')),
  })
  const row = await ended(await enqueue({ n: 4 }))

  expect(row).toMatchObject({ state: 'failed', attempt: 1, problem: 'This video has no picture.' })
  expect(ran).toEqual([4])
  expect(gaveUp).toEqual([{ n: 4, reason: 'failed', problem: 'This video has no picture.' }])
})

test('rolls back and retries a failed settlement without running the job again', async () => {
  let tries = 0
  const { enqueue, ended, ran } = await start({
    run: () => Promise.reject(new AppError('conflict', 'No.')),
    async giveUp(_, __, { tx, jobId }) {
      await tx.$client.query('insert into given_up values ($1)', [jobId])
      tries += 1
      if (tries === 1) throw new Error('ledger is locked')
    },
  })
  await db.$client.query('create table given_up (job_id uuid primary key)')
  const row = await ended(await enqueue({ n: 5 }))

  expect(row).toMatchObject({ state: 'failed', problem: 'No.' })
  expect(tries).toBe(2)
  expect(ran).toEqual([5])
  expect((await db.$client.query('select * from given_up')).rows).toEqual([{ job_id: row.id }])
})

test('a worker that stops requeues its job without using an attempt', async () => {
  const running = Promise.withResolvers<void>()
  const first = await start({
    attempts: 1,
    async run(_, io) {
      running.resolve()
      await waitUntilAborted(io)
    },
  })
  const subjectId = await first.enqueue({ n: 6 })
  await running.promise
  await first.stopWorker()
  expect(await queue.bySubject(db, first.job.name, subjectId)).toMatchObject({ state: 'queued', attempt: 0 })

  const second = await start({ name: first.job.name, attempts: 1 })
  expect((await second.ended(subjectId)).state).toBe('done')
  expect(first.gaveUp).toEqual([])
})

test('a job taken from a silent worker is aborted there, and its later reports are ignored', async () => {
  const aborted = Promise.withResolvers<unknown>()
  const running = Promise.withResolvers<JobIo>()
  let starts = 0
  const { enqueue, ended, job } = await start({
    async run(_, io) {
      starts += 1
      if (starts > 1) return
      running.resolve(io)
      await waitUntilAborted(io).catch(aborted.resolve)
      io.progress(0.9)
      throw new AppError('conflict', 'Too late.')
    },
  })
  const subjectId = await enqueue({ n: 8 })
  const { jobId } = await running.promise

  // pg-boss does this when a heartbeat expires.
  await db.$client.query(`update pgboss.job set state = 'retry' where id = $1`, [jobId])

  expect(await aborted.promise).toMatchObject({ name: 'JobStopped', why: 'lost' })
  expect(await ended(subjectId)).toMatchObject({ state: 'done', attempt: 2, progress: 1 })
  expect(await queue.bySubject(db, job.name, subjectId)).toMatchObject({ state: 'done', problem: null })
})

test('two workers never run one job, and every job runs once', async () => {
  const ran: number[] = []
  const run = async ({ n }: Payload) => void ran.push(n)
  const { enqueue, ended, job } = await start({ run, concurrency: 3 })
  await start({ name: job.name, run, concurrency: 3 })

  const subjects = await Promise.all(Array.from({ length: 40 }, (_, n) => enqueue({ n }, { ownerId: `owner-${n}` })))
  for (const subject of subjects) expect((await ended(subject)).state).toBe('done')

  expect(ran.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n))
})

test('an owner never has more running jobs than slots across two workers and twelve runners', async () => {
  const slots = { 'free-1': 1, 'free-2': 1, 'pro-1': 3, 'pro-2': 3 }
  const owners = Object.entries(slots).map(([id, size]) => ({
    id,
    size,
    now: 0,
    most: 0,
    full: Promise.withResolvers<void>(),
  }))
  const run = async ({ n }: Payload) => {
    const owner = owners[n % owners.length]
    if (owner === undefined) return
    owner.now += 1
    owner.most = Math.max(owner.most, owner.now)
    if (owner.now === owner.size) owner.full.resolve()
    await owner.full.promise
    // Long enough for one claim too many to slip in while this one runs.
    await db.$client.query('select pg_sleep(0.03)')
    owner.now -= 1
  }
  const { enqueue, ended, job } = await start({ run, concurrency: 6 })
  await start({ name: job.name, run, concurrency: 6 })

  const subjects = await Promise.all(
    Array.from({ length: 40 }, (_, n) => enqueue({ n }, { ownerId: owners[n % 4]?.id ?? '' })),
  )
  for (const subject of subjects) await ended(subject)

  expect(Object.fromEntries(owners.map(({ id, most }) => [id, most]))).toEqual(slots)
})

test('quick jobs do not wait behind long ones', async () => {
  const [running, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const run = () => {
    running.resolve()
    return gate.promise
  }
  const long = defineJob<Payload>({ ...plainJob('long'), run })
  const quick = defineJob<Payload>({ ...plainJob('quick'), quick: true })
  await work([long, quick], 1)
  const waiting = await add(long, { n: 1 })
  await running.promise

  const fast = await add(quick, { n: 2 })
  expect((await waitUntilEnded(quick, fast)).state).toBe('done')
  expect(await queue.bySubject(db, long.name, waiting)).toMatchObject({ state: 'running' })
  gate.resolve()
  await waitUntilEnded(long, waiting)
})

test('more urgent queued jobs start first', async () => {
  const [running, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const order: number[] = []
  const { job, enqueue, ended } = await start({
    async run({ n }) {
      order.push(n)
      running.resolve()
      if (n === 0) await gate.promise
    },
  })
  await enqueue({ n: 0 })
  await running.promise
  await enqueue({ n: 1 })
  const low = await enqueue({ n: 2 })
  await transaction(db, (tx) => queue.enqueue(tx, job, { n: 3 }, { ownerId: 'ada', subjectId: 'urgent', priority: 5 }))
  gate.resolve()
  await ended(low)

  expect(order).toEqual([0, 3, 1, 2])
})

test('a worker with two jobs of one name does not start', async () => {
  const twice = [plainJob('same'), plainJob('same')]
  await expect(startWorker({ db, url, jobs: twice, concurrency: 1, log })).rejects.toThrow('two jobs are named same')
})

/** One job kind with its own worker, which records its runs and failures. */
async function start(
  o: Partial<Pick<Job<Payload>, 'run' | 'giveUp' | 'attempts' | 'name'>> & { concurrency?: number } = {},
) {
  const ran: number[] = []
  const gaveUp: { n: number; reason: string; problem: string | null }[] = []
  const job = defineJob<Payload>({
    name: o.name ?? `test.${randomUUID()}`,
    payload: Payload,
    attempts: o.attempts ?? 3,
    async run(payload, io) {
      ran.push(payload.n)
      await o.run?.(payload, io)
    },
    async giveUp(payload, reason, io) {
      gaveUp.push({ n: payload.n, reason, problem: io.problem })
      await o.giveUp?.(payload, reason, io)
    },
  })
  const stopWorker = await work([job], o.concurrency ?? 2)
  return {
    job,
    ran,
    gaveUp,
    stopWorker,
    enqueue: (payload: Payload, place: { ownerId?: string; subjectId?: string } = {}) => add(job, payload, place),
    ended: (subjectId: string) => waitUntilEnded(job, subjectId),
    cancel: (subjectId: string) => cancel(job, subjectId),
  }
}

function plainJob(name: string): Job<Payload> {
  return { name, payload: Payload, attempts: 1, run: async () => {}, giveUp: async () => {} }
}

async function work(jobs: Job<Payload>[], concurrency: number): Promise<() => Promise<void>> {
  const worker = await startWorker({ db, url, jobs: jobs.map(defineJob), concurrency, log, drainMs: 0 })
  let stopped = false
  const stop = async () => {
    if (!stopped) await worker.stop()
    stopped = true
  }
  onTestFinished(stop)
  return stop
}
