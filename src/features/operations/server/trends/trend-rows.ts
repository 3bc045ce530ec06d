import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { TREND_FIGURES, type TrendDay } from '../../model/index.ts'

const NewestRow = z.object({ day: z.string(), countedAt: z.date() })

/** The newest counted day, with the time of its last count. */
export async function newestCount(q: Queryable): Promise<z.output<typeof NewestRow> | undefined> {
  return findRow(q, NewestRow, 'select t.day::text as day, t.counted_at from trend_days t order by t.day desc limit 1')
}

/** Stores the figures of a day; a day that was counted before gets the new ones. @param day '2026-11-26' */
export async function storeDay(
  tx: Tx,
  { day, values, at }: { day: string; values: TrendDay['values']; at: Date },
): Promise<void> {
  await execute(
    tx,
    `insert into trend_days (day, figure, value, counted_at)
     select $1, figure, value::float8, $3 from jsonb_each_text($2::jsonb) as counted (figure, value)
     on conflict (day, figure) do update set value = excluded.value, counted_at = excluded.counted_at`,
    [day, JSON.stringify(values), at],
  )
}

const FigureRow = z.object({ day: z.string(), figure: z.enum(TREND_FIGURES), value: z.number() })

/** The counted figures from a day on, oldest first. */
export async function listFigures(q: Queryable, from: string): Promise<z.output<typeof FigureRow>[]> {
  return queryRows(
    q,
    FigureRow,
    `select day::text as day, figure, value from trend_days
     where day >= $1 and figure = any ($2) order by day, figure`,
    [from, TREND_FIGURES],
  )
}
