import { z } from 'zod'
import { CURRENCY } from '#features/billing/model/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  type Balance,
  CommissionState,
  conversionRateOf,
  type Dashboard,
  growthOf,
  type Month,
  monthOf,
  monthStart,
  type ReferralStats,
  RECENT_REFERRALS,
} from '../model/index.ts'
import { nextPayoutOf } from './payouts/payout-settings.ts'
import { listReferrals } from './referral-list.ts'

/**
 * The data of the dashboard, computed from the rows. Only monthly sums are precomputed, by the database in the
 * transaction of each entry, so that they cannot drift.
 * @throws AppError `not_found`, 'Affiliate not found', for other users
 */
export async function dashboardOf(db: Queryable, affiliateId: string, now: Date): Promise<Dashboard> {
  await requireAffiliate(db, affiliateId)
  const [people, money, visits, waiting, recent] = await Promise.all([
    referralMonths(db, affiliateId),
    moneyOf(db, affiliateId),
    clicksOf(db, affiliateId, now),
    countWaiting(db, affiliateId),
    listReferrals(db, affiliateId, { limit: RECENT_REFERRALS }),
  ])
  const balance = money.balances.find(({ currency }) => currency === CURRENCY) ?? emptyBalance(CURRENCY)
  const stats = statsOf({ people, commissions: money.months, totalCommission: balance.total, now })
  const [thisName, lastName] = [monthOf(now), monthOf(monthStart(now, -1))]
  const [thisMonth, lastMonth] = [stats.monthly[thisName] ?? NOTHING, stats.monthly[lastName] ?? NOTHING]
  return {
    currency: CURRENCY,
    stats,
    referrals: { total: stats.totalReferrals, free: stats.freeUsers, paid: stats.paidUsers },
    earnings: { total: balance.total, pending: balance.total - balance.paid, paid: balance.paid },
    lastReferralDate: recent.at(0)?.createdAt ?? null,
    lastCommissionDate: await lastCommissionOf(db, affiliateId),
    balances: money.balances,
    thisMonth: { name: thisName, ...thisMonth, clicks: visits.thisMonth },
    lastMonth: { name: lastName, ...lastMonth, clicks: visits.lastMonth },
    growth: {
      referrals: growthOf(thisMonth.total, lastMonth.total),
      conversions: growthOf(thisMonth.conversions, lastMonth.conversions),
      earnings: growthOf(thisMonth.commission, lastMonth.commission),
    },
    clicks: visits.total,
    waiting,
    recent,
    nextPayout: await nextPayoutOf(db, affiliateId, { balance, now }),
  }
}

/** @throws AppError `not_found`, 'Affiliate not found' (spec §8) */
export async function requireAffiliate(db: Queryable, userId: string): Promise<void> {
  const found = await execute(db, "select 1 from affiliates where user_id = $1 and state <> 'closed'", [userId])
  if (found === 0) throw new AppError('not_found', 'Affiliate not found')
}

const NOTHING: Month = { total: 0, free: 0, paid: 0, conversions: 0, commission: 0 }

type People = Readonly<z.infer<typeof People>>
const People = z.object({
  month: z.number(),
  userType: z.enum(['free', 'paid']),
  converted: z.number().nullable(),
  people: z.number(),
})

async function referralMonths(db: Queryable, affiliateId: string): Promise<People[]> {
  return queryRows(
    db,
    People,
    `select created_month as month, user_type, conversion_month as converted, count(*)::int as people
     from referrals where affiliate_id = $1 and counted_at is not null group by 1, 2, 3`,
    [affiliateId],
  )
}

const PeopleRow = z.object({ people: z.number() })

/** Counts people who signed up but have yet to confirm their address. */
async function countWaiting(db: Queryable, affiliateId: string): Promise<number> {
  const row = await findRow(
    db,
    PeopleRow,
    `select count(*)::int as people from referrals r join users u on u.id = r.user_id
     where r.affiliate_id = $1 and r.counted_at is null and u.deleted_at is null`,
    [affiliateId],
  )
  return row?.people ?? 0
}

const Sum = z.object({
  currency: z.string(),
  month: z.number(),
  state: CommissionState,
  sales: z.number(),
  net: z.number(),
})

const ReversedRow = z.object({ currency: z.string(), month: z.number(), amount: z.number() })

/** Balances by currency, and each month's commission in the programme's currency less reversals. */
async function moneyOf(db: Queryable, affiliateId: string) {
  const [sums, reversals] = await Promise.all([
    queryRows(
      db,
      Sum,
      `select currency, month, state, sales::float8 as sales, net::float8 as net
       from commission_sums where affiliate_id = $1 and (sales <> 0 or net <> 0)`,
      [affiliateId],
    ),
    queryRows(
      db,
      ReversedRow,
      `select currency, month, sum(amount)::float8 as amount
       from commission_reversals where affiliate_id = $1 group by currency, month`,
      [affiliateId],
    ),
  ])
  const balances = new Map<string, Balance>()
  const months = new Map<number, number>()
  for (const { currency, month, state, sales, net } of sums) {
    const balance = balances.get(currency) ?? emptyBalance(currency)
    balances.set(currency, {
      ...balance,
      total: balance.total + net,
      // A refunded or rejected commission has nothing left.
      ...(state !== 'refunded' && state !== 'rejected' && { [state]: balance[state] + net }),
    })
    if (currency === CURRENCY) months.set(month, (months.get(month) ?? 0) + sales)
  }
  for (const { currency, month, amount } of reversals) {
    if (currency === CURRENCY) months.set(month, (months.get(month) ?? 0) - amount)
  }
  return { balances: [...balances.values()], months }
}

function emptyBalance(currency: string): Balance {
  return { currency, total: 0, pending: 0, hold: 0, approved: 0, paid: 0 }
}

/** The subdocument `stats/referrals` (spec §3). */
function statsOf(o: {
  people: readonly People[]
  commissions: ReadonlyMap<number, number>
  totalCommission: number
  now: Date
}): ReferralStats {
  const months = new Map<string, Month>()
  const add = (month: number, more: Partial<Month>): void => {
    const name = nameOf(month)
    const before = months.get(name) ?? NOTHING
    months.set(name, {
      total: before.total + (more.total ?? 0),
      free: before.free + (more.free ?? 0),
      paid: before.paid + (more.paid ?? 0),
      conversions: before.conversions + (more.conversions ?? 0),
      commission: before.commission + (more.commission ?? 0),
    })
  }
  const current = o.now.getUTCFullYear() * 12 + o.now.getUTCMonth()
  for (const month of [current, current - 1]) add(month, {})
  for (const { month, userType, converted, people } of o.people) {
    add(month, { total: people, [userType]: people })
    if (converted !== null) add(converted, { conversions: people })
  }
  for (const [month, commission] of o.commissions) add(month, { commission })
  const sum = (key: keyof Month): number => [...months.values()].reduce((total, month) => total + month[key], 0)
  const [total, paid] = [sum('total'), sum('paid')]
  return {
    totalReferrals: total,
    freeUsers: sum('free'),
    paidUsers: paid,
    conversions: sum('conversions'),
    conversionRate: conversionRateOf({ total, paid }),
    totalCommission: o.totalCommission,
    lastUpdated: o.now.toISOString(),
    monthly: Object.fromEntries([...months].toSorted(([a], [b]) => a.localeCompare(b))),
  }
}

/** The name of a month number (year * 12 + month): `2026-11`. */
function nameOf(month: number): string {
  return monthOf(new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)))
}

const ClicksRow = z.object({ total: z.number(), thisMonth: z.number(), lastMonth: z.number() })

async function clicksOf(db: Queryable, affiliateId: string, now: Date) {
  const row = await findRow(
    db,
    ClicksRow,
    `select count(*)::int as total, count(*) filter (where clicked_at >= $2)::int as this_month,
       count(*) filter (where clicked_at >= $3 and clicked_at < $2)::int as last_month
     from affiliate_clicks where affiliate_id = $1`,
    [affiliateId, monthStart(now), monthStart(now, -1)],
  )
  return row ?? { total: 0, thisMonth: 0, lastMonth: 0 }
}

const AtRow = z.object({ at: z.date() })

async function lastCommissionOf(db: Queryable, affiliateId: string): Promise<string | null> {
  const row = await findRow(
    db,
    AtRow,
    `select purchased_at as at from commissions where affiliate_id = $1 and kind = 'sale'
     order by purchased_at desc limit 1`,
    [affiliateId],
  )
  return row?.at.toISOString() ?? null
}
