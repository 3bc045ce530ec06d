import type { Db } from './db.ts'
import { openEvents } from './events.ts'
import { JobStopped, type Workshop } from './jobs-attempt.ts'
import { startEngine } from './jobs-boss.ts'
import { claimJob, endCancelledInLine } from './jobs-claim.ts'
import type { Job } from './jobs-definition.ts'
import { keepAlive } from './jobs-heartbeat.ts'
import { openLane, type Running } from './jobs-lane.ts'
import { CANCEL_TOPIC, QUEUED_TOPIC } from './jobs-rows.ts'
import type { Log } from './log.ts'

/** A worker at work. */
export type Worker = {
  /** Takes no more jobs, lets running ones finish for `drainMs`, then puts them back in line unharmed. */
  stop(): Promise<void>
}

/** Quick jobs that may run beside `concurrency` long ones. */
const QUICK_SLOTS = 2

/**
 * Starts taking jobs; those of a worker that died are taken over within 30 seconds.
 * @param o.concurrency how many jobs run at once, besides quick ones
 * @param o.drainMs how long `stop` waits for running jobs, in milliseconds; default 5,000
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
  const running = new Set<Running>()
  const ending = new AbortController()

  const lanes = [
    openLane({ shop, running, size: o.concurrency, claim: () => claimJob(shop, only(jobs, (job) => job.quick !== true)) }),
    openLane({ shop, running, size: QUICK_SLOTS, claim: () => claimJob(shop, only(jobs, (job) => job.quick === true)) }),
  ]
  const heart = keepAlive({ shop, running, alsoEach: () => endCancelledInLine(shop, jobs) })
  const hearing = Promise.all([hearQueued(), hearCancelled()])
  o.log.info({ jobs: [...jobs.keys()], concurrency: o.concurrency }, 'worker is ready')

  return {
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()))
      await drain(running, o.drainMs ?? 5_000)
      ending.abort()
      await hearing
      await heart.stop()
      await events.close()
      await engine.stop()
    },
  }

  async function hearQueued(): Promise<void> {
    for await (const _ of events.subscribe(QUEUED_TOPIC, ending.signal)) for (const lane of lanes) lane.wake()
  }

  async function hearCancelled(): Promise<void> {
    for await (const { jobId } of events.subscribe(CANCEL_TOPIC, ending.signal)) {
      const here = [...running].filter(({ claim }) => claim.started.id === jobId)
      for (const { claim } of here) claim.abort.abort(new JobStopped('cancelled'))
      // In line, running elsewhere, or events were missed: one beat looks at all of it.
      if (here.length === 0) heart.beatSoon()
    }
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

async function drain(running: ReadonlySet<Running>, drainMs: number): Promise<void> {
  const timer = setTimeout(() => {
    for (const { claim } of running) claim.abort.abort(new JobStopped('stopping'))
  }, drainMs)
  await Promise.all([...running].map(({ ended }) => ended))
  clearTimeout(timer)
}

