import type { Queryable } from '#platform/server/db.ts'
import { publicIdOf } from './affiliates.ts'
import type { ReferralInfo } from '../model/index.ts'

type Row = Omit<ReferralInfo, 'referredAt' | 'conversionDate' | 'status' | 'lastPurchase'> & {
  referredAt: Date
  conversionDate: Date | null
}

/** A user's referrer, as the user sees them (spec §3, `referral_info/details`); null if there is none. */
export async function referralInfoOf(db: Queryable, userId: string): Promise<ReferralInfo | null> {
  const { rows } = await db.$client.query<Row>(
    `select ${publicIdOf('r.affiliate_id')} as "affiliateId", r.referral_code as "referralCode",
       r.referral_username as "referralUsername", coalesce(u.display_name, '') as "affiliateName",
       r.created_at as "referredAt", r.user_type as "userType", r.conversion_date as "conversionDate"
     from referrals r left join users u on u.id = r.affiliate_id where r.user_id = $1`,
    [userId],
  )
  const [row] = rows
  if (row === undefined) return null
  return {
    ...row,
    status: 'active',
    referredAt: row.referredAt.toISOString(),
    conversionDate: row.conversionDate?.toISOString() ?? null,
    lastPurchase: await lastPurchaseOf(db, userId),
  }
}

async function lastPurchaseOf(db: Queryable, userId: string): Promise<ReferralInfo['lastPurchase']> {
  const { rows } = await db.$client.query<{
    date: Date
    amount: number
    currency: string
    productName: string
    commission: number
  }>(
    `select i.purchased_at as date, i.net as amount, i.currency, i.product_name as "productName",
       coalesce(c.amount, 0) as commission
     from referrals r join commission_invoices i on i.referral_id = r.id and i.is_paid and i.net > 0
     left join commissions c on c.provider = i.provider and c.invoice_id = i.invoice_id and c.kind = 'sale'
     where r.user_id = $1 order by i.purchased_at desc, i.invoice_id desc limit 1`,
    [userId],
  )
  const [row] = rows
  return row === undefined ? null : { ...row, date: row.date.toISOString() }
}
