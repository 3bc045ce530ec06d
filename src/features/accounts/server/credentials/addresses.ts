import { type Queryable, sqlState, type Tx, transaction } from '#platform/server/db.ts'
import { liftBounce } from '#platform/server/mail.ts'
import { execute } from '#platform/server/rows.ts'
import type { Caller } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { activeUser, isTaken, lockUser } from '../accounts.ts'
import type { AuthDeps } from '../deps.ts'
import { requireFreeAddresses } from '../domain-providers/lead-to-provider.ts'
import { requireReauthentication } from '../reauthentication.ts'
import { confirmEmailMail, emailChangeRequestedMail, emailChangedMail, verifyMail } from '../mails.ts'
import { linkExpiredError } from './passwords.ts'
import { lockSession } from '../sessions.ts'
import { deleteTokens, issueToken, consumeToken } from '../tokens.ts'

type Deps = Pick<AuthDeps, 'db' | 'mail' | 'now' | 'publicUrl'>
type ChangeDeps = Deps & Pick<AuthDeps, 'addressProblem' | 'domainProviders'>

const UNIQUE_VIOLATION = '23505'

/** Mails a confirmation link to the user; does nothing if the address is confirmed. */
export async function sendVerificationMail(tx: Tx, deps: Omit<Deps, 'db'>, userId: string): Promise<void> {
  const user = await activeUser(tx, { id: userId })
  if (user === undefined || user.emailVerified) return
  const token = await issueToken(tx, { purpose: 'verify_email', userId, email: user.email, now: deps.now() })
  await deps.mail.send(tx, verifyMail({ to: user.email, url: linkTo(deps, '/verify-email', token) }))
}

/** Mails a confirmation link by address; does nothing without an unconfirmed account. */
export async function sendVerification(deps: Deps, email: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const user = await activeUser(tx, { email })
    if (user !== undefined) await sendVerificationMail(tx, deps, user.id)
  })
}

/** Confirms the address a link was sent to. @throws AppError `not_found` if the link is used or expired */
export async function verifyEmail(deps: Deps, token: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const consumed = await consumeToken(tx, { purpose: 'verify_email', token, now: deps.now() })
    if (consumed === undefined) throw linkExpiredError()
    const changed = await execute(
      tx,
      `update users set email_verified = true, updated_at = now() where id = $1 and email = $2 and deleted_at is null`,
      [consumed.userId, consumed.email],
    )
    if (changed === 0) throw linkExpiredError()
    await deleteTokens(tx, consumed.userId, ['verify_email'])
    await liftBounce(tx, consumed.email)
  })
}

/**
 * Starts a change of address: mails a confirmation link to the new address and a notice to the old one.
 * @throws AppError `forbidden` without reauthentication; `conflict` 'User already exists'; `unprocessable` for the
 *   current address, and for one that no account can get
 */
export async function requestEmailChange(
  deps: ChangeDeps,
  caller: Caller,
  o: { newEmail: string; password: string | undefined },
): Promise<void> {
  const now = deps.now()
  await requireReauthentication(deps.db, { caller, password: o.password, field: 'password', now })
  await transaction(deps.db, async (tx) => {
    const user = await lockUser(tx, caller.userId)
    if (user === undefined) throw new AppError('unauthorized', 'No user logged in')
    await lockSession(tx, caller)
    if (user.email === o.newEmail) {
      throw new AppError('unprocessable', 'This is already your address.', { field: 'newEmail' })
    }
    // Before anything is said about the accounts of others.
    await requireAllowed(tx, deps, { email: o.newEmail, field: 'newEmail' })
    await requireFreeAddresses(deps, tx, { emails: [user.email, o.newEmail], field: 'newEmail' })
    if (await isTaken(tx, o.newEmail)) throw addressTakenError()
    await deleteTokens(tx, user.id, ['change_email'])
    const token = await issueToken(tx, { purpose: 'change_email', userId: user.id, email: o.newEmail, now })
    await deps.mail.send(tx, confirmEmailMail({ to: o.newEmail, url: linkTo(deps, '/confirm-email', token) }))
    await deps.mail.send(tx, emailChangeRequestedMail({ to: user.email, newEmail: o.newEmail }))
  })
}

/**
 * Completes a change of address: the new one counts as confirmed, and links sent to the old one stop working.
 * @throws AppError `not_found` if the link is used or expired; `conflict` if the address has been taken since;
 *   `unprocessable` if no account can get it now: the account keeps its address
 */
export async function confirmEmailChange(deps: ChangeDeps, token: string): Promise<void> {
  try {
    await transaction(deps.db, async (tx) => {
      const change = await consumeToken(tx, { purpose: 'change_email', token, now: deps.now() })
      const user = change && (await activeUser(tx, { id: change.userId }))
      if (change === undefined || user === undefined) throw linkExpiredError()
      await requireAllowed(tx, deps, { email: change.email, field: 'newEmail' })
      await requireFreeAddresses(deps, tx, { emails: [user.email, change.email], field: 'newEmail' })
      await execute(tx, 'update users set email = $2, email_verified = true, updated_at = now() where id = $1', [
        user.id,
        change.email,
      ])
      await deleteTokens(tx, user.id, ['change_email', 'verify_email', 'reset_password'])
      await liftBounce(tx, change.email)
      await deps.mail.send(tx, emailChangedMail({ to: user.email, newEmail: change.email }))
    })
  } catch (error) {
    throw sqlState(error) === UNIQUE_VIOLATION ? addressTakenError() : error
  }
}

/** @throws AppError `unprocessable` if no account can get this address */
async function requireAllowed(
  q: Queryable,
  { addressProblem }: Pick<AuthDeps, 'addressProblem'>,
  { email, field }: { email: string; field: string },
): Promise<void> {
  const problem = await addressProblem(q, email)
  if (problem !== undefined) throw new AppError('unprocessable', problem, { field })
}

function addressTakenError(): AppError {
  return new AppError('conflict', 'User already exists', { field: 'newEmail' })
}

function linkTo({ publicUrl }: Pick<AuthDeps, 'publicUrl'>, path: string, token: string): string {
  const url = new URL(path, publicUrl)
  url.searchParams.set('token', token)
  return url.href
}
