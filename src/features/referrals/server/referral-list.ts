import { z } from 'zod'
import { CURRENCY } from '#features/billing/model/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import { findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { DELETED_PERSON, maskPerson, Referral } from '../model/index.ts'

/** The filter of referrals; `month` as `2026-11`, `after` the last id of the previous page. */
export type ReferralFilter = {
  readonly status?: 'pending' | 'converted' | undefined
  readonly userType?: 'free' | 'paid' | undefined
  readonly month?: string | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

type Row = z.infer<typeof Row>
const Row = Referral.omit({ person: true, signupDate: true }).extend({
  displayName: z.string(),
  email: z.string(),
  isDeleted: z.boolean(),
  createdAt: z.date(),
  lastUpdated: z.date(),
  conversionDate: z.date().nullable(),
})

/** Money and person are only loaded for the rows of the page. */
const SELECT = `select r.id, r.status, r.user_type, r.created_at,
  r.referral_code, r.referral_username, r.updated_at as last_updated,
  r.conversion_date, u.display_name, u.email, u.deleted_at is not null as is_deleted,
  m.purchases, m.total as total_commission
  from referrals r join users u on u.id = r.user_id
  cross join lateral (
    select count(*) filter (where kind = 'sale')::int as purchases,
      coalesce(sum(amount - reversed) filter (where currency = '${CURRENCY}'), 0)::float8 as total
    from commissions where referral_id = r.id) m`

/** An affiliate's counted referrals, newest first. @throws AppError `unprocessable` for a malformed cursor */
export async function listReferrals(db: Queryable, affiliateId: string, o: ReferralFilter): Promise<Referral[]> {
  const after = o.cursor === undefined ? undefined : readCursor(o.cursor)
  const { condition, values } = conditionOf(affiliateId, o)
  const rows = await queryRows(
    db,
    Row,
    `${SELECT} where ${condition} and ($5::timestamptz is null or (r.created_at, r.id) < ($5::timestamptz, $6::uuid))
     order by r.created_at desc, r.id desc limit $7`,
    [...values, after?.createdAt ?? null, after?.id ?? null, o.limit],
  )
  return rows.map(referralOf)
}

const TotalRow = z.object({ total: z.number() })

/** The number of matching referrals on all pages. */
export async function countReferrals(db: Queryable, affiliateId: string, o: ReferralFilter): Promise<number> {
  const { condition, values } = conditionOf(affiliateId, o)
  const row = await findRow(db, TotalRow, `select count(*)::int as total from referrals r where ${condition}`, values)
  return row?.total ?? 0
}

/** An affiliate's own referral. @throws AppError `not_found`, 'Referral not found', also for another's */
export async function findReferral(db: Queryable, affiliateId: string, id: string): Promise<Referral> {
  const row = await findRow(db, Row, `${SELECT} where r.affiliate_id = $1 and r.id = $2 and r.counted_at is not null`, [
    affiliateId,
    id,
  ])
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
