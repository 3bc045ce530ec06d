import type { Tx } from '#platform/server/db.ts'

/** Forgets sessions, sign-ins and links whose time is over; to be done now and then, also by several at once. */
export async function deleteExpired(tx: Tx, now: Date): Promise<void> {
  for (const table of ['sessions', 'verifications', 'account_tokens']) {
    await tx.$client.query(`delete from ${table} where expires_at <= $1`, [now])
  }
}
