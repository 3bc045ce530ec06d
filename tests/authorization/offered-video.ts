import type { Db } from '#platform/server/db.ts'
import { probeOf } from '../support/exports.ts'
import { HOST_ID, OFFERED_ID } from './table.ts'

/** The host offers a video to the owner of the tables. */
export async function offerVideo(db: Db, toEmail: string): Promise<void> {
  await db.$client.query(
    `insert into projects (id, owner_id, title, stage, size_bytes, sha256, probe)
     values ($1, $2, 'Offered', 'prepared', 1000, repeat('0', 64), $3)`,
    [OFFERED_ID, HOST_ID, JSON.stringify(probeOf())],
  )
  await db.$client.query(
    `insert into project_transfers (project_id, from_id, to_id, offered_at)
     select $1, $2, id, now() from users where email = $3`,
    [OFFERED_ID, HOST_ID, toEmail],
  )
}
