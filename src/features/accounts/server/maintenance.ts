import type { Tx } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'

/** Deletes expired sessions, sign-ins and links; safe to run concurrently. */
export async function deleteExpired(tx: Tx, now: Date): Promise<void> {
  for (const table of ['sessions', 'verifications', 'account_tokens']) {
    await execute(tx, `delete from ${table} where expires_at <= $1`, [now])
  }
}
