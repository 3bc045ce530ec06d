import { z } from 'zod'
import type { Db, Queryable, Tx } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type Passkey, PASSKEYS_MAX } from '../../model/index.ts'

const PasskeyRow = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
})

/** The user's passkeys, the oldest first. */
export async function listPasskeys(q: Queryable, userId: string): Promise<Passkey[]> {
  const rows = await queryRows(
    q,
    PasskeyRow,
    'select id, name, created_at, last_used_at from passkeys where user_id = $1 order by created_at, id limit $2',
    [userId, 2 * PASSKEYS_MAX],
  )
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

/** Renames a passkey. @throws AppError `not_found` if it does not exist or is another user's */
export async function renamePasskey(db: Db, o: { userId: string; id: string; name: string }): Promise<void> {
  const changed = await execute(db, 'update passkeys set name = $3 where id = $2 and user_id = $1', [
    o.userId,
    o.id,
    o.name,
  ])
  if (changed === 0) throw passkeyNotFound()
}

const NameRow = z.object({ name: z.string() })

/**
 * Deletes a passkey, and ends the sessions it opened other than the caller's.
 * @returns its name
 * @throws AppError `not_found` if it does not exist or is another user's
 */
export async function deletePasskey(tx: Tx, { userId, sessionId }: Caller, id: string): Promise<string> {
  await execute(tx, 'delete from sessions where user_id = $1 and passkey_id = $2 and id is distinct from $3', [
    userId,
    id,
    sessionId ?? null,
  ])
  const sql = 'delete from passkeys where id = $1 and user_id = $2 returning name'
  const deleted = await findRow(tx, NameRow, sql, [id, userId])
  if (deleted === undefined) throw passkeyNotFound()
  return deleted.name
}

/** Removes all passkeys of a user. @returns how many there were */
export function deletePasskeys(tx: Tx, userId: string): Promise<number> {
  return execute(tx, 'delete from passkeys where user_id = $1', [userId])
}

/** Records a log-in with a passkey, by the id of its credential, and that it opened this session. */
export async function recordPasskeyUse(
  tx: Tx,
  o: { sessionId: string; userId: string; credentialId: string; at: Date },
): Promise<void> {
  const sql = 'update passkeys set last_used_at = $3 where credential_id = $1 and user_id = $2'
  await execute(tx, sql, [o.credentialId, o.userId, o.at])
  await markSession(tx, o)
}

/** Marks a session as confirmed with a passkey. */
export async function markSession(
  tx: Tx,
  o: { sessionId: string; userId: string; credentialId: string },
): Promise<void> {
  await execute(
    tx,
    `update sessions set passkey_id = p.id from passkeys p
     where sessions.id = $1 and sessions.user_id = $2 and p.user_id = $2 and p.credential_id = $3`,
    [o.sessionId, o.userId, o.credentialId],
  )
}

/** Whether the caller's session was opened or confirmed with a passkey that still exists. */
export async function isPasskeySession(q: Queryable, { userId, sessionId }: Caller): Promise<boolean> {
  const sql = 'select 1 from sessions where id = $1 and user_id = $2 and passkey_id is not null'
  return (await execute(q, sql, [sessionId ?? null, userId])) > 0
}

function passkeyNotFound(): AppError {
  return new AppError('not_found', 'Passkey not found')
}
