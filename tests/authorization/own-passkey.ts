import type { Db } from '#platform/server/db.ts'
import { PASSKEY_ID } from './table.ts'

/** Gives a user the passkey of the tables. */
export async function addPasskey(db: Db, email: string): Promise<void> {
  await db.$client.query(
    `insert into passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
     select $1, id, 'Phone', '', 'none', 0, 'singleDevice', false from users where email = $2`,
    [PASSKEY_ID, email],
  )
}
