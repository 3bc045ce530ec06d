import { transaction } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { findSuppression, liftSuppression } from '#platform/server/mail.ts'
import { enforceRateLimit } from '#platform/server/rate-limit.ts'
import { AppError } from '#platform/shared/errors.ts'
import { lockUser } from '../accounts.ts'
import { sendVerificationMail } from '../credentials/addresses.ts'
import type { AuthDeps } from '../deps.ts'
import { mailsAgainMail } from '../mails.ts'
import { rateLimitStorage } from '../rate-limit.ts'

/** Each one is a mail to an address that may not exist. */
const RESUMED = { window: 86_400, max: 3 }

/**
 * Lets mails go to the caller's address again, and sends one: if it comes back, they are stopped again.
 * @throws AppError `too_many_requests`; `forbidden` after a complaint about an address that is not confirmed
 */
export async function resumeMails(
  deps: Pick<AuthDeps, 'db' | 'mail' | 'now' | 'publicUrl'>,
  { userId }: Caller,
): Promise<void> {
  await enforceRateLimit(rateLimitStorage(deps).consume, {
    key: `account|${userId}|resume-mails`,
    limit: RESUMED,
    message: 'You tried this three times today. Change the address, or wait a day.',
  })
  await transaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId)
    if (user === undefined) throw new AppError('unauthorized', 'No user logged in')
    const { email, emailVerified } = user
    const stop = await findSuppression(tx, email)
    if (stop === undefined) return
    if (stop.kind === 'complaint' && !emailVerified)
      throw new AppError('forbidden', 'Somebody at this address wants no mails. Change the address, or contact us.')
    await liftSuppression(tx, { id: stop.id })
    if (emailVerified) await deps.mail.send(tx, mailsAgainMail({ to: email }))
    else await sendVerificationMail(tx, deps, userId)
  })
}
