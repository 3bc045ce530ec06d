import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { OperatorJob } from '../../model/index.ts'

const At = z.date().transform((at) => at.toISOString())
const Row = OperatorJob.extend({ createdAt: At, startedAt: At.nullable(), finishedAt: At.nullable() })

const SELECT = `select j.id, j.name, j.state, u.email as owner, j.progress, j.problem,
  j.cancel_requested, j.attempt, j.created_at, j.started_at, j.finished_at
  from jobs j left join users u on u.id::text = j.owner_id`

/** Queued and running jobs, the longest wait first; failed jobs, the latest failure first. */
export async function listJobs(
  q: Queryable,
  o: { state: 'running' | 'queued' | 'failed'; before: string | undefined; limit: number },
): Promise<OperatorJob[]> {
  const page =
    o.state === 'failed'
      ? `($2::uuid is null or (j.finished_at, j.id) < (select finished_at, id from jobs where id = $2))
         order by j.finished_at desc, j.id desc`
      : `j.finished_at is null
         and ($2::uuid is null or (j.created_at, j.id) > (select created_at, id from jobs where id = $2))
         order by j.created_at, j.id`
  return queryRows(q, Row, `${SELECT} where j.state = $1 and ${page} limit $3`, [o.state, o.before ?? null, o.limit])
}

/** A job, locked. @throws AppError `not_found` */
export async function lockJob(tx: Tx, id: string): Promise<OperatorJob> {
  const job = await findRow(tx, Row, `${SELECT} where j.id = $1 for update of j`, [id])
  if (job === undefined) throw new AppError('not_found', 'Job not found')
  return job
}
