import { z } from 'zod'
import type { Db } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'

/** The interval of a worker's heartbeats, in milliseconds. */
export const HEARTBEAT_INTERVAL_MS = 15_000
/** A worker without heartbeats is removed after this long. */
const HEARTBEAT_RETENTION_MS = 3_600_000

/** Stores a worker's heartbeat. */
export async function storeHeartbeat(db: Db, o: { instance: string; at: Date }): Promise<void> {
  await execute(
    db,
    `with forgotten as (delete from heartbeats where beat_at < $3)
     insert into heartbeats (instance, beat_at) values ($1, $2)
     on conflict (instance) do update set beat_at = excluded.beat_at`,
    [o.instance, o.at, new Date(o.at.getTime() - HEARTBEAT_RETENTION_MS)],
  )
}

/** Removes a worker that stops. */
export async function deleteHeartbeat(db: Db, instance: string): Promise<void> {
  await execute(db, 'delete from heartbeats where instance = $1', [instance])
}

const BeatAtRow = z.object({ beatAt: z.date() })

/** The time of the last heartbeat of any worker; undefined if there was none in the last hour. */
export async function lastHeartbeat(db: Db): Promise<Date | undefined> {
  const row = await findRow(db, BeatAtRow, 'select beat_at from heartbeats order by beat_at desc limit 1')
  return row?.beatAt
}
