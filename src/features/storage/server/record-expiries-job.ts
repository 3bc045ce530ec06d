import { z } from 'zod'
import { isEqualRetention, longerRetention, Retention, type RetentionChange } from '#features/billing/model/index.ts'
import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { defineJob, listFailedLast, SYSTEM_OWNER } from '#platform/server/jobs.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import type { StorageDeps } from './deps.ts'
import { moveExpiries } from './expiry.ts'

const payload = z.object({
  /** The longer one of before and after a change: the worker of the job may have another environment. */
  retention: Retention,
  /** Videos added from then on have the expiry of the new setting. */
  addedBefore: z.iso.datetime(),
})
type Payload = z.output<typeof payload>

/** Records for stored videos the expiry that their owners see, so that no later setting moves it closer. */
const RECORD_EXPIRIES = { name: 'storage.record-expiries', payload, attempts: 10 } as const
const OWNER_ID = `${SYSTEM_OWNER}storage`
const LINE = { name: RECORD_EXPIRIES.name, ownerId: OWNER_ID }
/** After ten attempts, which take minutes, what fails is tried again after an hour, or when a process starts. */
const RETRY_AFTER_MS = 3_600_000

/** Owners of one transaction. */
const BATCH = 100

type Deps = Pick<StorageDeps, 'db' | 'jobs' | 'log' | 'now' | 'retentionBy' | 'retentionWith' | 'videoExpiry'>

/** Queues the job if a change of periods makes retention another one, in the transaction of the change. */
export async function queueExpiries(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'retentionBy'>,
  { before, after, at }: RetentionChange,
): Promise<void> {
  const retention = deps.retentionBy(after)
  const known = (await replaceRetention(tx, retention)) ?? deps.retentionBy(before)
  await queueChange(tx, deps.jobs, { known, retention, at })
}

/**
 * Queues the job if retention is not as recorded last: the environment changes it without an event. Tries again at once
 * what could not be recorded.
 */
export async function recordRetention(deps: Deps): Promise<void> {
  const { db, jobs, now, videoExpiry } = deps
  const retention = deps.retentionBy()
  await transaction(db, async (tx) => {
    const known = await replaceRetention(tx, retention)
    // Before the first start there is nothing to compare with: every expiry is recorded, if there are some.
    const isNeeded = known !== undefined || (await videoExpiry.listOwners(tx, { after: null, limit: 1 })).length > 0
    if (isNeeded) await queueChange(tx, jobs, { known, retention, at: now() })
  })
  await retryExpiries(deps, { failedBefore: now() })
}

async function queueChange(
  tx: Tx,
  jobs: Deps['jobs'],
  { known, retention, at }: { known: Retention | undefined; retention: Retention; at: Date },
): Promise<void> {
  if (known !== undefined && isEqualRetention(known, retention)) return
  const longer = known === undefined ? retention : longerRetention(known, retention)
  await queue(tx, jobs, { retention: longer, addedBefore: at.toISOString() })
}

const RetentionRow = z.object({ retention: Retention })

/** Stores the present retention, locked until `tx` ends. @returns the one before, undefined the first time */
async function replaceRetention(tx: Tx, retention: Retention): Promise<Retention | undefined> {
  const json = JSON.stringify(retention)
  const insert = 'insert into storage_retention (retention) values ($1) on conflict do nothing'
  if ((await execute(tx, insert, [json])) === 1) return undefined
  const known = await findRow(tx, RetentionRow, 'select retention from storage_retention for update')
  await execute(tx, 'update storage_retention set retention = $1', [json])
  return known?.retention
}

async function queue(tx: Tx, jobs: Deps['jobs'], change: Payload): Promise<void> {
  const subjectId = `storage:expiries:${change.addedBefore}`
  await jobs.enqueue(tx, RECORD_EXPIRIES, change, { ownerId: OWNER_ID, subjectId, priority: 0 })
}

/**
 * Whether expiries are still being recorded, or could not be. Until then the recorded ones may be earlier than those
 * that were seen.
 */
export async function isRecordingExpiries({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<boolean> {
  // Counted first: a job that gives up in between is then among the failed ones.
  const unfinished = await transaction(db, (tx) => jobs.countUnfinished(tx, LINE))
  return unfinished > 0 || (await failsToRecordExpiries(db))
}

/** Whether expiries could not be recorded at the last try. */
export async function failsToRecordExpiries(q: Queryable): Promise<boolean> {
  return (await listFailedLast(q, LINE)).length > 0
}

/** Tries again once an hour what could not be recorded. Run every minute. */
export function retryFailedExpiries(deps: Pick<Deps, 'db' | 'jobs' | 'now'>): Promise<void> {
  return retryExpiries(deps, { failedBefore: new Date(deps.now().getTime() - RETRY_AFTER_MS) })
}

async function retryExpiries({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, o: { failedBefore: Date }): Promise<void> {
  const due = (await listFailedLast(db, LINE)).filter(({ failedAt }) => failedAt < o.failedBefore)
  if (due.length === 0) return
  await transaction(db, async (tx) => {
    if ((await jobs.countUnfinished(tx, LINE)) > 0) return
    for (const change of due) await queue(tx, jobs, payload.parse(change.payload))
  })
}

/** Idempotent: an expiry only moves to a later date, so a repeated run changes nothing. */
export function recordExpiriesJob(deps: Deps) {
  return defineJob<Payload>({
    ...RECORD_EXPIRIES,
    bulk: true,
    async run(change, { signal }) {
      let after: string | null = null
      do {
        signal.throwIfAborted()
        after = await recordBatch(deps, change, after)
      } while (after !== null)
    },
    async giveUp(change, reason, { tx }) {
      // After a failure nothing expires, and operators get an alert. After a cancellation only a waiting job does that.
      if (reason === 'cancelled') {
        deps.log.info(change, 'the recording of new dates of deletion was cancelled; it starts again')
        await queue(tx, deps.jobs, change)
      } else deps.log.error(change, 'could not record new dates of deletion; no video expires until a retry succeeds')
    },
  })
}

/** @returns the last owner of the batch; null once there are no more */
function recordBatch(deps: Deps, { retention, addedBefore }: Payload, after: string | null): Promise<string | null> {
  return transaction(deps.db, async (tx) => {
    const owners = await deps.videoExpiry.listOwners(tx, { after, limit: BATCH })
    for (const ownerId of owners) {
      const retentionMs = await deps.retentionWith(tx, ownerId, retention)
      await moveExpiries(tx, deps, { ownerId, retentionMs, addedBefore: new Date(addedBefore) })
    }
    return owners.length < BATCH ? null : (owners.at(-1) ?? null)
  })
}
