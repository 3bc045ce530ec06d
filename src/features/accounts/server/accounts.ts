import { AppError } from '#platform/shared/errors.ts'
import { type Db, type Queryable, type Tx, transaction } from '#platform/server/db.ts'
import type { JsonValue } from '#platform/server/events.ts'
import { type Account, PlanName, type Security } from '../model/index.ts'
import type { AuthDeps } from './deps.ts'
import { photoPath } from './photo-path.ts'
import { pendingEmailOf } from './tokens.ts'

/** The limit on stored preferences, in bytes of JSON. */
const PREFERENCES_MAX = 16_000

/**
 * The record of spec §3. It first creates whatever a new user is missing, for example after the process died during the
 * sign-up (spec §4).
 * @throws AppError `not_found`, 'User not found'
 */
export async function loadAccount(deps: Pick<AuthDeps, 'db' | 'onUserCreated'>, userId: string): Promise<Account> {
  return transaction(deps.db, async (tx) => {
    const account = await readAccount(tx, userId)
    await deps.onUserCreated(tx, { userId })
    return account
  })
}

/**
 * Merges `changes` into the preferences, one level deep; null removes a key (spec §3).
 * @throws AppError `not_found` 'User not found'; `unprocessable` if they become too large
 */
export async function updatePreferences(
  db: Db,
  userId: string,
  changes: Readonly<Record<string, JsonValue>>,
): Promise<Account> {
  const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null))
  const removed = Object.keys(changes).filter((key) => changes[key] === null)
  return transaction(db, async (tx) => {
    const { rows } = await tx.$client.query<{ bytes: number }>(
      `update users set preferences = (preferences || $2::jsonb) - $3::text[], updated_at = now()
       where id = $1 returning octet_length(preferences::text) as bytes`,
      [userId, JSON.stringify(set), removed],
    )
    const [updated] = rows
    if (updated === undefined) throw userNotFound()
    if (updated.bytes > PREFERENCES_MAX) {
      throw new AppError('unprocessable', 'These preferences are too large.', { max: PREFERENCES_MAX })
    }
    return readAccount(tx, userId)
  })
}

/** Counts one finished download (spec §3). @throws AppError `not_found`, 'User not found' */
export async function countDownload(tx: Tx, userId: string): Promise<void> {
  const { rowCount } = await tx.$client.query(
    'update users set download_count = download_count + 1, updated_at = now() where id = $1',
    [userId],
  )
  if (rowCount === 0) throw userNotFound()
}

/** The user's plan. @throws AppError `not_found`, 'User not found' */
export async function planOf(db: Queryable, userId: string): Promise<PlanName> {
  const { rows } = await db.$client.query<{ plan: string }>('select plan from users where id = $1', [userId])
  const [user] = rows
  if (user === undefined) throw userNotFound()
  return PlanName.parse(user.plan)
}

/** Changes the name, the only field a user may change. @throws AppError `not_found` 'User not found' */
export async function updateProfile(db: Db, userId: string, o: { displayName: string }): Promise<Account> {
  return transaction(db, async (tx) => {
    await tx.$client.query(
      'update users set display_name = $2, updated_at = now() where id = $1 and deleted_at is null',
      [userId, o.displayName],
    )
    return readAccount(tx, userId)
  })
}

/**
 * Sets or removes the photo.
 * @param version hash of its content; null removes the photo
 * @returns the previous version; null if there was none
 * @throws AppError `not_found`, 'User not found'
 */
export async function setPhoto(tx: Tx, userId: string, version: string | null): Promise<string | null> {
  const { rows } = await tx.$client.query<{ photo: string | null }>(
    'select photo from users where id = $1 and deleted_at is null for update',
    [userId],
  )
  const [user] = rows
  if (user === undefined) throw userNotFound()
  await tx.$client.query('update users set photo = $2, updated_at = now() where id = $1', [userId, version])
  return user.photo
}

/** The security settings of the account. @throws AppError `not_found` 'User not found' */
export async function securityOf(db: Db, userId: string, now: Date): Promise<Security> {
  const user = await activeUser(db, { id: userId })
  if (user === undefined) throw userNotFound()
  const { rows } = await db.$client.query<{ provider_id: string }>(
    'select provider_id from identities where user_id = $1 order by provider_id',
    [userId],
  )
  const ways = rows.map((row) => row.provider_id)
  return {
    hasPassword: ways.includes('credential'),
    emailVerified: user.emailVerified,
    providers: [...new Set(ways.filter((way) => way !== 'credential'))],
    pendingEmail: await pendingEmailOf(db, userId, now),
  }
}

/** The common fields of a user who is not deleted. */
export type ActiveUser = { readonly id: string; readonly email: string; readonly emailVerified: boolean }

/** A user by id or by lower-case address; undefined for an unknown or deleted account. */
export async function activeUser(
  db: Queryable,
  by: { id: string } | { email: string },
): Promise<ActiveUser | undefined> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['email', by.email]
  const { rows } = await db.$client.query<ActiveUser>(
    `select id, email, email_verified as "emailVerified" from users where ${column} = $1 and deleted_at is null`,
    [value],
  )
  return rows[0]
}

/**
 * Locks a user until the transaction ends. Lock the user before any other row of the account: two transactions that
 * lock in different orders deadlock.
 */
export async function lockUser(tx: Tx, userId: string): Promise<ActiveUser | undefined> {
  const { rows } = await tx.$client.query<ActiveUser>(
    `select id, email, email_verified as "emailVerified" from users where id = $1 and deleted_at is null for update`,
    [userId],
  )
  return rows[0]
}

/** Whether this address, in lower case, has an account. */
export async function isTaken(db: Queryable, email: string): Promise<boolean> {
  const { rows } = await db.$client.query('select 1 from users where email = $1', [email])
  return rows.length > 0
}

type UserRow = {
  id: string
  display_name: string
  email: string
  email_verified: boolean
  photo: string | null
  plan: string
  preferences: Account['preferences']
  download_count: number
  created_at: Date
  updated_at: Date
}

async function readAccount(db: Queryable, userId: string): Promise<Account> {
  const { rows } = await db.$client.query<UserRow>(
    `select id, display_name, email, email_verified, photo, plan, preferences, download_count, created_at, updated_at
     from users where id = $1 and deleted_at is null`,
    [userId],
  )
  const [user] = rows
  if (user === undefined) throw userNotFound()
  return {
    id: user.id,
    displayName: user.display_name,
    email: user.email,
    emailVerified: user.email_verified,
    photo: user.photo === null ? null : photoPath(user.id, user.photo),
    plan: PlanName.parse(user.plan),
    preferences: user.preferences,
    downloadCount: user.download_count,
    createdAt: user.created_at.toISOString(),
    updatedAt: user.updated_at.toISOString(),
  }
}

function userNotFound(): AppError {
  return new AppError('not_found', 'User not found')
}
