import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { Payload, testJobs } from '../../../../tests/support/jobs.ts'
import { defineJob, type Job, startWorker } from '../jobs.ts'

/** The order of starts for a new account while others have filled their queues. */
const { db, url, log, add, waitUntilEnded } = await testJobs()

/** Owner of the jobs that a test is about. */
const NEW = 'newcomer'
const CROWD = Array.from({ length: 10 }, (_, index) => `crowd-${index}`)

test('a first job starts next while ten accounts with queued batches wait for their first start', async () => {
  const lab = await start()
  const [exports] = lab.jobs
  await lab.fill(exports)

  await lab.add(exports, NEW)

  expect(lab.startsBefore(await lab.finish(), NEW)).toBe(0)
})

test('a first job starts within two jobs of ten accounts that are served in turn', async () => {
  const lab = await start()
  const [exports] = lab.jobs
  await lab.fill(exports)
  lab.hold(15)
  await lab.started(15)

  await lab.add(exports, NEW)

  expect(lab.startsBefore(await lab.finish(), NEW, 15)).toBeLessThanOrEqual(1)
})

test('serves accounts with queued batches in turn', async () => {
  const lab = await start()
  const [exports] = lab.jobs
  await lab.fill(exports)
  const order = (await lab.finish()).slice(1)
  // The first of all runs while the others queue; every account is served before any is served again.
  for (const round of [order.slice(0, 10), order.slice(10, 20), order.slice(20, 30)])
    expect(new Set(round.map(({ owner }) => owner)).size).toBe(10)
})

test('other work starts at once while bulk work fills every place, with one place more', async () => {
  const lab = await start({ concurrency: 2, workers: 2 })
  const [exports, preparing, speech] = lab.jobs
  await lab.fill(exports)
  await lab.started(4)

  await lab.add(preparing, NEW)
  await lab.add(speech, NEW)
  const order = await lab.started(6)
  expect(
    order
      .slice(4)
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['preparing', 'speech'])

  await lab.finish()
  expect(lab.most()).toBeLessThanOrEqual(6)
})

test('other work never takes more places than the worker has', async () => {
  const lab = await start({ concurrency: 1 })
  const [exports, preparing, speech] = lab.jobs
  await lab.add(exports, NEW)
  await lab.started(1)
  for (const owner of CROWD) await lab.add(preparing, owner)
  for (const owner of CROWD) await lab.add(speech, owner)
  const order = await lab.finish()
  expect(order).toHaveLength(21)
  expect(lab.most()).toBeLessThanOrEqual(2)
  expect(lab.mostOf('preparing') + lab.mostOf('speech')).toBeLessThanOrEqual(2)
})

test('urgent work starts at once while other long work fills every place, in places of its own', async () => {
  const lab = await start({ concurrency: 2, isSpeechUrgent: true })
  const [, preparing, speech] = lab.jobs
  await lab.fill(preparing)
  await lab.started(2)

  for (const owner of CROWD) await lab.add(speech, owner)
  const order = await lab.started(4)
  expect(order.slice(2).map(({ kind }) => kind)).toEqual(['speech', 'speech'])

  await lab.finish()
  expect([lab.mostOf('preparing'), lab.mostOf('speech')]).toEqual([2, 2])
})

test('the least recently started kind of work goes next, whatever else is queued', async () => {
  const lab = await start()
  const [exports, preparing, speech] = lab.jobs
  await lab.fill(preparing)
  await lab.fill(exports)

  await lab.add(speech, NEW)

  const order = await lab.finish()
  expect(lab.startsBefore(order, NEW)).toBeLessThanOrEqual(1)
  expect(order.slice(0, 21).filter(({ kind }) => kind === 'exports').length).toBeGreaterThanOrEqual(5)
  expect(order.slice(0, 21).filter(({ kind }) => kind === 'preparing').length).toBeGreaterThanOrEqual(5)
})

test('a first job of any kind starts within one job, whatever kinds the crowd has queued', async () => {
  const lab = await start()
  for (const job of lab.jobs) await lab.fill(job)
  const places: [newcomer: string, from: number][] = []
  let from = 3
  for (const [at, job] of [...lab.jobs, ...lab.jobs.toReversed(), ...lab.jobs].entries()) {
    // Bulk work leaves a place for other work, which is taken before the newcomer comes.
    lab.hold(from)
    if ((await lab.started(from))[from - 1]?.kind === 'exports') await lab.started((from += 1))
    await lab.add(job, `${NEW}-${at}`)
    places.push([`${NEW}-${at}`, from])
    from += 4
  }
  const order = await lab.finish()
  for (const [newcomer, before] of places)
    expect(lab.startsBefore(order, newcomer, before), newcomer).toBeLessThanOrEqual(1)
})

test('a batch of one kind is served, however many first jobs of another kind arrive', async () => {
  const lab = await start({ floods: 'preparing', next: (n) => (n < 40 ? `single-${n}` : undefined) })
  const [, preparing, speech] = lab.jobs
  await lab.add(preparing, 'opens')
  await lab.started(1)
  await lab.add(preparing, 'single')
  for (let n = 0; n < 3; n += 1) await lab.add(speech, 'batch')

  const order = await lab.finish()
  const served = order.flatMap(({ owner }, index) => (owner === 'batch' ? [index] : []))
  expect(served).toHaveLength(3)
  expect(served.at(-1)).toBeLessThanOrEqual(15)
  expect(served[1]).toBeGreaterThan(4)
})

test('a batch is served eventually, however many single jobs arrive', async () => {
  const lab = await start({ next: (n) => (n < 80 ? `single-${n}` : undefined) })
  const [exports] = lab.jobs
  await lab.add(exports, 'opens')
  await lab.started(1)
  await lab.add(exports, 'batch')
  await lab.add(exports, 'batch')
  await lab.add(exports, 'single')

  const order = await lab.finish()
  const served = order.flatMap(({ owner }, index) => (owner === 'batch' ? [index] : []))
  expect(served).toHaveLength(2)
  expect(served[0]).toBeGreaterThan(5)
  expect(served[0]).toBeLessThanOrEqual(40)
  expect(served[1]).toBeLessThanOrEqual(75)
})

test('a higher plan goes first, but its whole batch does not', async () => {
  const lab = await start()
  const [exports] = lab.jobs
  await lab.add(exports, 'opens')
  await lab.started(1)
  await lab.add(exports, NEW, 0)
  for (let n = 0; n < 20; n += 1) await lab.add(exports, 'premium', 20)

  const before = lab.startsBefore(await lab.finish(), NEW)
  expect(before).toBeGreaterThanOrEqual(2)
  expect(before).toBeLessThanOrEqual(6)
})

type Start = { readonly kind: string; readonly owner: string }

/** Three kinds of work, exports among them, and workers that begin nothing beyond what the test lets them end. */
async function start(
  o: {
    concurrency?: number
    workers?: number
    isSpeechUrgent?: boolean
    /** The owner of a job that each start queues, and its kind. */
    next?: (n: number) => string | undefined
    floods?: 'exports' | 'preparing'
  } = {},
) {
  const [starts, subjects]: [Start[], { job: Job<Payload>; subjectId: string }[]] = [[], []]
  const owners: string[] = []
  const waiting = new Set<() => void>()
  const running = new Map<string, number>()
  const peaks = new Map<string, number>()
  let changed = Promise.withResolvers<void>()
  let ends = 0

  const kindOf = (kind: string, { bulk = false, urgent = false }) =>
    defineJob<Payload>({
      name: `${kind}.${randomUUID()}`,
      payload: Payload,
      attempts: 1,
      bulk,
      urgent,
      giveUp: async () => {},
      async run({ n }) {
        starts.push({ kind, owner: owners[n] ?? '' })
        count(kind, 1)
        const mine = starts.length
        changed.resolve()
        changed = Promise.withResolvers()
        if (mine > ends) await new Promise<void>((resolve) => waiting.add(resolve))
        const owner = o.next?.(mine)
        if (owner !== undefined) await lab.add(o.floods === 'preparing' ? preparing : exports, owner)
        count(kind, -1)
      },
    })
  const exports = kindOf('exports', { bulk: true })
  const [preparing, speech] = [kindOf('preparing', {}), kindOf('speech', { urgent: o.isSpeechUrgent === true })]
  const { concurrency = 1, workers = 1 } = o
  for (let n = 0; n < workers; n += 1) {
    const jobs = [exports, preparing, speech].map(defineJob)
    const worker = await startWorker({ db, url, jobs, concurrency, log, drainMs: 0 })
    onTestFinished(() => {
      lab.hold(Infinity)
      return worker.stop()
    })
  }

  const lab = {
    jobs: [exports, preparing, speech] as const,
    async add(job: Job<Payload>, ownerId: string, priority = 0): Promise<void> {
      const n = owners.push(ownerId) - 1
      subjects.push({ job, subjectId: await add(job, { n }, { ownerId, priority }) })
    },
    /** Each of the crowd queues three, after a first job that runs meanwhile. */
    async fill(job: Job<Payload>): Promise<void> {
      if (starts.length === 0) {
        await lab.add(job, 'opens')
        await lab.started(1)
      }
      for (const owner of CROWD) for (let n = 0; n < 3; n += 1) await lab.add(job, owner)
    },
    /** Lets jobs end until so many have started. */
    hold(started: number): void {
      ends = started - 1
      for (const end of waiting) end()
      waiting.clear()
    },
    async started(least: number): Promise<Start[]> {
      while (starts.length < least) await changed.promise
      return starts
    },
    /** Lets every job end. @returns the starts, in order */
    async finish(): Promise<Start[]> {
      lab.hold(Infinity)
      for (const { job, subjectId } of subjects) await waitUntilEnded(job, subjectId)
      return starts
    },
    /** Jobs that started before the owner's first, not counting the first `from` of all. */
    startsBefore: (order: readonly Start[], owner: string, from = 1) =>
      order.findIndex((begun) => begun.owner === owner) - from,
    most: () => peaks.get('all') ?? 0,
    mostOf: (kind: string) => peaks.get(kind) ?? 0,
  }
  return lab

  function count(kind: string, by: 1 | -1): void {
    for (const key of ['all', kind]) {
      const now = (running.get(key) ?? 0) + by
      running.set(key, now)
      peaks.set(key, Math.max(peaks.get(key) ?? 0, now))
    }
  }
}
