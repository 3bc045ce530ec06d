import { z } from 'zod'
import type { Queryable } from './db.ts'
import { queryRow, queryRows } from './rows.ts'

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
