import { HEARTBEAT_SECONDS } from '#platform/server/jobs/boss.ts'
import type { Db } from '#platform/server/db.ts'

/**
 * Ages the heartbeats of all running jobs past their lease, as if their workers had died. The wait itself is tested in
 * tests/drills/worker.test.ts.
 */
export async function expireHeartbeats(db: Db): Promise<void> {
  const long = `${HEARTBEAT_SECONDS + 1} seconds`
  await db.$client.query(`update pgboss.job set heartbeat_on = heartbeat_on - $1::interval where state = 'active'`, [
    long,
  ])
}
