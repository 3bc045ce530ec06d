import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { execute, queryRows } from '#platform/server/rows.ts'

const Row = z.object({ engine: z.string(), soundPerSecond: z.number(), measuredAt: z.date() })

/** How fast an engine works on this site: seconds of sound per second of work. */
export type EngineSpeed = z.output<typeof Row>

/** Sound after which earlier measurements count half, in milliseconds: an hour. */
const HALVED_AFTER_MS = 3_600_000

/** Adds what a run measured; both durations in whole milliseconds, at least 1. */
export async function addMeasurement(
  q: Queryable,
  o: { engine: string; soundMs: number; workMs: number; at: Date },
): Promise<void> {
  await execute(
    q,
    `insert into engine_speeds as old (engine, sound_ms, work_ms, measured_at) values ($1, $2, $3, $4)
     on conflict (engine) do update set measured_at = excluded.measured_at,
       sound_ms = excluded.sound_ms + greatest(1, case when old.sound_ms > $5 then old.sound_ms / 2 else old.sound_ms end),
       work_ms = excluded.work_ms + greatest(1, case when old.sound_ms > $5 then old.work_ms / 2 else old.work_ms end)`,
    [o.engine, o.soundMs, o.workMs, o.at, HALVED_AFTER_MS],
  )
}

/** The speed of each engine that recognised anything. */
export function listSpeeds(q: Queryable): Promise<EngineSpeed[]> {
  const text = 'select engine, sound_ms::float8 / work_ms as sound_per_second, measured_at from engine_speeds'
  return queryRows(q, Row, text, [])
}
