import { type Tx, transaction } from '#platform/server/db.ts'
import { liftSuppression } from '#platform/server/mail.ts'
import { execute } from '#platform/server/rows.ts'
import type { Caller } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type ActiveUser, lockUser } from './accounts.ts'
import type { AccountsDeps } from './deps.ts'
import { ERASE_PHOTOS } from './photos/erase-photos-job.ts'
import { requireReauthentication } from './reauthentication.ts'
import { accountDeletedMail } from './mails.ts'
import { lockSession } from './sessions.ts'

type Deps = Pick<AccountsDeps, 'db' | 'jobs' | 'mail' | 'now' | 'onUserDeleted'>

/**
 * Deletes the caller's account (product §6) in one transaction: sessions and identities at once, other features' data
 * through `onUserDeleted`, videos and files by jobs. The user row stays without name and address, because money rows reference it;
 * the address can be used for a new account.
 * @throws AppError `forbidden` without reauthentication; `unprocessable` if `confirm` is not the address
 */
export async function deleteAccount(
  deps: Deps,
  caller: Caller,
  o: { password: string | undefined; confirm: string },
): Promise<void> {
  if (o.confirm !== caller.email) {
    const message = 'Type the e-mail address of this account to delete it.'
    throw new AppError('unprocessable', message, { field: 'confirm' })
  }
  const now = deps.now()
  await requireReauthentication(deps.db, { caller, password: o.password, field: 'password', now, always: true })
  await transaction(deps.db, async (tx) => {
    const { userId } = caller
    const user = await lockUser(tx, userId)
    // A concurrent deletion or change of address has removed the account that was confirmed.
    if (user?.email !== caller.email) throw new AppError('unauthorized', 'No user logged in')
    await lockSession(tx, caller)
    await eraseUser(tx, deps, user)
  })
}

/** Erases a locked account in the caller's transaction, and mails its last address unless mails to it are stopped. */
export async function eraseUser(
  tx: Tx,
  deps: Omit<Deps, 'db'>,
  { id: userId, email }: Pick<ActiveUser, 'id' | 'email'>,
): Promise<void> {
  const now = deps.now()
  // Nothing remains about the address, and no last mail returns to report it again.
  const isStopped = (await liftSuppression(tx, { address: email })) !== undefined
  if (!isStopped) await deps.mail.send(tx, accountDeletedMail({ to: email }))
  // Delete the sessions before the data of other features: this waits for requests that hold a session and are
  // saving, and then deletes what they saved.
  for (const table of ['sessions', 'identities', 'account_tokens', 'second_factors', 'passkeys', 'mail_opt_outs']) {
    await execute(tx, `delete from ${table} where user_id = $1`, [userId])
  }
  await deps.onUserDeleted(tx, { userId })
  await deps.jobs.enqueue(tx, ERASE_PHOTOS, { userId }, { ownerId: userId, subjectId: userId })
  // The jobs that erase a suspended user's files must not wait.
  await deps.jobs.resume(tx, userId)
  await execute(
    tx,
    `update users set email = 'deleted-' || id || '@deleted.invalid', email_verified = false, display_name = '',
       photo = null, preferences = '{}', two_factor_enabled = false, suspended_at = null, deleted_at = $2, updated_at = $2
     where id = $1`,
    [userId, now],
  )
}
