import { z } from 'zod'
import { sqlState, type Queryable, type Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { lockUser } from './accounts.ts'
import type { AccountsDeps } from './deps.ts'
import { reinstatedMail, suspendedMail } from './mails.ts'
import { forgetDevices } from './factors/second-factor-rows.ts'
import { endSessions } from './sessions.ts'

type Deps = Pick<AccountsDeps, 'jobs' | 'mail' | 'publicUrl'>

/** The trigger `refuse_suspended_user` raises it for a new session. */
const SUSPENDED_STATE = 'WP001'

const SuspendedRow = z.object({ suspendedAt: z.date().nullable() })

/** Whether an operator has suspended this account; false for an unknown one. */
export async function isSuspended(q: Queryable, userId: string): Promise<boolean> {
  // The product's own projects have no owner with an account.
  const sql = 'select suspended_at from users where id::text = $1 and suspended_at is not null'
  return (await findRow(q, SuspendedRow, sql, [userId])) !== undefined
}

/**
 * Suspends an account: its sessions end, nobody logs in, and its queued jobs wait. Its data stays.
 * @throws AppError `not_found` 'User not found'; `conflict` if it is suspended
 */
export async function suspendUser(tx: Tx, deps: Deps, { userId, at }: { userId: string; at: Date }): Promise<void> {
  const email = await lockFor(tx, userId)
  const changed = await execute(
    tx,
    'update users set suspended_at = $2, updated_at = $2 where id = $1 and suspended_at is null',
    [userId, at],
  )
  if (changed === 0) throw new AppError('conflict', 'This account is suspended already.')
  await endSessions(tx, userId)
  await forgetDevices(tx, userId)
  await deps.jobs.pause(tx, userId)
  await deps.mail.send(tx, suspendedMail({ to: email, url: contactUrl(deps) }))
}

/**
 * Reinstates a suspended account: its owner can log in, its links work, and its jobs continue.
 * @throws AppError `not_found` 'User not found'; `conflict` if it is not suspended
 */
export async function reinstateUser(tx: Tx, deps: Deps, { userId, at }: { userId: string; at: Date }): Promise<void> {
  const email = await lockFor(tx, userId)
  const changed = await execute(
    tx,
    'update users set suspended_at = null, updated_at = $2 where id = $1 and suspended_at is not null',
    [userId, at],
  )
  if (changed === 0) throw new AppError('conflict', 'This account is not suspended.')
  await deps.jobs.resume(tx, userId)
  await deps.mail.send(tx, reinstatedMail({ to: email, url: new URL('/login', deps.publicUrl).href }))
}

/** The refusal of a log-in that the database rejected because of a suspension; undefined for another error. */
export function suspensionRefusal(error: unknown): AppError | undefined {
  return sqlState(error) === SUSPENDED_STATE ? suspendedError() : undefined
}

/** The refusal of a log-in to a suspended account. */
export function suspendedError(): AppError {
  return new AppError('forbidden', 'This account is suspended. Contact us if you think that is a mistake.')
}

async function lockFor(tx: Tx, userId: string): Promise<string> {
  const user = await lockUser(tx, userId)
  if (user === undefined) throw new AppError('not_found', 'User not found')
  return user.email
}

function contactUrl({ publicUrl }: Pick<Deps, 'publicUrl'>): string {
  return new URL('/contact', publicUrl).href
}
