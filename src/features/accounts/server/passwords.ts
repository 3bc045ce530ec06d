import { type Tx, transaction } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { resetLink } from '../model/index.ts'
import { activeUser, lockUser } from './accounts.ts'
import { hashPassword } from './auth-passwords.ts'
import type { AccountsDeps } from './deps.ts'
import { passwordOf, requirePassword } from './reauthentication.ts'
import { newPasswordProblem } from './leaked-passwords.ts'
import { passwordChangedMail, resetMail } from './mails.ts'
import { endOtherSessions, endSessions } from './sessions.ts'
import { deleteTokens, issueToken, isTokenValid, consumeToken } from './tokens.ts'

type Deps = Pick<AccountsDeps, 'db' | 'mail' | 'newId' | 'now' | 'publicUrl' | 'mobileApps'>

/** Sends a link to set a new password to whoever has the address; to an address without an account nothing is sent. */
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
 * Sets a new password by the link of a mail, once, and ends every session. Who followed the link has the address, so
 * it is confirmed too: nobody stays locked out of an account that a stranger made with their address.
 * @throws AppError `unprocessable` for the password; `not_found` for a link that was used or is too old
 */
export async function resetPassword(deps: Deps, o: { token: string; newPassword: string }): Promise<void> {
  rejectBadPassword(o.newPassword)
  const now = deps.now()
  // Hashing is dear on purpose: nobody gets it for a link that is none.
  if (!(await isTokenValid(deps.db, { purpose: 'reset_password', token: o.token, now }))) throw linkExpiredError()
  const hash = await hashPassword(o.newPassword)
  await transaction(deps.db, async (tx) => {
    const taken = await consumeToken(tx, { purpose: 'reset_password', token: o.token, now })
    const user = taken && (await activeUser(tx, { email: taken.email }))
    // An address that changed since does not own the account any more.
    if (taken === undefined || user?.id !== taken.userId) throw linkExpiredError()
    rejectBadPassword(o.newPassword, user.email)
    await storePassword(tx, { identityId: deps.newId(), userId: user.id, hash })
    await tx.$client.query('update users set email_verified = true, updated_at = now() where id = $1', [user.id])
    await endSessions(tx, user.id)
    await deleteTokens(tx, user.id, ['reset_password', 'change_email', 'verify_email'])
    await deps.mail.send(tx, passwordChangedMail({ to: user.email }))
  })
}

/**
 * Changes the password and ends the other sessions.
 * @throws AppError `forbidden` when the current one is wrong or there is none; `unprocessable` for the new one
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
    // A reset or another change that came in since it was read wins: this one is proved with a password that is gone.
    const { rowCount } = await tx.$client.query(
      `update identities set password = $3, updated_at = now()
       where user_id = $1 and provider_id = 'credential' and password = $2`,
      [caller.userId, before, hash],
    )
    if (rowCount === 0) throw new AppError('conflict', 'Your password has just changed. Log in with the new one.')
    await endOtherSessions(tx, caller)
    await deleteTokens(tx, caller.userId, ['reset_password', 'change_email'])
    await deps.mail.send(tx, passwordChangedMail({ to: caller.email }))
  })
}

/** What a link says that was used, is over, or was never one. */
export function linkExpiredError(): AppError {
  return new AppError('not_found', 'This link was used already or is too old. Ask for a new one.')
}

function rejectBadPassword(password: string, email?: string): void {
  const problem = newPasswordProblem(password, email)
  if (problem !== null) throw new AppError('unprocessable', problem, { field: 'newPassword' })
}

/** Who signed in with a provider only gets a password beside it. */
async function storePassword(tx: Tx, o: { identityId: string; userId: string; hash: string }): Promise<void> {
  await tx.$client.query(
    `insert into identities (id, user_id, provider_id, account_id, password) values ($1, $2::uuid, 'credential', $2::uuid::text, $3)
     on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()`,
    [o.identityId, o.userId, o.hash],
  )
}
