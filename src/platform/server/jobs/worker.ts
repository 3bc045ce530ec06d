import type { Db } from '../db.ts'
import { type Events, openEvents } from '../events.ts'
import { type Claim, JobStopped, runAttempt, type Workshop } from './attempt.ts'
import { startEngine } from './boss.ts'
import { claimJob, endCancelledInLine } from './claim.ts'
import type { Job } from './definition.ts'
import { type Heart, keepAlive } from './heartbeat.ts'
import { type Lane, openLane, type RunningJob } from './lane.ts'
import { CANCEL_TOPIC, QUEUED_TOPIC } from './rows.ts'
import type { Log } from '../log.ts'

/** A running worker. */
export type Worker = {
  /** Stops claiming, lets running jobs finish for `drainMs`, then requeues the rest without using an attempt. */
  stop(): Promise<void>
}

/** Quick jobs that may run in addition to `concurrency` long ones. */
const QUICK_SLOTS = 2
const DRAIN_MS = 5_000

/**
 * Starts claiming jobs. It takes over the jobs of a dead worker within 30 seconds.
 * @param o.concurrency maximum number of running jobs besides quick and urgent ones, and of urgent ones; one more of
 *   the former when all of them are bulk work
 * @param o.drainMs milliseconds that `stop` waits for running jobs; default 5,000
 * @throws Error when two jobs share a name
 */
export async function startWorker(o: {
  db: Db
  url: string
  jobs: readonly Job[]
  concurrency: number
  log: Log
  drainMs?: number
}): Promise<Worker> {
  const jobs = byName(o.jobs)
  const engine = await startEngine({ url: o.url, supervise: true, log: o.log })
  for (const name of jobs.keys()) await engine.prepare(name)
  const events = await openEvents({ url: o.url, log: o.log })
  const shop: Workshop = { db: o.db, engine, log: o.log }
  const running = new Set<RunningJob>()
  const ending = new AbortController()

  const long = only(jobs, ({ quick, urgent }) => quick !== true && urgent !== true)
  const urgent = only(jobs, (job) => job.urgent === true)
  const quick = only(jobs, (job) => job.quick === true)
  const lane = { log: o.log, running, attempt: (claim: Claim) => runAttempt(shop, claim) }
  const lanes = [
    openLane({
      ...lane,
      size: o.concurrency + 1,
      claim: (beside) => claimJob(shop, startable(long, beside, o.concurrency)),
    }),
    openLane({ ...lane, size: o.concurrency, claim: () => claimJob(shop, urgent) }),
    openLane({ ...lane, size: QUICK_SLOTS, claim: () => claimJob(shop, quick) }),
  ]
  const heart = keepAlive({ shop, running, alsoEach: () => endCancelledInLine(shop, jobs) })
  const listening = Promise.all([
    wakeOnQueued({ events, lanes, signal: ending.signal }),
    abortOnCancel({ events, running, heart, signal: ending.signal }),
  ])
  o.log.info({ jobs: [...jobs.keys()], concurrency: o.concurrency }, 'worker is ready')

  return {
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()))
      await drain(running, o.drainMs ?? DRAIN_MS)
      ending.abort()
      await listening
      await heart.stop()
      await events.close()
      await engine.stop()
    },
  }
}

/**
 * Filters the kinds of long work that may start now. One extra place beyond `concurrency` is reserved for other work
 * while bulk work fills the rest, so that preparing never waits for exports.
 */
function startable(
  jobs: ReadonlyMap<string, Job>,
  beside: readonly Job[],
  concurrency: number,
): ReadonlyMap<string, Job> {
  if (beside.length < concurrency) return jobs
  return beside.length === concurrency && beside.every(isBulk) ? only(jobs, (job) => !isBulk(job)) : NONE
}

const NONE: ReadonlyMap<string, Job> = new Map()

function isBulk({ bulk }: Job): boolean {
  return bulk === true
}

type Subscription = { events: Events; signal: AbortSignal }

async function wakeOnQueued({ events, lanes, signal }: Subscription & { lanes: readonly Lane[] }): Promise<void> {
  for await (const _ of events.subscribe(QUEUED_TOPIC, signal)) for (const lane of lanes) lane.wake()
}

async function abortOnCancel(o: Subscription & { running: ReadonlySet<RunningJob>; heart: Heart }): Promise<void> {
  for await (const { jobId } of o.events.subscribe(CANCEL_TOPIC, o.signal)) {
    const here = [...o.running].filter(({ claim }) => claim.started.id === jobId)
    for (const { claim } of here) claim.abort.abort(new JobStopped('cancelled'))
    // The job may be queued or run elsewhere, or events were missed: one beat checks all of these.
    if (here.length === 0) o.heart.beatSoon()
  }
}

function byName(jobs: readonly Job[]): ReadonlyMap<string, Job> {
  const named = new Map<string, Job>()
  for (const job of jobs) {
    if (named.has(job.name)) throw new Error(`two jobs are named ${job.name}`)
    named.set(job.name, job)
  }
  return named
}

function only(jobs: ReadonlyMap<string, Job>, wanted: (job: Job) => boolean): ReadonlyMap<string, Job> {
  return new Map([...jobs].filter(([, job]) => wanted(job)))
}

async function drain(running: ReadonlySet<RunningJob>, drainMs: number): Promise<void> {
  const timer = setTimeout(() => {
    for (const { claim } of running) claim.abort.abort(new JobStopped('stopping'))
  }, drainMs)
  await Promise.all([...running].map(({ ended }) => ended))
  clearTimeout(timer)
}
