import type { Queryable } from '#platform/server/db.ts'
import type { ReferralInfo } from '../model/index.ts'

type Row = Omit<ReferralInfo, 'referredAt' | 'conversionDate' | 'status'> & {
  referredAt: Date
  conversionDate: Date | null
}

/** Who referred a user, as that user may know it (spec §3, `referral_info/details`); null when nobody did. */
export async function referralInfoOf(db: Queryable, userId: string): Promise<ReferralInfo | null> {
  const { rows } = await db.$client.query<Row>(
    `select r.referral_code as "referralCode", r.referral_username as "referralUsername",
       coalesce(u.display_name, '') as "affiliateName", r.created_at as "referredAt", r.user_type as "userType",
       r.conversion_date as "conversionDate"
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
  }
}
