import { z } from 'zod'
import type { Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { activeUser, lockUser } from './accounts.ts'
import { eraseUser } from './delete-account.ts'
import type { AccountsDeps } from './deps.ts'
import { secondFactorResetMail } from './mails.ts'
import { deletePasskeys } from './factors/passkey-rows.ts'
import { collectPersonalData } from './personal-data.ts'
import { deleteSecondFactor } from './factors/second-factor-rows.ts'
import { endSessions, listSessions } from './sessions.ts'
import { reinstateUser, suspendUser } from './suspension.ts'
import { deleteTokens } from './tokens.ts'

const FactsRow = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  suspendedAt: z.date().nullable(),
  deletedAt: z.date().nullable(),
  sessions: z.int(),
  hasSecondFactor: z.boolean(),
})

/** What an operator changes about an account. */
export type AccountFacts = {
  readonly email: string
  readonly state: 'active' | 'suspended' | 'erased'
  readonly emailVerified: boolean
  readonly sessions: number
  readonly hasSecondFactor: boolean
}

/** An operator's ways into an account. The caller has checked that it acts for one, and records it. */
export function openAdministration(deps: AccountsDeps) {
  return {
    suspend: (tx: Tx, userId: string) => suspendUser(tx, deps, { userId, at: deps.now() }),
    reinstate: (tx: Tx, userId: string) => reinstateUser(tx, deps, { userId, at: deps.now() }),
    /** Ends every session of an account. */
    endSessions,
    verifyEmail,
    /** Removes the second factor and the passkeys, and mails their owner. @throws AppError `conflict` without any */
    resetSecondFactor: (tx: Tx, userId: string) => resetSecondFactor(tx, deps, userId),
    lockFacts,

    /** The open sessions of an account, by last use. */
    listSessions: (userId: string) => listSessions(deps.db, { userId, email: '' }, deps.now()),

    /** The account's data export. @throws AppError `not_found`, 'User not found' */
    async exportData(userId: string): Promise<object> {
      const user = await activeUser(deps.db, { id: userId })
      if (user === undefined) throw new AppError('not_found', 'User not found')
      return collectPersonalData(deps, { userId, email: user.email })
    },

    /**
     * Erases an account, as its owner's own deletion does.
     * @throws AppError `unprocessable` if `confirm` is not its address; `not_found`, 'User not found'
     */
    async erase(tx: Tx, { userId, confirm }: { userId: string; confirm: string }): Promise<void> {
      const user = await lockUser(tx, userId)
      if (user === undefined) throw new AppError('not_found', 'User not found')
      if (user.email !== confirm.trim().toLowerCase())
        throw new AppError('unprocessable', 'Type the address of the account to erase it.', { field: 'confirm' })
      await eraseUser(tx, deps, user)
    },
  }
}

/** Confirms the address of an account. @throws AppError `conflict` if it is confirmed */
async function verifyEmail(tx: Tx, userId: string): Promise<void> {
  const changed = await execute(
    tx,
    `update users set email_verified = true, updated_at = now()
     where id = $1 and deleted_at is null and not email_verified`,
    [userId],
  )
  if (changed === 0) throw new AppError('conflict', 'This address is confirmed already.')
  await deleteTokens(tx, userId, ['verify_email'])
}

async function resetSecondFactor(
  tx: Tx,
  { mail, publicUrl }: Pick<AccountsDeps, 'mail' | 'publicUrl'>,
  userId: string,
): Promise<void> {
  const user = await lockUser(tx, userId)
  if (user === undefined) throw new AppError('not_found', 'User not found')
  const hadCodes = await deleteSecondFactor(tx, userId)
  const passkeys = await deletePasskeys(tx, userId)
  if (!hadCodes && passkeys === 0) throw new AppError('conflict', 'This account has no second factor.')
  await mail.send(tx, secondFactorResetMail({ to: user.email, url: new URL('/profile', publicUrl).href }))
}

/** An account's facts, locked. @throws AppError `not_found`, 'User not found' */
async function lockFacts(tx: Tx, userId: string): Promise<AccountFacts> {
  const user = await findRow(
    tx,
    FactsRow,
    `select email, email_verified, suspended_at, deleted_at, 
       two_factor_enabled or exists (select 1 from passkeys where user_id = users.id) as has_second_factor,
       (select count(*)::int from sessions where user_id = users.id) as sessions
     from users where id = $1 for update`,
    [userId],
  )
  if (user === undefined) throw new AppError('not_found', 'User not found')
  const { email, emailVerified, suspendedAt, deletedAt, sessions, hasSecondFactor } = user
  return {
    email,
    emailVerified,
    sessions,
    hasSecondFactor,
    state: deletedAt ? 'erased' : suspendedAt ? 'suspended' : 'active',
  }
}
