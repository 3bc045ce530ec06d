import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { findRow } from '#platform/server/rows.ts'
import { publicIdOf } from './affiliates.ts'
import { ReferralInfo } from '../model/index.ts'

const Row = ReferralInfo.omit({ status: true, lastPurchase: true }).extend({
  referredAt: z.date(),
  conversionDate: z.date().nullable(),
})

/** A user's referrer, as the user sees them (spec §3, `referral_info/details`); null if there is none. */
export async function referralInfoOf(db: Queryable, userId: string): Promise<ReferralInfo | null> {
  const row = await findRow(
    db,
    Row,
    `select ${publicIdOf('r.affiliate_id')} as affiliate_id, r.referral_code,
       r.referral_username, coalesce(u.display_name, '') as affiliate_name,
       r.created_at as referred_at, r.user_type, r.conversion_date
     from referrals r left join users u on u.id = r.affiliate_id where r.user_id = $1`,
    [userId],
  )
  if (row === undefined) return null
  return {
    ...row,
    status: 'active',
    referredAt: row.referredAt.toISOString(),
    conversionDate: row.conversionDate?.toISOString() ?? null,
    lastPurchase: await lastPurchaseOf(db, userId),
  }
}

const PurchaseRow = z.object({
  date: z.date(),
  amount: z.number(),
  currency: z.string(),
  productName: z.string(),
  commission: z.number(),
})

async function lastPurchaseOf(db: Queryable, userId: string): Promise<ReferralInfo['lastPurchase']> {
  const row = await findRow(
    db,
    PurchaseRow,
    `select i.purchased_at as date, i.net as amount, i.currency, i.product_name,
       coalesce(c.amount, 0) as commission
     from referrals r join commission_invoices i on i.referral_id = r.id and i.is_paid and i.net > 0
     left join commissions c on c.provider = i.provider and c.invoice_id = i.invoice_id and c.kind = 'sale'
     where r.user_id = $1 order by i.purchased_at desc, i.invoice_id desc limit 1`,
    [userId],
  )
  return row === undefined ? null : { ...row, date: row.date.toISOString() }
}
