import { z } from 'zod'
import { RetentionPeriods } from '#features/billing/model/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import { defineJob, SYSTEM_OWNER } from '#platform/server/jobs.ts'
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

/** Owners of one transaction. */
const BATCH = 100

type Deps = Pick<StorageDeps, 'db' | 'jobs' | 'log' | 'retentionWith' | 'videoExpiry'>

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

async function queue(tx: Tx, jobs: Deps['jobs'], change: Payload): Promise<void> {
  const subjectId = `storage:expiries:${change.addedBefore}`
  await jobs.enqueue(tx, RECORD_EXPIRIES, change, { ownerId: OWNER_ID, subjectId, priority: 0 })
}

/** Whether expiries are still being recorded. Until then the recorded ones may be earlier than those that were seen. */
export async function isRecordingExpiries({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<boolean> {
  const line = { name: RECORD_EXPIRIES.name, ownerId: OWNER_ID }
  return (await transaction(db, (tx) => jobs.countUnfinished(tx, line))) > 0
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
      deps.log.error({ ...change, reason }, 'could not record until when these periods store videos; starting again')
      // Without an unfinished job, videos would be deleted before dates that their owners saw.
      await queue(tx, deps.jobs, change)
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
