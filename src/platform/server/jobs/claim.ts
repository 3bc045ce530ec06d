import { type Tx, transaction } from '../db.ts'
import { execute } from '../rows.ts'
import { type Claim, endInLine, type Workshop } from './attempt.ts'
import type { Job } from './definition.ts'
import { isJobPaused } from './paused.ts'
import { cancelledInLine, markStarted } from './rows.ts'
import { readRotation, recordStart, startOrder } from './turns.ts'

/** Advisory lock id shared by all workers; its holder alone assigns jobs. */
export const CLAIM_LOCK = 4_870_002

/**
 * Claims the next job that may start: the highest turn of the kind that comes next (`startOrder`).
 *
 * Claims are serialized across all workers: pg-boss counts an owner's running jobs and claims the next in two steps,
 * so two concurrent claims would both see a free slot.
 */
export async function claimJob({ db, engine }: Workshop, jobs: ReadonlyMap<string, Job>): Promise<Claim | undefined> {
  const names = [...jobs.keys()]
  // Lanes ask every second. While nothing is queued they hold no lock, and leave no transaction behind.
  if (names.length === 0 || (await engine.inLine(db, names)).length === 0) return undefined
  return transaction(db, async (tx) => {
    await holdClaimLock(tx)
    const rotation = await readRotation(tx, names, await engine.inLine(tx, names))
    const tried = new Set<string>()
    for (const name of startOrder(rotation)) {
      const job = jobs.get(name)
      if (job === undefined) continue
      for (let fetched = await engine.fetch(tx, name); fetched !== undefined; fetched = await engine.fetch(tx, name)) {
        if (await isJobPaused(tx, fetched.id)) {
          await engine.requeue(tx, name, fetched)
          continue
        }
        const started = await markStarted(tx, fetched.id)
        if (started !== undefined) {
          await recordStart(tx, name, { rotation, tried })
          return { job, fetched, started, abort: new AbortController() }
        }
        // The row is already final, so there is nothing left to do.
        await engine.remove(tx, name, fetched.id)
      }
      tried.add(name)
    }
    return undefined
  })
}

/** Settles the cancelled jobs that are still queued, each in its own transaction. */
export async function endCancelledInLine({ db, engine, log }: Workshop, jobs: ReadonlyMap<string, Job>): Promise<void> {
  const failed: string[] = []
  for (;;) {
    const outcome = await transaction(db, async (tx) => {
      // Without this lock, a claim could hold the queue's row and wait for ours while we wait for the queue's.
      await holdClaimLock(tx)
      const started = await cancelledInLine(tx, [...jobs.keys()], failed)
      const job = started === undefined ? undefined : jobs.get(started.name)
      if (started === undefined || job === undefined) return 'none'
      await execute(tx, 'savepoint one_job')
      try {
        await endInLine(tx, engine, job, started)
      } catch (error) {
        await execute(tx, 'rollback to savepoint one_job')
        log.error({ err: error, jobId: started.id }, 'a cancelled job could not be settled; retrying')
        failed.push(started.id)
      }
      return 'one'
    })
    if (outcome === 'none') return
  }
}

async function holdClaimLock(tx: Tx): Promise<void> {
  await execute(tx, 'select pg_advisory_xact_lock($1)', [CLAIM_LOCK])
}
