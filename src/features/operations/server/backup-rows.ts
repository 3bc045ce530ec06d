import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { bigint, execute, findRow } from '#platform/server/rows.ts'
import type { Health } from '../model/index.ts'

/** A finished backup of the site. */
export type MadeBackup = {
  readonly id: string
  readonly startedAt: Date
  readonly finishedAt: Date
  /** The name of its folder. */
  readonly name: string
  /** Bytes of its rows and files, whether they were copied now or before. */
  readonly sizeBytes: number
  readonly fileCount: number
  readonly isEncrypted: boolean
}

/** Reserves a day for one automatic backup. @returns false when it is taken */
export async function reserveDay(tx: Tx, { id, day, at }: { id: string; day: string; at: Date }): Promise<boolean> {
  const inserted = await execute(
    tx,
    'insert into site_backups (id, day, started_at) values ($1, $2, $3) on conflict (day) do nothing',
    [id, day, at],
  )
  return inserted === 1
}

/** Whether a day has an automatic backup, or one that is queued or failed. */
export async function isDayReserved(q: Queryable, day: string): Promise<boolean> {
  return (await execute(q, 'select 1 from site_backups where day = $1', [day])) > 0
}

/** Records a finished backup. Idempotent. */
export async function recordBackup(q: Queryable, made: MadeBackup): Promise<void> {
  await execute(
    q,
    `insert into site_backups (id, started_at, finished_at, name, size_bytes, file_count, is_encrypted)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set started_at = excluded.started_at, finished_at = excluded.finished_at,
       name = excluded.name, size_bytes = excluded.size_bytes, file_count = excluded.file_count,
       is_encrypted = excluded.is_encrypted, problem = null`,
    [made.id, made.startedAt, made.finishedAt, made.name, made.sizeBytes, made.fileCount, made.isEncrypted],
  )
}

/** Records why an attempt at an automatic backup failed. */
export async function recordProblem(q: Queryable, id: string, problem: string): Promise<void> {
  await execute(q, 'update site_backups set problem = $2 where id = $1 and finished_at is null', [id, problem])
}

const Made = z.object({ at: z.date(), sizeBytes: bigint, fileCount: z.int(), isEncrypted: z.boolean().nullable() })
const Failed = z.object({ at: z.date(), problem: z.string() })

/** The newest finished backup, and a failure after it. */
export async function newestBackup(q: Queryable, now: Date): Promise<Health['backup']> {
  const made = await findRow(
    q,
    Made,
    `select started_at as at, size_bytes, file_count, is_encrypted from site_backups where finished_at is not null
     order by started_at desc limit 1`,
  )
  const failed = await findRow(
    q,
    Failed,
    `select started_at as at, problem from site_backups where problem is not null and started_at > $1
     order by started_at desc limit 1`,
    [made?.at ?? new Date(0)],
  )
  return {
    made:
      made === undefined
        ? null
        : { ...made, at: made.at.toISOString(), ageMs: Math.max(now.getTime() - made.at.getTime(), 0) },
    failed: failed === undefined ? null : { ...failed, at: failed.at.toISOString() },
  }
}
