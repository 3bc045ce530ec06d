import { z } from 'zod'
import type { Queryable } from '../db.ts'
import { queryRow, queryRows } from '../rows.ts'

const Counts = z.object({ queued: z.number(), running: z.number(), failed: z.number() })

/** Counts the unfinished jobs, and those that failed after `failedSince`. */
export async function countJobs(q: Queryable, failedSince: Date): Promise<z.output<typeof Counts>> {
  return queryRow(
    q,
    Counts,
    `select (select count(*)::int from jobs where finished_at is null and state = 'queued') as queued,
       (select count(*)::int from jobs where finished_at is null and state = 'running') as running,
       (select count(*)::int from jobs where state = 'failed' and finished_at > $1) as failed`,
    [failedSince],
  )
}

const Unfinished = z.object({ kind: z.string(), state: z.string(), count: z.number() })

/** Counts the unfinished jobs by kind and state. */
export async function countUnfinishedByKind(q: Queryable): Promise<z.output<typeof Unfinished>[]> {
  return queryRows(
    q,
    Unfinished,
    'select name as kind, state, count(*)::int as count from jobs where finished_at is null group by 1, 2 order by 1, 2',
  )
}

const Failed = z.object({ kind: z.string(), count: z.number() })

/** Counts the failed jobs by kind. */
export async function countFailedByKind(q: Queryable): Promise<z.output<typeof Failed>[]> {
  return queryRows(
    q,
    Failed,
    `select name as kind, count(*)::int as count from jobs where state = 'failed' group by 1 order by 1`,
  )
}

const Ended = z.object({
  owners: z.int(),
  failed: z.int(),
  waitMedianMs: z.number().nullable(),
  waitSlowMs: z.number().nullable(),
  workedMs: z.number(),
})

/** The owners of jobs that are users. */
const IS_USER = `owner_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'`

/** How long the attempts at a job ran; of a job from before they were timed, with the pauses between them. */
const WORKED_MS = 'coalesce(worked_ms, extract(epoch from finished_at - started_at)::float8 * 1000)'

/**
 * Measures the jobs that ended in a span of time. Waiting times are those of users' jobs, from the order to the first
 * start: half of them waited for less than the median, nineteen of twenty for less than the slow time.
 */
export async function measureJobs(q: Queryable, o: { from: Date; to: Date }): Promise<z.output<typeof Ended>> {
  return queryRow(
    q,
    Ended,
    `with ended as (
       select owner_id, state, ${IS_USER} as is_user,
         extract(epoch from started_at - created_at)::float8 * 1000 as waited,
         ${WORKED_MS} as worked
       from jobs where finished_at >= $1 and finished_at < $2)
     select (count(distinct owner_id) filter (where is_user))::int as owners,
       (count(*) filter (where state = 'failed'))::int as failed,
       percentile_cont(0.5) within group (order by waited) filter (where is_user) as wait_median_ms,
       percentile_cont(0.95) within group (order by waited) filter (where is_user) as wait_slow_ms,
       coalesce(sum(worked), 0) as worked_ms
     from ended`,
    [o.from, o.to],
  )
}

const Worked = z.object({ ms: z.number() })

/** How long the finished jobs of an owner ran, in milliseconds, without the pauses between attempts. */
export async function workedMsOf(q: Queryable, ownerId: string): Promise<number> {
  const { ms } = await queryRow(
    q,
    Worked,
    `select coalesce(sum(${WORKED_MS}), 0) as ms from jobs
     where owner_id = $1 and finished_at is not null`,
    [ownerId],
  )
  return ms
}

const Failure = z.object({ job: z.string(), problem: z.string().nullable(), count: z.int() })
/** Failures that are looked at, and causes that are listed. */
const NEWEST_FAILURES = 2_000
const LISTED_CAUSES = 5

/** The most frequent causes among the newest failures since a moment, most frequent first. */
export async function frequentFailures(q: Queryable, since: Date): Promise<z.output<typeof Failure>[]> {
  return queryRows(
    q,
    Failure,
    `select name as job, problem, count(*)::int as count from (
       select name, problem from jobs where state = 'failed' and finished_at >= $1
       order by finished_at desc limit ${NEWEST_FAILURES}) as newest
     group by 1, 2 order by 3 desc, 1, 2 limit ${LISTED_CAUSES}`,
    [since],
  )
}
