import { transaction } from '#platform/server/db.ts'
import { monthOf } from '../model/index.ts'
import { approveDue } from './commission-states.ts'
import type { ReferralsDeps } from './deps.ts'
import { firstReferralMail } from './mails.ts'
import { preparePayouts } from './prepare-payouts.ts'

/** The day of the month from which on the batch of payouts is prepared, in UTC. */
const PAYOUT_DAY = 1

/**
 * What the programme does now and then, safe in several workers at once: approves commissions whose refund window is
 * over, tells of first referrals, and on the first of each month prepares the payouts.
 */
export async function referralsUpkeep(
  deps: Omit<ReferralsDeps, 'count' | 'requireProof' | 'wasSeenAt'>,
): Promise<void> {
  const now = deps.now()
  await approveDue(deps.db, now)
  await tellFirstReferrals(deps, now)
  if (now.getUTCDate() === PAYOUT_DAY) await preparePayouts(deps, monthOf(now))
}

async function tellFirstReferrals(
  deps: Pick<ReferralsDeps, 'db' | 'mail' | 'emailOf' | 'publicUrl'>,
  now: Date,
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const { rows } = await tx.$client.query<{ id: string }>(
      `update affiliates set first_referral_told_at = $1 where user_id in (
         select user_id from affiliates a where first_referral_told_at is null and state = 'active'
           and exists (select 1 from referrals where affiliate_id = a.user_id and counted_at is not null)
         limit 100 for update skip locked)
       returning user_id as id`,
      [now],
    )
    for (const { id } of rows) {
      const to = await deps.emailOf(tx, id)
      if (to !== undefined) await deps.mail.send(tx, firstReferralMail({ to, publicUrl: deps.publicUrl }))
    }
  })
}
