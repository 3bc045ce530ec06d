import { z } from 'zod'
import type { Tx } from '../db.ts'
import type { QueuedKind } from './boss.ts'
import { execute, findRow, queryRow, queryRows } from '../rows.ts'

/** Turns that a job is set back for each earlier job of its owner. */
export const PLACE = 32
/** Turns gained by one point of priority: ten points, the step between plans, equal three places. */
const POINT = 10
/** Consecutive starts that may go ahead of the rotation of kinds. */
const MAX_AHEAD = 3

/** An owner's queue for one kind of work. */
export type Line = { readonly name: string; readonly ownerId: string; readonly priority: number }

/** The position of a new job: a higher turn starts sooner. */
export type QueuePosition = { readonly place: number; readonly turn: number }

const Counts = z.object({ starts: z.int(), unfinished: z.int(), waiting: z.int(), last: z.int().nullable() })

/**
 * Computes the turn of an owner's next job of one kind (docs/decisions/0020-fair-scheduling.md). The first job of an
 * account precedes every later job of others queued in the last 32 starts of its kind; older ones go by age, so that
 * no job starves.
 */
export async function standingOf(tx: Tx, { name, ownerId, priority }: Line): Promise<QueuePosition> {
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

/** Kinds of work with queued jobs, ordered from the least recently started, and how far the order was bent. */
export type Rotation = {
  /** The kinds that a claim may start, queued or not. */
  readonly names: readonly string[]
  readonly kinds: readonly { readonly name: string; readonly isFirst: boolean }[]
  /** Consecutive starts ahead of the rotation. */
  readonly ahead: number
}

const KindRow = z.object({ name: z.string(), isFirst: z.boolean(), ahead: z.int() })

/**
 * Reads the rotation of kinds. The caller holds the claim lock.
 * @param names the kinds that this claim may start; the starts ahead are counted among them
 */
export async function readRotation(tx: Tx, names: readonly string[], queued: readonly QueuedKind[]): Promise<Rotation> {
  const kinds = await queryRows(
    tx,
    KindRow,
    // A job that was moved back has another turn than the one it was queued with.
    `select asked.name, coalesce(jobs.place = 0 and jobs.turn = asked.turn, false) as is_first,
       (select coalesce(sum(ahead), 0)::int from job_kinds where name = any($4)) as ahead
     from unnest($1::text[], $2::uuid[], $3::int[]) as asked (name, next_id, turn)
       left join job_kinds on job_kinds.name = asked.name left join jobs on jobs.id = asked.next_id
     order by coalesce(last_start, 0), asked.name`,
    [queued.map(({ name }) => name), queued.map(({ nextId }) => nextId), queued.map(({ turn }) => turn), names],
  )
  return { names, kinds, ahead: kinds[0]?.ahead ?? 0 }
}

/**
 * Orders the kinds for one start: those whose next job is its owner's first go ahead of the rotation, except after
 * three such starts in a row, so that a stream of first jobs stops no other kind.
 */
export function startOrder({ kinds, ahead }: Rotation): string[] {
  const first = ahead < MAX_AHEAD ? kinds.filter(({ isFirst }) => isFirst) : []
  return [...first, ...kinds.filter((kind) => !first.includes(kind))].map(({ name }) => name)
}

/**
 * Counts a start of a kind. The caller holds the claim lock.
 * @param o.tried the kinds that turned out to have no job to start
 */
export async function recordStart(
  tx: Tx,
  name: string,
  { rotation: { names, kinds, ahead }, tried }: { rotation: Rotation; tried: ReadonlySet<string> },
): Promise<void> {
  const isAhead = kinds.find((kind) => !tried.has(kind.name))?.name !== name
  await execute(
    tx,
    `insert into job_kinds as kind (name, starts, last_start, ahead)
     values ($1, 1, (select coalesce(max(last_start), 0) + 1 from job_kinds), $2)
     on conflict (name) do update
       set starts = kind.starts + 1, last_start = excluded.last_start, ahead = kind.ahead + excluded.ahead`,
    [name, isAhead ? 1 : 0],
  )
  if (isAhead || ahead === 0) return
  await execute(tx, 'update job_kinds set ahead = 0 where ahead > 0 and name = any($1)', [names])
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
