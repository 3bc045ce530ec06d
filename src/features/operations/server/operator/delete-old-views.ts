import type { Db } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import { VIEW_RETENTION_DAYS } from '../../model/index.ts'

const DAY_MS = 86_400_000
/** The most entries at once. */
const BATCH = 500

/** Removes old entries about views of personal data, after a year by default; exports and changes stay. Run every minute. */
export async function deleteOldViews(o: { db: Db; now: () => Date; retentionDays: number | null }): Promise<void> {
  await execute(
    o.db,
    `delete from operator_actions where id in (
       select id from operator_actions where read_hour < $1 order by read_hour limit ${BATCH} for update skip locked)`,
    [new Date(o.now().getTime() - (o.retentionDays ?? VIEW_RETENTION_DAYS.default) * DAY_MS)],
  )
}
