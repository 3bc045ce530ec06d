import { transaction } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { lockUser } from './accounts.ts'
import type { AccountsDeps } from './deps.ts'
import { ERASE_PHOTOS } from './erase-photos-job.ts'
import { requireReauthentication } from './reauthentication.ts'
import { accountDeletedMail } from './mails.ts'
import { lockSession } from './sessions.ts'

type Deps = Pick<AccountsDeps, 'db' | 'jobs' | 'mail' | 'now' | 'onUserDeleted'>

/**
 * Deletes the caller's account (product §6), in one transaction: sessions and identities are gone, what other
 * features keep goes through `onUserDeleted`, files by jobs. The row of the user stays without a name or an address,
 * because money rows point at it; the address is free for a new account.
 * @throws AppError `forbidden` without proof of who asks; `unprocessable` when `confirm` is not the address
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
    // Asked twice at once, or the address changed meanwhile: what was confirmed is not there any more.
    if (user?.email !== caller.email) throw new AppError('unauthorized', 'No user logged in')
    await lockSession(tx, caller)
    await deps.mail.send(tx, accountDeletedMail({ to: user.email }))
    // Before what others keep: whoever holds a session to save something is waited for, and what they saved goes too.
    for (const table of ['sessions', 'identities', 'account_tokens']) {
      await tx.$client.query(`delete from ${table} where user_id = $1`, [userId])
    }
    await deps.onUserDeleted(tx, { userId })
    await deps.jobs.enqueue(tx, ERASE_PHOTOS, { userId }, { ownerId: userId, subjectId: userId })
    await tx.$client.query(
      `update users set email = 'deleted-' || id || '@deleted.invalid', email_verified = false, display_name = '',
         photo = null, preferences = '{}', deleted_at = $2, updated_at = $2
       where id = $1`,
      [userId, now],
    )
  })
}
