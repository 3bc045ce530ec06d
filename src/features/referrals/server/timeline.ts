import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'
import { CommissionState, type Purchase, type Timeline, type TimelineEvent } from '../model/index.ts'
import { findReferral } from './referral-list.ts'

type SaleRow = Readonly<z.infer<typeof SaleRow>>
const SaleRow = z.object({
  id: z.string(),
  purchasedAt: z.date(),
  base: z.number(),
  amount: z.number(),
  takenBack: z.number(),
  currency: z.string(),
  productName: z.string(),
  state: CommissionState,
  reason: z.string().nullable(),
  approvesAt: z.date(),
  approvedAt: z.date().nullable(),
  paidAt: z.date().nullable(),
  updatedAt: z.date(),
})

type ReversalRow = Readonly<z.infer<typeof ReversalRow>>
const ReversalRow = z.object({
  at: z.date(),
  amount: z.number(),
  currency: z.string(),
  productName: z.string(),
  reason: z.string(),
})

/**
 * The events of a referral, oldest first, with the approval of pending commissions.
 * @throws AppError `not_found`, 'Referral not found', also for another affiliate's
 */
export async function timelineOf(db: Queryable, affiliateId: string, referralId: string): Promise<Timeline> {
  const referral = await findReferral(db, affiliateId, referralId)
  const [began, sales, reversals] = await Promise.all([
    startOf(db, referralId),
    salesOf(db, referralId),
    reversalsOf(db, referralId),
  ])
  const events = [...began, ...sales.flatMap(eventsOf), ...reversals.map(reversalEvent)]
  return {
    referral,
    purchases: sales.map(purchaseOf),
    // Events of one time keep this order.
    events: events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
  }
}

const StartRow = z.object({ clicked: z.date().nullable(), created: z.date(), counted: z.date().nullable() })

async function startOf(db: Queryable, referralId: string): Promise<TimelineEvent[]> {
  const rows = await queryRows(
    db,
    StartRow,
    'select clicked_at as clicked, created_at as created, counted_at as counted from referrals where id = $1',
    [referralId],
  )
  return rows.flatMap(({ clicked, created, counted }) => [
    ...(clicked === null ? [] : [event('clicked', clicked)]),
    event('signed_up', created),
    ...(counted === null ? [] : [event('verified', counted)]),
  ])
}

async function salesOf(db: Queryable, referralId: string): Promise<SaleRow[]> {
  return queryRows(
    db,
    SaleRow,
    `select id, purchased_at, base, amount, currency, product_name, state, reason,
       approves_at, approved_at, paid_at, updated_at,
       (select coalesce(sum(amount), 0)::int from commission_reversals where commission_id = c.id) as taken_back
     from commissions c where referral_id = $1 and kind = 'sale' order by purchased_at, id`,
    [referralId],
  )
}

async function reversalsOf(db: Queryable, referralId: string): Promise<ReversalRow[]> {
  return queryRows(
    db,
    ReversalRow,
    `select r.created_at as at, r.amount, r.currency, c.product_name, r.reason
     from commission_reversals r join commissions c on c.id = r.commission_id
     where c.referral_id = $1 order by r.id`,
    [referralId],
  )
}

function eventsOf(sale: SaleRow): TimelineEvent[] {
  const about = { cents: sale.amount, currency: sale.currency, productName: sale.productName, reason: null }
  const left = { ...about, cents: sale.amount - sale.takenBack }
  return [
    event('paid', sale.purchasedAt, about),
    ...(sale.state === 'hold' ? [event('held', sale.updatedAt, { ...left, reason: sale.reason })] : []),
    ...(sale.state === 'pending' ? [event('approves', sale.approvesAt, left)] : []),
    ...(sale.approvedAt === null ? [] : [event('approved', sale.approvedAt, left)]),
    ...(sale.state === 'rejected' ? [event('rejected', sale.updatedAt, { ...about, reason: sale.reason })] : []),
    ...(sale.paidAt === null ? [] : [event('paid_out', sale.paidAt, left)]),
  ]
}

function reversalEvent({ at, amount, currency, productName, reason }: ReversalRow): TimelineEvent {
  return event(amount > 0 ? 'taken_back' : 'given_back', at, { cents: -amount, currency, productName, reason })
}

function purchaseOf(sale: SaleRow): Purchase {
  return {
    id: sale.id,
    date: sale.purchasedAt.toISOString(),
    amount: sale.base,
    commission: sale.amount - sale.takenBack,
    currency: sale.currency,
    productName: sale.productName,
    status: sale.state,
    approvesAt: sale.state === 'refunded' || sale.state === 'rejected' ? null : sale.approvesAt.toISOString(),
    reason: sale.reason,
  }
}

const NOTHING_MORE = { cents: null, currency: null, productName: null, reason: null }

function event(
  type: TimelineEvent['type'],
  at: Date,
  more: Omit<TimelineEvent, 'type' | 'at'> = NOTHING_MORE,
): TimelineEvent {
  return { type, at: at.toISOString(), ...more }
}
