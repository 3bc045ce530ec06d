import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Db, transaction } from '#platform/server/db.ts'
import { defineJob, type JobQueue, SYSTEM_OWNER } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { isDayReserved, type MadeBackup, recordBackup, recordProblem, reserveDay } from './backup-rows.ts'

const payload = z.object({ backupId: z.uuid() })

/** Backs the whole site up, once a day. */
const BACK_UP = { name: 'operations.backUp', payload, attempts: 3 } as const

/** The dependencies of automatic backups. */
export type BackupJobDeps = {
  readonly db: Db
  readonly jobs: Pick<JobQueue, 'enqueue'>
  readonly log: Pick<Log, 'error'>
  readonly now: () => Date
  /** The hour of the day, in UTC, from which the day's backup is made. */
  readonly hour: number
  /** @param o.progress receives the fraction done, 0 to 1 */
  readonly backUp: (o: {
    readonly signal: AbortSignal
    readonly progress: (done: number) => void
  }) => Promise<Omit<MadeBackup, 'id'>>
}

/** Queues the day's backup once its hour has come. Run every minute; safe in several workers at once. */
export async function queueBackup({ db, jobs, now, hour }: Omit<BackupJobDeps, 'log' | 'backUp'>): Promise<void> {
  const at = now()
  const day = at.toISOString().slice(0, 10)
  if (at.getUTCHours() < hour || (await isDayReserved(db, day))) return
  await transaction(db, async (tx) => {
    const id = randomUUID()
    if (!(await reserveDay(tx, { id, day, at }))) return
    const owned = { ownerId: `${SYSTEM_OWNER}backup`, subjectId: `backup:${day}`, priority: 0 }
    await jobs.enqueue(tx, BACK_UP, { backupId: id }, owned)
  })
}

/** Safe to run twice: each run makes a backup of its own, and the newest one is recorded. */
export function backupJob({ db, log, backUp }: Pick<BackupJobDeps, 'db' | 'log' | 'backUp'>) {
  return defineJob<z.output<typeof payload>>({
    ...BACK_UP,
    bulk: true,
    async run({ backupId }, { signal, progress }) {
      try {
        await recordBackup(db, { id: backupId, ...(await backUp({ signal, progress })) })
      } catch (error) {
        // The owner of this job is the product: only the row shows the reason to an operator.
        if (!signal.aborted) await recordProblem(db, backupId, error instanceof Error ? error.message : String(error))
        throw error
      }
    },
    async giveUp({ backupId }, reason, { tx }) {
      if (reason === 'cancelled') await recordProblem(tx, backupId, 'It was cancelled.')
      log.error({ backupId, reason }, 'the backup of the site was not made')
    },
  })
}
