import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { type Db, type Queryable, type Tx, transaction } from '#platform/server/db.ts'
import { findSuppression } from '#platform/server/mail.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import type { JsonValue } from '#platform/server/events.ts'
import { Account, PlanName, type Security } from '../model/index.ts'
import type { AuthDeps } from './deps.ts'
import { photoPath } from './photos/photo-path.ts'
import { secondFactorOf } from './factors/second-factor-rows.ts'
import { listPasskeys } from './factors/passkey-rows.ts'
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

const BytesRow = z.object({ bytes: z.number() })

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
    const updated = await findRow(
      tx,
      BytesRow,
      `update users set preferences = (preferences || $2::jsonb) - $3::text[], updated_at = now()
       where id = $1 returning octet_length(preferences::text) as bytes`,
      [userId, JSON.stringify(set), removed],
    )
    if (updated === undefined) throw userNotFound()
    if (updated.bytes > PREFERENCES_MAX) {
      throw new AppError('unprocessable', 'These preferences are too large.', { max: PREFERENCES_MAX })
    }
    return readAccount(tx, userId)
  })
}

/** Counts one finished download (spec §3). @throws AppError `not_found`, 'User not found' */
export async function countDownload(tx: Tx, userId: string): Promise<void> {
  const changed = await execute(
    tx,
    'update users set download_count = download_count + 1, updated_at = now() where id = $1',
    [userId],
  )
  if (changed === 0) throw userNotFound()
}

const PlanRow = z.object({ plan: PlanName })

/** The user's plan. @throws AppError `not_found`, 'User not found' */
export async function planOf(db: Queryable, userId: string): Promise<PlanName> {
  const user = await findRow(db, PlanRow, 'select plan from users where id = $1', [userId])
  if (user === undefined) throw userNotFound()
  return user.plan
}

/** Changes the name, the only field a user may change. @throws AppError `not_found` 'User not found' */
export async function updateProfile(db: Db, userId: string, o: { displayName: string }): Promise<Account> {
  return transaction(db, async (tx) => {
    await execute(tx, 'update users set display_name = $2, updated_at = now() where id = $1 and deleted_at is null', [
      userId,
      o.displayName,
    ])
    return readAccount(tx, userId)
  })
}

const PhotoRow = z.object({ photo: z.string().nullable() })

/**
 * Sets or removes the photo.
 * @param version hash of its content; null removes the photo
 * @returns the previous version; null if there was none
 * @throws AppError `not_found`, 'User not found'
 */
export async function setPhoto(tx: Tx, userId: string, version: string | null): Promise<string | null> {
  const user = await findRow(tx, PhotoRow, 'select photo from users where id = $1 and deleted_at is null for update', [
    userId,
  ])
  if (user === undefined) throw userNotFound()
  await execute(tx, 'update users set photo = $2, updated_at = now() where id = $1', [userId, version])
  return user.photo
}

const ProviderIdRow = z.object({ providerId: z.string() })

/** The security settings of the account. @throws AppError `not_found` 'User not found' */
export async function securityOf(
  { db, domainProviders }: Pick<AuthDeps, 'db' | 'domainProviders'>,
  userId: string,
  now: Date,
): Promise<Security> {
  const user = await activeUser(db, { id: userId })
  if (user === undefined) throw userNotFound()
  const rows = await queryRows(
    db,
    ProviderIdRow,
    'select provider_id from identities where user_id = $1 order by provider_id',
    [userId],
  )
  const ways = rows.map((row) => row.providerId)
  const stop = await findSuppression(db, user.email)
  const ofDomain = await domainProviders.ofAddress(db, user.email)
  return {
    hasPassword: ways.includes('credential'),
    emailVerified: user.emailVerified,
    providers: [...new Set(ways.filter((way) => way !== 'credential'))],
    domainProvider:
      ofDomain !== undefined && ways.includes(ofDomain.id) ? { id: ofDomain.id, name: ofDomain.name } : null,
    pendingEmail: await pendingEmailOf(db, userId, now),
    ...(await secondFactorOf(db, userId)),
    passkeys: await listPasskeys(db, userId),
    stoppedMails: stop === undefined ? null : { kind: stop.kind, reason: stop.reason, since: stop.firstAt },
  }
}

/** The common fields of a user who is not deleted. */
export type ActiveUser = Readonly<z.infer<typeof ActiveUser>>
const ActiveUser = z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean() })

/** A user by id or by lower-case address; undefined for an unknown or deleted account. */
export async function activeUser(
  db: Queryable,
  by: { id: string } | { email: string },
): Promise<ActiveUser | undefined> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['email', by.email]
  return findRow(
    db,
    ActiveUser,
    `select id, email, email_verified from users where ${column} = $1 and deleted_at is null`,
    [value],
  )
}

/**
 * Locks a user until the transaction ends. Lock the user before any other row of the account: two transactions that
 * lock in different orders deadlock.
 */
export async function lockUser(tx: Tx, userId: string): Promise<ActiveUser | undefined> {
  return findRow(
    tx,
    ActiveUser,
    `select id, email, email_verified from users where id = $1 and deleted_at is null for update`,
    [userId],
  )
}

/**
 * Locks an account until `tx` ends, so that a deletion or a change of its address runs before or after. Unlike
 * `lockUser`, it lets rows that refer to the user be inserted meanwhile.
 * @returns false if the account is unknown or deleted
 */
export async function lockActiveUser(tx: Tx, userId: string): Promise<boolean> {
  const sql = 'select 1 from users where id = $1 and deleted_at is null for no key update'
  return (await execute(tx, sql, [userId])) === 1
}

/** Whether this address, in lower case, has an account. */
export async function isTaken(db: Queryable, email: string): Promise<boolean> {
  const found = await execute(db, 'select 1 from users where email = $1', [email])
  return found > 0
}

type UserRow = Readonly<z.infer<typeof UserRow>>
const UserRow = z.object({
  id: z.string(),
  displayName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  photo: z.string().nullable(),
  plan: PlanName,
  preferences: Account.shape.preferences,
  downloadCount: z.number(),
  createdAt: z.date(),
  updatedAt: z.date(),
})

async function readAccount(db: Queryable, userId: string): Promise<Account> {
  const user = await findRow(
    db,
    UserRow,
    `select id, display_name, email, email_verified, photo, plan, preferences, download_count, created_at, updated_at
     from users where id = $1 and deleted_at is null`,
    [userId],
  )
  if (user === undefined) throw userNotFound()
  return {
    id: user.id,
    displayName: user.displayName,
    email: user.email,
    emailVerified: user.emailVerified,
    photo: user.photo === null ? null : photoPath(user.id, user.photo),
    plan: user.plan,
    preferences: user.preferences,
    downloadCount: user.downloadCount,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  }
}

function userNotFound(): AppError {
  return new AppError('not_found', 'User not found')
}
