import type { Queryable } from '#platform/server/db.ts'
import type {
  Affiliate,
  Application,
  Payout,
  PayoutSettings,
  Referral,
  ReferralInfo,
  Statement,
} from '../model/index.ts'
import { affiliateOf } from './affiliates.ts'
import { applicationOf } from './applications.ts'
import { payoutSettingsOf } from './payout-settings.ts'
import { linesOf, listPayouts } from './payout-views.ts'
import { referralInfoOf } from './referral-info.ts'
import { cursorOf, listReferrals } from './referral-list.ts'

/** A commission in the data export. Amounts in minor units. */
type CommissionRecord = {
  readonly referralId: string
  readonly kind: 'sale' | 'clawback'
  readonly productName: string
  readonly currency: string
  readonly base: number
  readonly bps: number
  readonly amount: number
  readonly takenBack: number
  readonly state: string
  readonly reason: string | null
  readonly purchasedAt: Date
  readonly approvedAt: Date | null
  readonly paidAt: Date | null
}

/** Data export of the affiliate programme. */
export type ReferralsData = {
  /** The user's referrer; null if there is none. */
  readonly referredBy: ReferralInfo | null
  readonly application: Application | null
  readonly record: Affiliate | null
  /** The people they referred, masked. */
  readonly referrals: readonly Referral[]
  readonly commissions: readonly CommissionRecord[]
  readonly payoutSettings: PayoutSettings | null
  readonly payouts: readonly (Payout & Pick<Statement, 'lines'>)[]
}

/** All data of a user as an affiliate and as a referred person; of others only what they see. */
export async function referralsDataOf(db: Queryable, userId: string, now: Date): Promise<ReferralsData> {
  const payouts = []
  for (const payout of await listPayouts(db, userId)) payouts.push({ ...payout, lines: await linesOf(db, payout.id) })
  return {
    referredBy: await referralInfoOf(db, userId),
    application: await applicationOf(db, userId),
    record: await affiliateOf(db, userId),
    referrals: await everyReferral(db, userId),
    commissions: await everyCommission(db, userId),
    payoutSettings: await payoutSettingsOf(db, userId, now),
    payouts,
  }
}

const PAGE = 1_000

async function everyReferral(db: Queryable, userId: string): Promise<Referral[]> {
  const referrals: Referral[] = []
  for (;;) {
    const last = referrals.at(-1)
    const cursor = last === undefined ? undefined : cursorOf(last)
    const page = await listReferrals(db, userId, { limit: PAGE, cursor })
    referrals.push(...page)
    if (page.length < PAGE) return referrals
  }
}

async function everyCommission(db: Queryable, userId: string): Promise<CommissionRecord[]> {
  const { rows } = await db.$client.query<CommissionRecord>(
    `select referral_id as "referralId", kind, product_name as "productName", currency, base, bps, amount,
       (select coalesce(sum(amount), 0)::int from commission_reversals where commission_id = c.id) as "takenBack",
       state, reason, purchased_at as "purchasedAt", approved_at as "approvedAt", paid_at as "paidAt"
     from commissions c where affiliate_id = $1 order by purchased_at, id`,
    [userId],
  )
  return rows
}
