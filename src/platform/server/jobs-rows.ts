import { z } from 'zod'
import type { Db, Queryable, Tx } from './db.ts'
import { publishEvent } from './events.ts'
import { JOB_STATES, type JobRow, type JobState } from './jobs-definition.ts'
import type { Line, Standing } from './jobs-turns.ts'

/** Every worker hears here that a job was queued. */
export const QUEUED_TOPIC = 'jobs:queued'
/** Every worker hears here that the owner cancelled `{ jobId }`. */
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
const COLUMNS = `id, name, owner_id as "ownerId", subject_id as "subjectId", state, progress, problem,
  cancel_requested as "cancelRequested", attempt, created_at as "createdAt", started_at as "startedAt",
  finished_at as "finishedAt"`

/** A job that a worker has to do something about, as stored. */
export type Started = {
  readonly id: string
  readonly name: string
  readonly subjectId: string
  readonly payload: unknown
  /** Which start this is, from 1: the token without which nothing is written about the job. */
  readonly attempt: number
  readonly cancelRequested: boolean
  /** Decided earlier, but its consequences could not be carried through then. */
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
const STARTED_COLUMNS = `id, name, subject_id as "subjectId", payload, attempt,
  cancel_requested as "cancelRequested", ending, problem`

/** Records a new job and tells the workers and the subject's watchers, on commit. */
export async function insertJob(
  tx: Tx,
  job: { id: string; subjectId: string; payload: unknown } & Line & Standing,
): Promise<void> {
  await tx.$client.query(
    `insert into jobs (id, name, owner_id, subject_id, payload, priority, place, turn)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[job.id, job.name, job.ownerId, job.subjectId, JSON.stringify(job.payload)],
      ...[job.priority, job.place, job.turn],
    ],
  )
  await publishEvent(tx, QUEUED_TOPIC)
  await publishState(tx, job, 'queued')
}

/** The newest job of one kind for one subject. */
export async function newestJob(db: Queryable, name: string, subjectId: string): Promise<JobRow | undefined> {
  const { rows } = await db.$client.query(
    `select ${COLUMNS} from jobs where subject_id = $1 and name = $2 order by created_at desc, id limit 1`,
    [subjectId, name],
  )
  return rows.length === 0 ? undefined : ROW.parse(rows[0])
}

/** Notes the owner's wish; does nothing to a job that has ended. */
export async function requestCancel(tx: Tx, jobId: string): Promise<void> {
  const { rowCount } = await tx.$client.query(
    'update jobs set cancel_requested = true where id = $1 and finished_at is null',
    [jobId],
  )
  if (rowCount === 1) await publishEvent(tx, CANCEL_TOPIC, { jobId })
}

/**
 * How long the first job in line has waited for a worker, in milliseconds; 0 with nobody in line. A job behind
 * another of its own owner waits for that one, and one that is tried again waits on purpose.
 */
export async function longestWaitMs(db: Queryable): Promise<number> {
  const { rows } = await db.$client.query<{ wait_ms: number | null }>(
    `select extract(epoch from now() - min(created_at))::float8 * 1000 as wait_ms from jobs as waiting
     where finished_at is null and state = 'queued' and attempt = 0 and not cancel_requested and not exists (
       select from jobs as running where running.finished_at is null and running.state = 'running'
         and running.owner_id = waiting.owner_id and running.name = waiting.name)`,
  )
  return Math.max(0, rows[0]?.wait_ms ?? 0)
}

/** Marks a fetched job as running, one attempt further; undefined when it has ended already. */
export async function markStarted(tx: Tx, id: string): Promise<Started | undefined> {
  const { rows } = await tx.$client.query(
    `update jobs set state = 'running', attempt = attempt + 1, started_at = coalesce(started_at, now())
     where id = $1 and finished_at is null returning ${STARTED_COLUMNS}`,
    [id],
  )
  if (rows.length === 0) return undefined
  const started = STARTED.parse(rows[0])
  await publishState(tx, started, 'running')
  return started
}

/** Stores how far it is and tells the watchers; nothing when this attempt is not the current one. */
export async function storeProgress(db: Db, job: Started, progress: number): Promise<void> {
  const { rowCount } = await db.$client.query(
    `update jobs set progress = $3 where id = $1 and attempt = $2 and state = 'running'`,
    [job.id, job.attempt, progress],
  )
  if (rowCount === 1) await publishState(db, job, 'running', progress)
}

/** Puts a running job back in line. @param o.countsAttempt false after a clean stop of the worker */
export async function markQueuedAgain(
  tx: Tx,
  job: Started,
  { countsAttempt }: { countsAttempt: boolean },
): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    `update jobs set state = 'queued', attempt = attempt - $3 where id = $1 and attempt = $2 and state = 'running'`,
    [job.id, job.attempt, countsAttempt ? 0 : 1],
  )
  if (rowCount === 1) await publishState(tx, job, 'queued')
  return rowCount === 1
}

/** Remembers a decided end whose consequences failed, so that the next start only carries it through. */
export async function rememberEnding(
  tx: Tx,
  job: Started,
  ending: 'failed' | 'cancelled',
  problem: string | null,
): Promise<void> {
  await tx.$client.query(
    'update jobs set ending = $3, problem = $4 where id = $1 and attempt = $2 and finished_at is null',
    [job.id, job.attempt, ending, problem],
  )
}

/** Makes the end final. @returns false when this attempt is not the current one any more */
export async function markEnded(
  tx: Tx,
  job: Started,
  state: 'done' | 'failed' | 'cancelled',
  problem: string | null,
): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    `update jobs set state = $3, problem = $4, finished_at = now(), ending = null,
       progress = case when $3 = 'done' then 1 else progress end
     where id = $1 and attempt = $2 and finished_at is null`,
    [job.id, job.attempt, state, problem],
  )
  if (rowCount === 1) await publishState(tx, job, state, state === 'done' ? 1 : undefined)
  return rowCount === 1
}

/** A cancelled job that is in line, locked until the transaction ends. @param except ids to pass over */
export async function cancelledInLine(
  tx: Tx,
  known: readonly string[],
  except: readonly string[],
): Promise<Started | undefined> {
  const { rows } = await tx.$client.query(
    `select ${STARTED_COLUMNS} from jobs
     where cancel_requested and finished_at is null and state = 'queued' and name = any($1) and id <> all($2::uuid[])
     limit 1 for update`,
    [known, except],
  )
  return rows.length === 0 ? undefined : STARTED.parse(rows[0])
}

/** The running jobs, here or elsewhere, that their owners cancelled. */
export async function cancelledRunning(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await db.$client.query<{ id: string }>(
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
