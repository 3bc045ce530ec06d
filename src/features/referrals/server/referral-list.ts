import { CURRENCY } from '#features/billing/model/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { DELETED_PERSON, maskPerson, type Referral } from '../model/index.ts'

/** The filter of referrals; `month` as `2026-11`, `after` the last id of the previous page. */
export type ReferralFilter = {
  readonly status?: 'pending' | 'converted' | undefined
  readonly userType?: 'free' | 'paid' | undefined
  readonly month?: string | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

type Row = Omit<Referral, 'person' | 'createdAt' | 'signupDate' | 'lastUpdated' | 'conversionDate'> & {
  displayName: string
  email: string
  isDeleted: boolean
  createdAt: Date
  lastUpdated: Date
  conversionDate: Date | null
}

/** Money and person are only loaded for the rows of the page. */
const SELECT = `select r.id, r.status, r.user_type as "userType", r.created_at as "createdAt",
  r.referral_code as "referralCode", r.referral_username as "referralUsername", r.updated_at as "lastUpdated",
  r.conversion_date as "conversionDate", u.display_name as "displayName", u.email, u.deleted_at is not null as "isDeleted",
  m.purchases, m.total as "totalCommission"
  from referrals r join users u on u.id = r.user_id
  cross join lateral (
    select count(*) filter (where kind = 'sale')::int as purchases,
      coalesce(sum(amount - reversed) filter (where currency = '${CURRENCY}'), 0)::float8 as total
    from commissions where referral_id = r.id) m`

/** An affiliate's counted referrals, newest first. @throws AppError `unprocessable` for a malformed cursor */
export async function listReferrals(db: Queryable, affiliateId: string, o: ReferralFilter): Promise<Referral[]> {
  const after = o.cursor === undefined ? undefined : readCursor(o.cursor)
  const { condition, values } = conditionOf(affiliateId, o)
  const { rows } = await db.$client.query<Row>(
    `${SELECT} where ${condition} and ($5::timestamptz is null or (r.created_at, r.id) < ($5::timestamptz, $6::uuid))
     order by r.created_at desc, r.id desc limit $7`,
    [...values, after?.createdAt ?? null, after?.id ?? null, o.limit],
  )
  return rows.map(referralOf)
}

/** The number of matching referrals on all pages. */
export async function countReferrals(db: Queryable, affiliateId: string, o: ReferralFilter): Promise<number> {
  const { condition, values } = conditionOf(affiliateId, o)
  const { rows } = await db.$client.query<{ total: number }>(
    `select count(*)::int as total from referrals r where ${condition}`,
    values,
  )
  return rows[0]?.total ?? 0
}

/** An affiliate's own referral. @throws AppError `not_found`, 'Referral not found', also for another's */
export async function findReferral(db: Queryable, affiliateId: string, id: string): Promise<Referral> {
  const { rows } = await db.$client.query<Row>(
    `${SELECT} where r.affiliate_id = $1 and r.id = $2 and r.counted_at is not null`,
    [affiliateId, id],
  )
  const [row] = rows
  if (row === undefined) throw new AppError('not_found', 'Referral not found')
  return referralOf(row)
}

/** The cursor after a row; exact to the millisecond, like the rows. */
export function cursorOf({ createdAt, id }: Pick<Referral, 'createdAt' | 'id'>): string {
  return `${createdAt}_${id}`
}

function readCursor(cursor: string): { createdAt: string; id: string } {
  const [, createdAt, id] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_([0-9a-f-]{36})$/.exec(cursor) ?? []
  if (createdAt === undefined || id === undefined || Number.isNaN(Date.parse(createdAt))) {
    throw new AppError('unprocessable', 'This cursor is invalid.')
  }
  return { createdAt, id }
}

function conditionOf(affiliateId: string, { status, userType, month }: ReferralFilter) {
  const condition = `r.affiliate_id = $1 and r.counted_at is not null and ($2::text is null or r.status = $2)
    and ($3::text is null or r.user_type = $3) and ($4::integer is null or r.created_month = $4)`
  return { condition, values: [affiliateId, status ?? null, userType ?? null, monthNumber(month)] }
}

/** The number of a month as stored: year * 12 + month, January being 0. */
function monthNumber(name: string | undefined): number | null {
  const [year, month] = (name ?? '').split('-').map(Number)
  return year === undefined || month === undefined ? null : year * 12 + month - 1
}

function referralOf({ displayName, email, isDeleted, createdAt, lastUpdated, conversionDate, ...row }: Row): Referral {
  return {
    ...row,
    person: isDeleted ? DELETED_PERSON : maskPerson({ displayName, email }),
    createdAt: createdAt.toISOString(),
    signupDate: createdAt.toISOString(),
    lastUpdated: lastUpdated.toISOString(),
    conversionDate: conversionDate?.toISOString() ?? null,
  }
}
