import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../shared/errors.ts'
import { type Db, type Tx, transaction } from '../db.ts'
import type { Engine, Fetched } from './boss.ts'
import type { Job } from './definition.ts'
import { markEnded, markQueuedAgain, rememberEnding, type Started, storeProgress } from './rows.ts'
import type { Log } from '../log.ts'
import { outageOf } from '../outages.ts'

/** Shown to the owner when a job fails through no fault of theirs. */
const DEFECT_PROBLEM = 'Something went wrong on our side. Please try again.'

const PROGRESS_EVERY_MS = 500
/** The pause before retrying to store an outcome that a full disk rejected. */
const SETTLE_AGAIN_MS = 1_000

/** Why a running job is aborted; the reason of `JobIo.signal`. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped'
  /** `lost`: this worker missed its heartbeats, and another worker may have taken the job. */
  readonly why: 'cancelled' | 'stopping' | 'lost'

  constructor(why: JobStopped['why']) {
    super(`the job was stopped: ${why}`)
    this.why = why
  }
}

/** One attempt at a job, held by this worker. */
export type Claim = {
  readonly job: Job
  readonly fetched: Fetched
  readonly started: Started
  readonly abort: AbortController
}
/** Dependencies of every attempt. */
export type Workshop = { readonly db: Db; readonly engine: Engine; readonly log: Log }

type Outcome =
  | { readonly kind: 'done' | 'cancelled' | 'again' | 'released' | 'lost' }
  | { readonly kind: 'failed'; readonly problem: string }

/** Runs one attempt and settles it. Never throws: the heartbeat recovers a job that cannot be settled. */
export async function runAttempt(shop: Workshop, claim: Claim): Promise<void> {
  const log = shop.log.child({ job: claim.started.name, jobId: claim.started.id, attempt: claim.started.attempt })
  try {
    const outcome = decidedBefore(claim) ?? (await perform({ ...shop, log }, claim))
    log.info({ outcome: outcome.kind }, 'job attempt ended')
    await settleWithRoom({ ...shop, log }, claim, outcome)
  } catch (error) {
    log.error({ err: error }, 'a job could not be settled; it is retried when its heartbeat expires')
  }
}

/** Ends a job that never started, in the caller's transaction. */
export async function endInLine(tx: Tx, engine: Engine, job: Job, started: Started): Promise<void> {
  if (await markEnded(tx, started, 'cancelled', null)) await consequences(tx, { job, started }, 'cancelled', null)
  await engine.remove(tx, started.name, started.id)
}

/** The outcome already decided when the job is fetched; `run` is skipped then. */
function decidedBefore({ job, started }: Claim): Outcome | undefined {
  if (started.ending === 'failed') return { kind: 'failed', problem: started.problem ?? DEFECT_PROBLEM }
  if (started.ending === 'cancelled' || started.cancelRequested) return { kind: 'cancelled' }
  // The worker died in every allowed attempt, perhaps because of this job.
  return started.attempt > job.attempts ? { kind: 'failed', problem: DEFECT_PROBLEM } : undefined
}

async function perform({ db, log }: Workshop, { job, started, abort }: Claim): Promise<Outcome> {
  const reporter = progressReporter((done) => storeProgress(db, started, done), log)
  try {
    // It may have waited for an earlier attempt at this job to end.
    abort.signal.throwIfAborted()
    await job.run(job.payload.parse(started.payload), {
      jobId: started.id,
      signal: abort.signal,
      progress: reporter.report,
    })
    return { kind: 'done' }
  } catch (error) {
    return outcomeOf(error, { job, started, signal: abort.signal, log })
  } finally {
    reporter.stop()
  }
}

function outcomeOf(
  error: unknown,
  { job, started, signal, log }: { job: Job; started: Started; signal: AbortSignal; log: Log },
): Outcome {
  if (signal.reason instanceof JobStopped) {
    const { why } = signal.reason
    return { kind: why === 'stopping' ? 'released' : why }
  }
  const outage = outageOf(error)
  if (outage !== undefined) {
    log.error({ err: error }, `job failed: ${outage.fact}; it will be retried without using an attempt`)
    return { kind: 'released' }
  }
  if (error instanceof AppError) return { kind: 'failed', problem: error.message }
  log.error({ err: error }, 'job failed')
  return started.attempt >= job.attempts ? { kind: 'failed', problem: DEFECT_PROBLEM } : { kind: 'again' }
}

/**
 * Settles an attempt and waits out an outage: the job stays with this worker until its outcome is stored. Leaving it
 * to the heartbeat would run it again and use up an attempt.
 */
async function settleWithRoom(shop: Workshop, claim: Claim, outcome: Outcome): Promise<void> {
  const { signal } = claim.abort
  for (;;) {
    try {
      return await settle(shop, claim, outcome)
    } catch (error) {
      const outage = outageOf(error)
      if (outage === undefined || signal.aborted) throw error
      shop.log.error({ err: error }, `a job could not be settled: ${outage.fact}; trying again in a moment`)
    }
    await sleep(SETTLE_AGAIN_MS, undefined, { signal })
  }
}

async function settle(shop: Workshop, claim: Claim, outcome: Outcome): Promise<void> {
  switch (outcome.kind) {
    case 'done':
      return end(shop, claim, 'done', null)
    case 'cancelled':
      return giveUp(shop, claim, 'cancelled', null)
    case 'failed':
      return giveUp(shop, claim, 'failed', outcome.problem)
    case 'again':
      return requeue(shop, claim, { countsAttempt: true })
    case 'released':
      return requeue(shop, claim, { countsAttempt: false })
    case 'lost':
      // The current holder settles it.
      return undefined
    default:
      return outcome satisfies never
  }
}

async function giveUp(
  shop: Workshop,
  claim: Claim,
  state: 'failed' | 'cancelled',
  problem: string | null,
): Promise<void> {
  try {
    await end(shop, claim, state, problem)
  } catch (error) {
    shop.log.error({ err: error }, 'a job could not be given up; trying again')
    await transaction(shop.db, async (tx) => {
      await rememberEnding(tx, claim.started, state, problem)
      if (await markQueuedAgain(tx, claim.started, { countsAttempt: true }))
        await shop.engine.requeue(tx, claim.job.name, claim.fetched)
    })
  }
}

/** Commits the final state, its consequences and the removal from the queue together, so each happens once. */
async function end(
  { db, engine }: Workshop,
  claim: Claim,
  state: 'done' | 'failed' | 'cancelled',
  problem: string | null,
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await markEnded(tx, claim.started, state, problem))) return
    if (state !== 'done') await consequences(tx, claim, state, problem)
    await engine.remove(tx, claim.job.name, claim.started.id)
  })
}

async function consequences(
  tx: Tx,
  { job, started }: Pick<Claim, 'job' | 'started'>,
  reason: 'failed' | 'cancelled',
  problem: string | null,
): Promise<void> {
  await job.giveUp(job.payload.parse(started.payload), reason, { tx, jobId: started.id, problem })
}

async function requeue(
  { db, engine }: Workshop,
  { job, fetched, started }: Claim,
  o: { countsAttempt: boolean },
): Promise<void> {
  await transaction(db, async (tx) => {
    if (await markQueuedAgain(tx, started, o)) await engine.requeue(tx, job.name, fetched)
  })
}

/** Stores the latest value at most twice a second. A value that cannot be stored is dropped. */
function progressReporter(
  store: (done: number) => Promise<void>,
  log: Log,
): { report(done: number): void; stop(): void } {
  let latest: number | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  return {
    report(done) {
      if (stopped || !Number.isFinite(done)) return
      latest = Math.min(Math.max(done, 0), 1)
      if (timer === undefined) flush()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }

  function flush(): void {
    timer = undefined
    if (stopped || latest === undefined) return
    store(latest).catch((error: unknown) => log.debug({ err: error }, 'progress could not be stored'))
    latest = undefined
    timer = setTimeout(flush, PROGRESS_EVERY_MS)
  }
}
