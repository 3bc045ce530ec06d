import type { Queryable } from '#platform/server/db.ts'
import type { CommissionState, Purchase, Timeline, TimelineEvent } from '../model/index.ts'
import { findReferral } from './referral-list.ts'

type SaleRow = {
  id: string
  purchasedAt: Date
  base: number
  amount: number
  takenBack: number
  currency: string
  productName: string
  state: CommissionState
  reason: string | null
  approvesAt: Date
  approvedAt: Date | null
  paidAt: Date | null
  updatedAt: Date
}

type ReversalRow = { at: Date; amount: number; currency: string; productName: string; reason: string }

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

async function startOf(db: Queryable, referralId: string): Promise<TimelineEvent[]> {
  const { rows } = await db.$client.query<{ clicked: Date | null; created: Date; counted: Date | null }>(
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
  const { rows } = await db.$client.query<SaleRow>(
    `select id, purchased_at as "purchasedAt", base, amount, currency, product_name as "productName", state, reason,
       approves_at as "approvesAt", approved_at as "approvedAt", paid_at as "paidAt", updated_at as "updatedAt",
       (select coalesce(sum(amount), 0)::int from commission_reversals where commission_id = c.id) as "takenBack"
     from commissions c where referral_id = $1 and kind = 'sale' order by purchased_at, id`,
    [referralId],
  )
  return rows
}

async function reversalsOf(db: Queryable, referralId: string): Promise<ReversalRow[]> {
  const { rows } = await db.$client.query<ReversalRow>(
    `select r.created_at as at, r.amount, r.currency, c.product_name as "productName", r.reason
     from commission_reversals r join commissions c on c.id = r.commission_id
     where c.referral_id = $1 order by r.id`,
    [referralId],
  )
  return rows
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
