import type { Queryable } from '#platform/server/db.ts'

/** A user's address; undefined after the account is deleted. */
export async function emailOf(db: Queryable, userId: string): Promise<string | undefined> {
  const { rows } = await db.$client.query<{ email: string }>(
    'select email from users where id = $1 and deleted_at is null',
    [userId],
  )
  return rows[0]?.email
}
