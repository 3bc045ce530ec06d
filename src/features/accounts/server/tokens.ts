import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'

const HOUR_MS = 60 * 60 * 1000

/** The lifetime of a mailed link, in milliseconds. */
export const TOKEN_LIFETIME_MS = {
  verify_email: 24 * HOUR_MS,
  reset_password: HOUR_MS,
  change_email: 24 * HOUR_MS,
} as const
/** The purpose of a mailed link. */
export type TokenPurpose = keyof typeof TOKEN_LIFETIME_MS

/** The owner of a token, and the address it was sent to. */
export type ConsumedToken = Readonly<z.infer<typeof ConsumedToken>>
const ConsumedToken = z.object({ userId: z.string(), email: z.string() })

/**
 * Creates the token of one link. Only its hash is stored, so that a reader of the database cannot use it.
 * @returns 43 URL-safe characters
 */
export async function issueToken(
  tx: Tx,
  o: { purpose: TokenPurpose; userId: string; email: string; now: Date },
): Promise<string> {
  await execute(tx, 'delete from account_tokens where expires_at <= $1', [o.now])
  const token = randomBytes(32).toString('base64url')
  await execute(
    tx,
    `insert into account_tokens (hash, purpose, user_id, email, expires_at, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [hashOf(token), o.purpose, o.userId, o.email, new Date(o.now.getTime() + TOKEN_LIFETIME_MS[o.purpose]), o.now],
  )
  return token
}

/** Whether a link still works. Only `consumeToken` authorizes its action. */
export async function isTokenValid(
  db: Queryable,
  o: { purpose: TokenPurpose; token: string; now: Date },
): Promise<boolean> {
  const found = await execute(db, 'select 1 from account_tokens where hash = $1 and purpose = $2 and expires_at > $3', [
    hashOf(o.token),
    o.purpose,
    o.now,
  ])
  return found > 0
}

/**
 * Consumes a token in the transaction of its action. Of many concurrent uses one succeeds; the others wait for it and
 * get nothing.
 * @returns undefined if it is used, expired or unknown
 */
export async function consumeToken(
  tx: Tx,
  o: { purpose: TokenPurpose; token: string; now: Date },
): Promise<ConsumedToken | undefined> {
  // Lock the user first, as the account deletion does: locking in different orders deadlocks.
  await execute(
    tx,
    'select u.id from users u join account_tokens t on t.user_id = u.id where t.hash = $1 for update of u',
    [hashOf(o.token)],
  )
  return findRow(
    tx,
    ConsumedToken,
    `delete from account_tokens where hash = $1 and purpose = $2 and expires_at > $3
     returning user_id, email`,
    [hashOf(o.token), o.purpose, o.now],
  )
}

/** Deletes the user's links of these purposes. */
export async function deleteTokens(tx: Tx, userId: string, purposes: readonly TokenPurpose[]): Promise<void> {
  await execute(tx, 'delete from account_tokens where user_id = $1 and purpose = any($2)', [userId, purposes])
}

const EmailRow = z.object({ email: z.string() })

/** The user's new address that is not confirmed yet. */
export async function pendingEmailOf(db: Queryable, userId: string, now: Date): Promise<string | null> {
  const row = await findRow(
    db,
    EmailRow,
    `select email from account_tokens where user_id = $1 and purpose = 'change_email' and expires_at > $2
     order by created_at desc limit 1`,
    [userId, now],
  )
  return row?.email ?? null
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
