import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { OperatorJob } from '../../model/index.ts'

const At = z.date().transform((at) => at.toISOString())
const Row = OperatorJob.extend({ createdAt: At, startedAt: At.nullable(), finishedAt: At.nullable() })

const SELECT = `select j.id, j.name, j.state, u.email as owner, j.progress, j.problem,
  j.cancel_requested as "cancelRequested", j.attempt, j.created_at as "createdAt", j.started_at as "startedAt",
  j.finished_at as "finishedAt" from jobs j left join users u on u.id::text = j.owner_id`

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
  const { rows } = await q.$client.query(`${SELECT} where j.state = $1 and ${page} limit $3`, [
    o.state,
    o.before ?? null,
    o.limit,
  ])
  return z.array(Row).parse(rows)
}

/** A job, locked. @throws AppError `not_found` */
export async function lockJob(tx: Tx, id: string): Promise<OperatorJob> {
  const { rows } = await tx.$client.query(`${SELECT} where j.id = $1 for update of j`, [id])
  if (rows.length === 0) throw new AppError('not_found', 'Job not found')
  return Row.parse(rows[0])
}
