import { HEARTBEAT_SECONDS } from '#platform/server/jobs-boss.ts'
import type { Db } from '#platform/server/db.ts'

/**
 * As if the workers of all running jobs had been silent for as long as the queue waits for them. For dead workers,
 * where the wait itself is proved elsewhere (tests/drills/worker.test.ts).
 */
export async function expireHeartbeats(db: Db): Promise<void> {
  const long = `${HEARTBEAT_SECONDS + 1} seconds`
  await db.$client.query(`update pgboss.job set heartbeat_on = heartbeat_on - $1::interval where state = 'active'`, [
    long,
  ])
}
