import { type Tx, transaction } from './db.ts'
import { type Claim, endInLine, type Workshop } from './jobs-attempt.ts'
import type { Job } from './jobs-definition.ts'
import { cancelledInLine, markStarted } from './jobs-rows.ts'
import { kindsInTurn, recordStart } from './jobs-turns.ts'

/** Any number, the same in every worker: whoever holds it decides alone who runs what. */
export const CLAIM_LOCK = 4_870_002

/**
 * Takes the next job that may start: of the kind that was started longest ago, the one with the highest turn.
 *
 * Claims happen one at a time over all workers: pg-boss counts an owner's running jobs and takes the next in two
 * steps, and two claims at once would both see a free slot.
 */
export async function claimJob({ db, engine }: Workshop, jobs: ReadonlyMap<string, Job>): Promise<Claim | undefined> {
  if (jobs.size === 0) return undefined
  return transaction(db, async (tx) => {
    await holdClaimLock(tx)
    for (const name of await kindsInTurn(tx, await engine.inLine(tx, [...jobs.keys()]))) {
      const job = jobs.get(name)
      if (job === undefined) continue
      for (let fetched = await engine.fetch(tx, name); fetched !== undefined; fetched = await engine.fetch(tx, name)) {
        const started = await markStarted(tx, fetched.id)
        if (started !== undefined) {
          await recordStart(tx, name)
          return { job, fetched, started, abort: new AbortController() }
        }
        // Its row has ended, so there is nothing left to do for it.
        await engine.remove(tx, name, fetched.id)
      }
    }
    return undefined
  })
}

/** Ends the jobs in line that were cancelled, each in its own transaction. */
export async function endCancelledInLine({ db, engine, log }: Workshop, jobs: ReadonlyMap<string, Job>): Promise<void> {
  const failed: string[] = []
  for (;;) {
    const outcome = await transaction(db, async (tx) => {
      // Without it a claim could hold the queue's row and wait for ours while we wait for the queue's.
      await holdClaimLock(tx)
      const started = await cancelledInLine(tx, [...jobs.keys()], failed)
      const job = started === undefined ? undefined : jobs.get(started.name)
      if (started === undefined || job === undefined) return 'none'
      await tx.$client.query('savepoint one_job')
      try {
        await endInLine(tx, engine, job, started)
      } catch (error) {
        await tx.$client.query('rollback to savepoint one_job')
        log.error({ err: error, jobId: started.id }, 'a cancelled job could not be given up; trying again')
        failed.push(started.id)
      }
      return 'one'
    })
    if (outcome === 'none') return
  }
}

async function holdClaimLock(tx: Tx): Promise<void> {
  await tx.$client.query('select pg_advisory_xact_lock($1)', [CLAIM_LOCK])
}
