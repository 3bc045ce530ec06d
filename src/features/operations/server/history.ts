import { z } from 'zod'
import { type Db, transaction, type Tx } from '#platform/server/db.ts'
import { execute, queryRows } from '#platform/server/rows.ts'
import { HISTORY_DAYS, Part, PartState, StatusDay } from '../model/index.ts'
import type { Finding } from './run-checks.ts'

const DAY_MS = 86_400_000
/** How long single checks are stored. */
const CHECKS_RETENTION_MS = 2 * DAY_MS

/** The findings of one minute. */
export type Minute = { readonly minute: Date; readonly findings: readonly Finding[] }

/** Claims the checks of one minute. @returns false if another web process has them */
export async function claimMinute(db: Db, minute: Date): Promise<boolean> {
  const changed = await execute(db, 'insert into status_minutes (minute) values ($1) on conflict do nothing', [minute])
  return changed === 1
}

/** Stores findings; a minute that is already stored does not change. */
export async function storeMinutes(db: Db, minutes: readonly Minute[], now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    for (const { minute, findings } of minutes) for (const finding of findings) await store(tx, minute, finding)
    const old = new Date(now.getTime() - CHECKS_RETENTION_MS)
    await execute(tx, 'delete from status_minutes where minute < $1', [old])
    await execute(tx, 'delete from status_checks where minute < $1', [old])
    await execute(tx, 'delete from status_days where day < $1', [firstDay(now)])
  })
}

async function store(tx: Tx, minute: Date, { part, state, latencyMs, note }: Finding): Promise<void> {
  const changed = await execute(
    tx,
    `insert into status_checks (minute, part, state, latency_ms, note) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [minute, part, state, latencyMs, note],
  )
  if (changed !== 1) return
  const [operational, degraded, down] = PartState.options.map((each) => (each === state ? 1 : 0))
  await execute(
    tx,
    `insert into status_days as d (day, part, operational, degraded, down) values ($1, $2, $3, $4, $5)
     on conflict (day, part) do update set operational = d.operational + excluded.operational,
       degraded = d.degraded + excluded.degraded, down = d.down + excluded.down`,
    [minute.toISOString().slice(0, 10), part, operational, degraded, down],
  )
}

const Result = z.object({
  part: Part,
  state: PartState,
  latencyMs: z.number().nullable(),
  note: z.string().nullable(),
})

const MinuteRow = Result.extend({ minute: z.date() })

/** The newest findings, if they are not older than `since`. */
export async function newestMinute(db: Db, since: Date): Promise<Minute | undefined> {
  const rows = await queryRows(
    db,
    MinuteRow,
    `select minute, part, state, latency_ms, note from status_checks
     where minute = (select max(minute) from status_checks where minute >= $1)`,
    [since],
  )
  const [first] = rows
  return first && { minute: first.minute, findings: rows.map(({ minute: _minute, ...finding }) => finding) }
}

const DayRow = StatusDay.extend({ part: Part })

/** The days of the chart with checks of each part, oldest first. */
export async function daysByPart(db: Db, now: Date): Promise<ReadonlyMap<Part, StatusDay[]>> {
  const rows = await queryRows(
    db,
    DayRow,
    `select part, to_char(day, 'YYYY-MM-DD') as day, operational, degraded, down from status_days
     where day >= $1 order by day`,
    [firstDay(now)],
  )
  const days = new Map<Part, StatusDay[]>()
  for (const { part, ...day } of rows) {
    days.set(part, [...(days.get(part) ?? []), day])
  }
  return days
}

function firstDay(now: Date): string {
  return new Date(now.getTime() - (HISTORY_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
}
