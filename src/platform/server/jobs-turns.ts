import { z } from 'zod'
import type { Tx } from './db.ts'
import { execute, findRow, queryRow, queryRows } from './rows.ts'

/** Turns that a job is set back for each earlier job of its owner. */
export const PLACE = 32
/** Turns gained by one point of priority: ten points, the step between plans, equal three places. */
const POINT = 10

/** An owner's queue for one kind of work. */
export type Line = { readonly name: string; readonly ownerId: string; readonly priority: number }

/** The position of a new job: a higher turn starts sooner. */
export type Standing = { readonly place: number; readonly turn: number }

const Counts = z.object({ starts: z.int(), unfinished: z.int(), waiting: z.int(), last: z.int().nullable() })

/**
 * Computes the turn of an owner's next job of one kind (docs/decisions/0020-fair-scheduling.md). The first job of an
 * account precedes every later job of others queued in the last 32 starts of its kind; older ones go by age, so that
 * no job starves.
 */
export async function standingOf(tx: Tx, { name, ownerId, priority }: Line): Promise<Standing> {
  const { starts, unfinished, waiting, last } = await queryRow(
    tx,
    Counts,
    `select coalesce((select starts from job_kinds where name = $1), 0) as starts,
       count(*)::int as unfinished, (count(*) filter (where state = 'queued'))::int as waiting,
       min(turn) filter (where state = 'queued' and priority = $3) as last
     from jobs where owner_id = $2 and name = $1 and finished_at is null and priority >= $3`,
    [name, ownerId, priority],
  )
  // Several queued jobs are a batch, and its first job gives way too.
  const place = waiting === 0 ? unfinished : unfinished + 1
  const turn = priority * POINT - starts - place * PLACE
  // Keep an account's jobs in order: places restart from 0 while earlier jobs still wait.
  return { place, turn: last === null ? turn : Math.min(turn, last - 1) }
}

const WaitingRow = z.object({ id: z.string(), turn: z.number() })

/** Lists the owner's waiting jobs that are still in first place while more are queued behind them. */
export async function waitingFirst(tx: Tx, { name, ownerId, priority }: Line): Promise<{ id: string; turn: number }[]> {
  return queryRows(
    tx,
    WaitingRow,
    `select id, turn from jobs where owner_id = $2 and name = $1 and finished_at is null and state = 'queued'
       and place = 0 and priority = $3`,
    [name, ownerId, priority],
  )
}

const NameRow = z.object({ name: z.string() })

/** Kinds of work, ordered from the least recently started. */
export async function kindsInTurn(tx: Tx, names: readonly string[]): Promise<string[]> {
  const rows = await queryRows(
    tx,
    NameRow,
    `select asked.name from unnest($1::text[]) as asked (name) left join job_kinds on job_kinds.name = asked.name
     order by coalesce(last_start, 0), asked.name`,
    [names],
  )
  return rows.map(({ name }) => name)
}

/** Counts a start of a kind. The caller holds the claim lock. */
export async function recordStart(tx: Tx, name: string): Promise<void> {
  await execute(
    tx,
    `insert into job_kinds as kind (name, starts, last_start)
     values ($1, 1, (select coalesce(max(last_start), 0) + 1 from job_kinds))
     on conflict (name) do update set starts = kind.starts + 1, last_start = excluded.last_start`,
    [name],
  )
}

const UnfinishedRow = z.object({ unfinished: z.number() })

/**
 * Counts an owner's waiting and running jobs of one kind. The count is locked until the transaction ends, so the
 * second of two concurrent requests sees what the first queued.
 */
export async function countUnfinished(tx: Tx, { name, ownerId }: Omit<Line, 'priority'>): Promise<number> {
  await execute(tx, `select pg_advisory_xact_lock(hashtextextended('jobs:' || $1 || ':' || $2, 0))`, [name, ownerId])
  const row = await findRow(
    tx,
    UnfinishedRow,
    'select count(*)::int as unfinished from jobs where owner_id = $2 and name = $1 and finished_at is null',
    [name, ownerId],
  )
  return row?.unfinished ?? 0
}
