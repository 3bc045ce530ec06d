import { z } from 'zod'
import { transaction } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import { defineJob, SYSTEM_OWNER } from '#platform/server/jobs.ts'
import type { StorageDeps } from './deps.ts'
import { driftOf, reconcile } from './reconcile.ts'

const payload = z.object({ day: z.iso.date() })

/** Compares the database with the file store, once a day. */
const RECONCILE = { name: 'storage.reconcile', payload, attempts: 3 } as const

type Deps = Pick<StorageDeps, 'db' | 'files' | 'jobs' | 'log' | 'listExpected' | 'now'>

/** Queues today's comparison once; safe to call concurrently. */
export async function queueReconciliation({ db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>): Promise<void> {
  const at = now()
  const day = at.toISOString().slice(0, 10)
  const found = await execute(db, 'select 1 from storage_audits where day = $1', [day])
  if (found !== 0) return
  await transaction(db, async (tx) => {
    const inserted = await execute(
      tx,
      'insert into storage_audits (day, started_at) values ($1, $2) on conflict do nothing',
      [day, at],
    )
    if (inserted !== 1) return
    await jobs.enqueue(
      tx,
      RECONCILE,
      { day },
      { ownerId: `${SYSTEM_OWNER}storage`, subjectId: `storage:${day}`, priority: 0 },
    )
  })
}

/** Idempotent: later findings of a day replace earlier ones. It deletes nothing. */
export function reconcileJob(deps: Deps) {
  const { db, files, log, now } = deps
  return defineJob<z.output<typeof payload>>({
    ...RECONCILE,
    async run({ day }) {
      const findings = await reconcile({ db, files, expected: deps.listExpected, now: now() })
      const drift = driftOf(findings)
      await execute(db, 'update storage_audits set finished_at = $2, drift = $3, findings = $4 where day = $1', [
        day,
        now(),
        drift,
        JSON.stringify(findings),
      ])
      if (drift > 0) log.error({ day, findings }, 'the file store and the database differ')
    },
    async giveUp({ day }) {
      log.error({ day }, 'could not compare the file store with the database')
    },
  })
}
