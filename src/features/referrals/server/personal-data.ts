import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'
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
import { payoutSettingsOf } from './payouts/payout-settings.ts'
import { linesOf, listPayouts } from './payouts/payout-views.ts'
import { referralInfoOf } from './referral-info.ts'
import { cursorOf, listReferrals } from './referral-list.ts'

/** A commission in the data export. Amounts in minor units. */
type CommissionRecord = Readonly<z.infer<typeof CommissionRecord>>
const CommissionRecord = z.object({
  referralId: z.string(),
  kind: z.enum(['sale', 'clawback']),
  productName: z.string(),
  currency: z.string(),
  base: z.number(),
  bps: z.number(),
  amount: z.number(),
  takenBack: z.number(),
  state: z.string(),
  reason: z.string().nullable(),
  purchasedAt: z.date(),
  approvedAt: z.date().nullable(),
  paidAt: z.date().nullable(),
})

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
  return queryRows(
    db,
    CommissionRecord,
    `select referral_id, kind, product_name, currency, base, bps, amount,
       (select coalesce(sum(amount), 0)::int from commission_reversals where commission_id = c.id) as taken_back,
       state, reason, purchased_at, approved_at, paid_at
     from commissions c where affiliate_id = $1 order by purchased_at, id`,
    [userId],
  )
}
