import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { SYSTEM_OWNER } from '#platform/server/jobs.ts'
import { findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { OperatorJob } from '../../model/index.ts'

const At = z.date().transform((at) => at.toISOString())
const Row = OperatorJob.extend({ createdAt: At, startedAt: At.nullable(), finishedAt: At.nullable() })

const SELECT = `select j.id, j.name, j.state, u.email as owner, u.id as owner_id,
  u.id is null and not starts_with(j.owner_id, '${SYSTEM_OWNER}') as is_owner_erased, j.progress, j.problem,
  j.cancel_requested, j.attempt, j.created_at, j.started_at, j.finished_at
  from jobs j left join users u on u.id::text = j.owner_id and u.deleted_at is null`

/** A page of the list of jobs. */
export type JobPage = {
  readonly state: 'running' | 'queued' | 'failed' | 'done'
  /** The name of one kind. */
  readonly kind: string | undefined
  /** The last id of the previous page. */
  readonly before: string | undefined
  readonly limit: number
}

/** Queued and running jobs, the longest wait first; failed and done ones, the latest end first. */
export async function listJobs(q: Queryable, { state, kind, before, limit }: JobPage): Promise<OperatorJob[]> {
  const values: unknown[] = []
  const value = (one: unknown): string => `$${values.push(one)}`
  const { is, key, after, by } = state === 'failed' || state === 'done' ? ENDED : UNFINISHED
  const conditions = [`j.state = ${value(state)}`, is]
  if (kind !== undefined) conditions.push(`j.name = ${value(kind)}`)
  if (before !== undefined)
    conditions.push(`(j.${key}, j.id) ${after} (select ${key}, id from jobs where id = ${value(before)})`)
  const sql = `${SELECT} where ${conditions.join(' and ')} order by ${by} limit ${value(limit)}`
  return queryRows(q, Row, sql, values)
}

const ENDED = {
  is: 'j.finished_at is not null',
  key: 'finished_at',
  after: '<',
  by: 'j.finished_at desc, j.id desc',
} as const
const UNFINISHED = { is: 'j.finished_at is null', key: 'created_at', after: '>', by: 'j.created_at, j.id' } as const

/** A job, locked. @throws AppError `not_found` */
export async function lockJob(tx: Tx, id: string): Promise<OperatorJob> {
  const job = await findRow(tx, Row, `${SELECT} where j.id = $1 for update of j`, [id])
  if (job === undefined) throw new AppError('not_found', 'Job not found')
  return job
}
