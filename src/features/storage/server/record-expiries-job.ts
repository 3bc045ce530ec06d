import { z } from 'zod'
import { RetentionPeriods } from '#features/billing/model/index.ts'
import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { defineJob, listFailedLast, SYSTEM_OWNER } from '#platform/server/jobs.ts'
import type { StorageDeps } from './deps.ts'
import { moveExpiries } from './expiry.ts'

const payload = z.object({
  periods: RetentionPeriods,
  /** Videos added from then on have the expiry of the new setting. */
  addedBefore: z.iso.datetime(),
})
type Payload = z.output<typeof payload>

/** Records for stored videos the expiry that their owners see, so that no later setting moves it closer. */
const RECORD_EXPIRIES = { name: 'storage.record-expiries', payload, attempts: 10 } as const
const OWNER_ID = `${SYSTEM_OWNER}storage`
const LINE = { name: RECORD_EXPIRIES.name, ownerId: OWNER_ID }
/** After ten attempts, which take minutes, what fails is tried again after a day. */
const RETRY_AFTER_MS = 86_400_000

/** Owners of one transaction. */
const BATCH = 100

type Deps = Pick<StorageDeps, 'db' | 'jobs' | 'log' | 'now' | 'retentionWith' | 'videoExpiry'>

/**
 * Queues the job for these periods, in the transaction that changes them.
 * @param o.at the time of the change
 */
export async function queueExpiries(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { periods, at }: { periods: RetentionPeriods; at: Date },
): Promise<void> {
  await queue(tx, jobs, { periods, addedBefore: at.toISOString() })
}

/**
 * Queues the job for the present periods if the environment sets some: a longer one from there brings no event. For a
 * worker that starts.
 */
export async function queueFixedExpiries(deps: FixedDeps): Promise<void> {
  const { db, now, fixedRetention, currentSettings } = deps
  if (fixedRetention.groups.length === 0) return
  await transaction(db, (tx) => queueExpiries(tx, deps, { periods: currentSettings().retention, at: now() }))
}

type FixedDeps = Pick<StorageDeps, 'db' | 'jobs' | 'now' | 'fixedRetention' | 'currentSettings'>

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

/** Tries again once a day what could not be recorded. Run every minute. */
export async function retryFailedExpiries({ db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - RETRY_AFTER_MS)
  const due = (await listFailedLast(db, LINE)).filter(({ failedAt }) => failedAt < before)
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
      deps.log.error({ ...change, reason }, 'could not record until when these periods store videos; nothing expires')
      // Nothing expires after a failure, of which operators get an alert; after a cancellation only while a job waits.
      if (reason === 'cancelled') await queue(tx, deps.jobs, change)
    },
  })
}

/** @returns the last owner of the batch; null once there are no more */
function recordBatch(deps: Deps, { periods, addedBefore }: Payload, after: string | null): Promise<string | null> {
  return transaction(deps.db, async (tx) => {
    const owners = await deps.videoExpiry.listOwners(tx, { after, limit: BATCH })
    for (const ownerId of owners) {
      const retentionMs = await deps.retentionWith(tx, ownerId, periods)
      await moveExpiries(tx, deps, { ownerId, retentionMs, addedBefore: new Date(addedBefore) })
    }
    return owners.length < BATCH ? null : (owners.at(-1) ?? null)
  })
}
