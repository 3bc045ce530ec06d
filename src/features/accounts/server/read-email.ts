import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { findRow } from '#platform/server/rows.ts'

const EmailRow = z.object({ email: z.string() })

/** A user's address; undefined after the account is deleted. */
export async function emailOf(db: Queryable, userId: string): Promise<string | undefined> {
  const row = await findRow(db, EmailRow, 'select email from users where id = $1 and deleted_at is null', [userId])
  return row?.email
}
