import { JobStopped, type Workshop } from './attempt.ts'
import { HEARTBEAT_SECONDS } from './boss.ts'
import type { RunningJob } from './lane.ts'
import { cancelledRunning, recordAlive } from './rows.ts'

const BEAT_MS = 3_000
/** Slightly shorter than the lease, so that this worker drops a job before another may take it. */
const LOST_AFTER_MS = (HEARTBEAT_SECONDS - 1) * 1_000

/** Sends heartbeats on a timer; `beatSoon` sends an extra one immediately. */
export type Heart = { beatSoon(): void; stop(): Promise<void> }

/** Renews the leases of the running jobs every few seconds, and aborts jobs whose lease is lost. */
export function keepAlive(o: {
  shop: Workshop
  running: ReadonlySet<RunningJob>
  /** Runs at each beat without delaying it, so that slow work here never costs a lease. */
  alsoEach: () => Promise<void>
}): Heart {
  const beats = oneAtATime(beat)
  const others = oneAtATime(() => orWarn(o.alsoEach))
  const timer = setInterval(beatSoon, BEAT_MS)
  return {
    beatSoon,
    async stop() {
      clearInterval(timer)
      await Promise.all([beats.stop(), others.stop()])
    },
  }

  function beatSoon(): void {
    beats.soon()
    others.soon()
  }

  async function beat(): Promise<void> {
    await orWarn(async () => {
      await touchAll(o.shop, [...o.running])
      await abortCancelled(o.shop, o.running)
    })
    const now = performance.now()
    for (const { claim, aliveAt } of o.running)
      if (now - aliveAt > LOST_AFTER_MS) claim.abort.abort(new JobStopped('lost'))
  }

  async function orWarn(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      o.shop.log.warn({ err: error }, 'heartbeat failed; retrying')
    }
  }
}

/** Repeats work that never fails, one run at a time; calls during a run share the next one. */
function oneAtATime(work: () => Promise<void>): { soon(): void; stop(): Promise<void> } {
  let working: Promise<void> = Promise.resolve()
  let waiting = false
  let stopped = false
  return {
    soon() {
      if (waiting || stopped) return
      waiting = true
      working = working.then(() => {
        waiting = false
        return work()
      })
    },
    async stop() {
      stopped = true
      await working
    },
  }
}

async function touchAll({ db, engine }: Workshop, running: readonly RunningJob[]): Promise<void> {
  const alive: RunningJob[] = []
  for (const [name, jobs] of Map.groupBy(running, ({ claim }) => claim.job.name)) {
    const sentAt = performance.now()
    const ours = await engine.touch(
      name,
      jobs.map(({ claim }) => claim.fetched),
    )
    for (const job of jobs) {
      if (!ours.has(job.claim.started.id)) {
        job.claim.abort.abort(new JobStopped('lost'))
        continue
      }
      job.aliveAt = sentAt
      alive.push(job)
    }
  }
  if (alive.length > 0)
    await recordAlive(
      db,
      alive.map(({ claim }) => claim.started),
    )
}

/** Queries before it reads the running jobs, so that it includes a job that starts meanwhile. */
async function abortCancelled({ db }: Workshop, running: ReadonlySet<RunningJob>): Promise<void> {
  const cancelled = await cancelledRunning(db)
  for (const { claim } of running) if (cancelled.has(claim.started.id)) claim.abort.abort(new JobStopped('cancelled'))
}
