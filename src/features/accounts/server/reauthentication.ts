import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import type { Caller } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { verifyPassword } from './auth-passwords.ts'

/** How long a reauthentication stays valid, in milliseconds. */
const REAUTHENTICATION_VALID_MS = 5 * 60 * 1000

/**
 * Checks that the caller is the account's owner and did not just find an open browser: by the password, or by a proof
 * within the last five minutes.
 * @param o.always true requires the password of an account that has one, even in a fresh session
 * @throws AppError `forbidden` with the field if the password is wrong or missing; `unauthorized` 'No user logged in'
 *   if the session has ended
 */
export async function requireReauthentication(
  db: Queryable,
  o: { caller: Caller; password: string | undefined; field: string; now: Date; always?: boolean },
): Promise<void> {
  const hash = await passwordOf(db, o.caller.userId)
  if (o.password !== undefined) return requirePassword(hash, o.password, o.field)
  if (hash !== null && o.always === true) throw new AppError('forbidden', 'Enter your password.', { field: o.field })
  if (o.now.getTime() - (await confirmedAt(db, o.caller)).getTime() <= REAUTHENTICATION_VALID_MS) return
  if (hash !== null) throw new AppError('forbidden', 'Enter your password.', { field: o.field })
  throw new AppError('forbidden', 'Log in again with your provider first, to confirm that it is you.')
}

/** Records that the caller has just reauthenticated (spec §7 "Re-authenticate"). */
export async function confirmSession(tx: Tx, { sessionId }: Caller, now: Date): Promise<void> {
  await execute(tx, 'update sessions set confirmed_at = $2 where id = $1', [sessionId, now])
}

const PasswordRow = z.object({ password: z.string().nullable() })

/** The hash of the user's password; null for users who only have a provider. */
export async function passwordOf(db: Queryable, userId: string): Promise<string | null> {
  const row = await findRow(
    db,
    PasswordRow,
    `select password from identities where user_id = $1 and provider_id = 'credential'`,
    [userId],
  )
  return row?.password ?? null
}

/** Whether this hash is the user's password; waits for a concurrent change. */
export async function isCurrentPassword(db: Queryable, o: { userId: string; hash: string }): Promise<boolean> {
  const found = await execute(
    db,
    `select 1 from identities where user_id = $1 and provider_id = 'credential' and password = $2 for share`,
    [o.userId, o.hash],
  )
  return found === 1
}

/** @throws AppError `forbidden` with the field if the password does not match the hash, or there is none */
export async function requirePassword(hash: string | null, password: string, field: string): Promise<void> {
  if (hash === null) {
    const message = 'This account has no password. Log in again with your provider, or set a password first.'
    throw new AppError('forbidden', message, { field })
  }
  if (await verifyPassword({ hash, password })) return
  throw new AppError('forbidden', 'The password is wrong.', { field })
}

const AtRow = z.object({ at: z.date() })

async function confirmedAt(db: Queryable, { sessionId, userId }: Caller): Promise<Date> {
  const session = await findRow(db, AtRow, 'select confirmed_at as at from sessions where id = $1 and user_id = $2', [
    sessionId,
    userId,
  ])
  if (session === undefined) throw new AppError('unauthorized', 'No user logged in')
  return session.at
}
