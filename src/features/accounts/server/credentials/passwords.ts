import { type Tx, transaction } from '#platform/server/db.ts'
import { liftBounce } from '#platform/server/mail.ts'
import { execute } from '#platform/server/rows.ts'
import type { Caller } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { resetLink } from '../../model/index.ts'
import { activeUser, lockUser } from '../accounts.ts'
import { hashPassword } from '../auth-passwords.ts'
import type { AccountsDeps } from '../deps.ts'
import { requireNoProvider } from '../domain-providers/lead-to-provider.ts'
import { passwordOf, requirePassword } from '../reauthentication.ts'
import { newPasswordProblem } from './leaked-passwords.ts'
import { passwordChangedMail, resetMail } from '../mails.ts'
import { deletePasskeys } from '../factors/passkey-rows.ts'
import { forgetDevices } from '../factors/second-factor-rows.ts'
import { endOtherSessions, endSessions } from '../sessions.ts'
import { deleteTokens, issueToken, isTokenValid, consumeToken } from '../tokens.ts'

type Deps = Pick<AccountsDeps, 'db' | 'mail' | 'newId' | 'now' | 'publicUrl' | 'mobileApps' | 'domainProviders'>

/** Mails a link to set a new password; does nothing for an address without an account. */
export async function requestPasswordReset(deps: Deps, email: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const user = await activeUser(tx, { email })
    if (user === undefined) return
    const token = await issueToken(tx, { purpose: 'reset_password', userId: user.id, email, now: deps.now() })
    const url = resetLink({ publicUrl: deps.publicUrl, token, apps: deps.mobileApps })
    await deps.mail.send(tx, resetMail({ to: email, url }))
  })
}

/**
 * Sets a new password by a mailed link, once, and ends every session. The link also proves the address, so that the
 * owner regains an account that a stranger created with it.
 * @throws AppError `unprocessable` for the password; `not_found` if the link is used or expired; `forbidden` if the
 *   domain of the account now requires its provider
 */
export async function resetPassword(deps: Deps, o: { token: string; newPassword: string }): Promise<void> {
  rejectBadPassword(o.newPassword)
  const now = deps.now()
  // Check the link before hashing, which is expensive on purpose.
  if (!(await isTokenValid(deps.db, { purpose: 'reset_password', token: o.token, now }))) throw linkExpiredError()
  const hash = await hashPassword(o.newPassword)
  await transaction(deps.db, async (tx) => {
    const consumed = await consumeToken(tx, { purpose: 'reset_password', token: o.token, now })
    const user = consumed && (await activeUser(tx, { email: consumed.email }))
    // The address has changed since and no longer owns the account.
    if (consumed === undefined || user?.id !== consumed.userId) throw linkExpiredError()
    await requireNoProvider({ db: tx, domainProviders: deps.domainProviders }, user.email)
    rejectBadPassword(o.newPassword, user.email)
    await storePassword(tx, { identityId: deps.newId(), userId: user.id, hash })
    // Nobody had proved the address: its account, and the passkeys, may be a stranger's.
    if (!user.emailVerified) await deletePasskeys(tx, user.id)
    await execute(tx, 'update users set email_verified = true, updated_at = now() where id = $1', [user.id])
    await endSessions(tx, user.id)
    await forgetDevices(tx, user.id)
    await deleteTokens(tx, user.id, ['reset_password', 'change_email', 'verify_email'])
    await liftBounce(tx, user.email)
    await deps.mail.send(tx, passwordChangedMail({ to: user.email }))
  })
}

/**
 * Changes the password and ends the other sessions.
 * @throws AppError `forbidden` if the current one is wrong or missing; `unprocessable` for the new one
 */
export async function changePassword(
  deps: Deps,
  caller: Caller,
  o: { currentPassword: string; newPassword: string },
): Promise<void> {
  rejectBadPassword(o.newPassword, caller.email)
  const before = await passwordOf(deps.db, caller.userId)
  await requirePassword(before, o.currentPassword, 'currentPassword')
  const hash = await hashPassword(o.newPassword)
  await transaction(deps.db, async (tx) => {
    await lockUser(tx, caller.userId)
    // A concurrent reset or change wins: the password proved here is outdated.
    const changed = await execute(
      tx,
      `update identities set password = $3, updated_at = now()
       where user_id = $1 and provider_id = 'credential' and password = $2`,
      [caller.userId, before, hash],
    )
    if (changed === 0) throw new AppError('conflict', 'Your password was just changed. Log in with the new one.')
    await endOtherSessions(tx, caller)
    await forgetDevices(tx, caller.userId)
    await deleteTokens(tx, caller.userId, ['reset_password', 'change_email'])
    await deps.mail.send(tx, passwordChangedMail({ to: caller.email }))
  })
}

/** The refusal of a used, expired or unknown link. */
export function linkExpiredError(): AppError {
  return new AppError('not_found', 'This link is used or expired. Request a new one.')
}

function rejectBadPassword(password: string, email?: string): void {
  const problem = newPasswordProblem(password, email)
  if (problem !== null) throw new AppError('unprocessable', problem, { field: 'newPassword' })
}

/** Adds a password identity for users who only have a provider. */
async function storePassword(tx: Tx, o: { identityId: string; userId: string; hash: string }): Promise<void> {
  await execute(
    tx,
    `insert into identities (id, user_id, provider_id, account_id, password) values ($1, $2::uuid, 'credential', $2::uuid::text, $3)
     on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()`,
    [o.identityId, o.userId, o.hash],
  )
}
