import { z } from 'zod'
import type { Db, Queryable, Tx } from '../db.ts'
import { execute, findRow, queryRows } from '../rows.ts'
import { publishEvent } from '../events.ts'
import { JOB_STATES, type JobRow, type JobState } from './definition.ts'
import type { Line, QueuePosition } from './turns.ts'

/** Notifies every worker of a queued job. */
export const QUEUED_TOPIC = 'jobs:queued'
/** Notifies every worker that the owner cancelled `{ jobId }`. */
export const CANCEL_TOPIC = 'jobs:cancel'

const ROW = z.object({
  id: z.string(),
  name: z.string(),
  ownerId: z.string(),
  subjectId: z.string(),
  state: z.enum(JOB_STATES),
  progress: z.number(),
  problem: z.string().nullable(),
  cancelRequested: z.boolean(),
  attempt: z.number(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
})
const COLUMNS = `id, name, owner_id, subject_id, state, progress, problem, cancel_requested, attempt, created_at,
  started_at, finished_at`

/** The stored row of a job that a worker has to run or settle. */
export type Started = {
  readonly id: string
  readonly name: string
  readonly subjectId: string
  readonly payload: unknown
  /** The attempt number, from 1; every later write must present it as a fencing token. */
  readonly attempt: number
  readonly cancelRequested: boolean
  /** An outcome decided earlier whose consequences could not be applied then. */
  readonly ending: 'failed' | 'cancelled' | null
  readonly problem: string | null
}
const STARTED = z.object({
  id: z.string(),
  name: z.string(),
  subjectId: z.string(),
  payload: z.unknown(),
  attempt: z.number(),
  cancelRequested: z.boolean(),
  ending: z.enum(['failed', 'cancelled']).nullable(),
  problem: z.string().nullable(),
})
const STARTED_COLUMNS = 'id, name, subject_id, payload, attempt, cancel_requested, ending, problem'

/** Inserts a job and notifies the workers and the subject's subscribers on commit. */
export async function insertJob(
  tx: Tx,
  job: { id: string; subjectId: string; payload: unknown } & Line & QueuePosition,
): Promise<void> {
  await execute(
    tx,
    `insert into jobs (id, name, owner_id, subject_id, payload, priority, place, turn)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [job.id, job.name, job.ownerId, job.subjectId, JSON.stringify(job.payload), job.priority, job.place, job.turn],
  )
  await publishEvent(tx, QUEUED_TOPIC)
  await publishState(tx, job, 'queued')
}

/** Reads the newest job of one kind for a subject. */
export async function newestJob(db: Queryable, name: string, subjectId: string): Promise<JobRow | undefined> {
  return findRow(
    db,
    ROW,
    `select ${COLUMNS} from jobs where subject_id = $1 and name = $2 order by created_at desc, id limit 1`,
    [subjectId, name],
  )
}

/** Records the cancellation; a finished job is not affected. */
export async function requestCancel(tx: Tx, jobId: string): Promise<void> {
  const changed = await execute(tx, 'update jobs set cancel_requested = true where id = $1 and finished_at is null', [
    jobId,
  ])
  if (changed === 1) await publishEvent(tx, CANCEL_TOPIC, { jobId })
}

const WaitMsRow = z.object({ waitMs: z.number().nullable() })

/**
 * Milliseconds that the oldest ready job has waited for a worker; 0 with an empty queue. It ignores jobs behind
 * another of the same owner, and retries, which wait on purpose.
 */
export async function longestWaitMs(db: Queryable): Promise<number> {
  const row = await findRow(
    db,
    WaitMsRow,
    `select extract(epoch from now() - min(created_at))::float8 * 1000 as wait_ms from jobs as waiting
     where finished_at is null and state = 'queued' and attempt = 0 and not cancel_requested and not exists (
       select from jobs as running where running.finished_at is null and running.state = 'running'
         and running.owner_id = waiting.owner_id and running.name = waiting.name)`,
  )
  return Math.max(0, row?.waitMs ?? 0)
}

/** Adds the time of the attempt that ends, if one runs. */
const END_ATTEMPT = `attempt_started_at = null, worked_ms = case when attempt_started_at is null then worked_ms
  else coalesce(worked_ms, 0) + greatest(0, extract(epoch from now() - attempt_started_at)::float8 * 1000) end`

/** Adds the time of an attempt whose worker was killed, up to its last heartbeat: nobody saw its end. */
const ADD_LOST_ATTEMPT = `worked_ms = case when attempt_alive_at > attempt_started_at
  then coalesce(worked_ms, 0) + extract(epoch from attempt_alive_at - attempt_started_at)::float8 * 1000
  else worked_ms end, attempt_alive_at = null`

/** Records that these attempts run. A job whose row somebody has locked is left out: waiting would cost all their leases. */
export async function recordAlive(db: Db, attempts: readonly Pick<Started, 'id' | 'attempt'>[]): Promise<void> {
  await execute(
    db,
    `update jobs set attempt_alive_at = now() where id in (
       select jobs.id from jobs join unnest($1::uuid[], $2::int[]) as alive (id, attempt)
         on jobs.id = alive.id and jobs.attempt = alive.attempt
       where state = 'running' for no key update of jobs skip locked)`,
    [attempts.map(({ id }) => id), attempts.map(({ attempt }) => attempt)],
  )
}

/** Marks a fetched job as running and counts the attempt; undefined when it has already ended. */
export async function markStarted(tx: Tx, id: string): Promise<Started | undefined> {
  const started = await findRow(
    tx,
    STARTED,
    `update jobs set state = 'running', attempt = attempt + 1, started_at = coalesce(started_at, now()),
       attempt_started_at = now(), ${ADD_LOST_ATTEMPT}
     where id = $1 and finished_at is null returning ${STARTED_COLUMNS}`,
    [id],
  )
  if (started === undefined) return undefined
  await publishState(tx, started, 'running')
  return started
}

/** Stores the progress and notifies subscribers; a stale attempt has no effect. */
export async function storeProgress(db: Db, job: Started, progress: number): Promise<void> {
  const changed = await execute(
    db,
    `update jobs set progress = $3 where id = $1 and attempt = $2 and state = 'running'`,
    [job.id, job.attempt, progress],
  )
  if (changed === 1) await publishState(db, job, 'running', progress)
}

/** Requeues a running job. @param o.countsAttempt false after a clean stop of the worker */
export async function markQueuedAgain(
  tx: Tx,
  job: Started,
  { countsAttempt }: { countsAttempt: boolean },
): Promise<boolean> {
  const changed = await execute(
    tx,
    `update jobs set state = 'queued', attempt = attempt - $3, ${END_ATTEMPT}
     where id = $1 and attempt = $2 and state = 'running'`,
    [job.id, job.attempt, countsAttempt ? 0 : 1],
  )
  if (changed === 1) await publishState(tx, job, 'queued')
  return changed === 1
}

/** Stores an outcome whose consequences failed, so that the next attempt only applies them. */
export async function rememberEnding(
  tx: Tx,
  job: Started,
  ending: 'failed' | 'cancelled',
  problem: string | null,
): Promise<void> {
  await execute(
    tx,
    'update jobs set ending = $3, problem = $4 where id = $1 and attempt = $2 and finished_at is null',
    [job.id, job.attempt, ending, problem],
  )
}

/** Makes the outcome final. @returns false for a stale attempt */
export async function markEnded(
  tx: Tx,
  job: Started,
  state: 'done' | 'failed' | 'cancelled',
  problem: string | null,
): Promise<boolean> {
  const changed = await execute(
    tx,
    `update jobs set state = $3, problem = $4, finished_at = now(), ending = null, ${END_ATTEMPT},
       progress = case when $3 = 'done' then 1 else progress end
     where id = $1 and attempt = $2 and finished_at is null`,
    [job.id, job.attempt, state, problem],
  )
  if (changed === 1) await publishState(tx, job, state, state === 'done' ? 1 : undefined)
  return changed === 1
}

/** Finds and locks a cancelled job that is still queued. @param except ids to skip */
export async function cancelledInLine(
  tx: Tx,
  known: readonly string[],
  except: readonly string[],
): Promise<Started | undefined> {
  return findRow(
    tx,
    STARTED,
    `select ${STARTED_COLUMNS} from jobs
     where cancel_requested and finished_at is null and state = 'queued' and name = any($1) and id <> all($2::uuid[])
     limit 1 for update`,
    [known, except],
  )
}

const FailedLastRow = z.object({ subjectId: z.string(), payload: z.unknown(), failedAt: z.date() })

/** The subjects of one kind and owner whose last finished job failed, with its payload, also while another one waits. */
export async function listFailedLast(
  q: Queryable,
  { name, ownerId }: { name: string; ownerId: string },
): Promise<z.output<typeof FailedLastRow>[]> {
  return queryRows(
    q,
    FailedLastRow,
    `select subject_id, payload, finished_at as failed_at from (
       select distinct on (subject_id) subject_id, payload, finished_at, state from jobs
       where owner_id = $2 and name = $1 and finished_at is not null
       order by subject_id, finished_at desc) as last
     where state = 'failed'`,
    [name, ownerId],
  )
}

const IdRow = z.object({ id: z.string() })

/** Lists the running jobs, on any worker, that their owners cancelled. */
export async function cancelledRunning(db: Db): Promise<ReadonlySet<string>> {
  const rows = await queryRows(
    db,
    IdRow,
    `select id from jobs where cancel_requested and finished_at is null and state = 'running'`,
  )
  return new Set(rows.map(({ id }) => id))
}

async function publishState(
  queryable: Queryable,
  { id, name, subjectId }: { id: string; name: string; subjectId: string },
  state: JobState,
  progress?: number,
): Promise<void> {
  await publishEvent(queryable, `job:${subjectId}`, {
    jobId: id,
    name,
    state,
    ...(progress === undefined ? {} : { progress }),
  })
}
