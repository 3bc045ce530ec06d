import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  ClosedBalance,
  AdminPayout,
  methodLabel,
  PayoutBatch,
  PayoutMethod,
  type Statement,
} from '../../model/index.ts'
import { correctionsOf, lockMoneyOf } from './payout-lines.ts'
import { statementOf } from './payout-views.ts'

/** The number of batches shown: two years, with some in another currency. */
const BATCHES = 36
/** The maximum number of payouts listed per month. */
const PAYOUTS_MAX = 500

const At = z.date().transform((at) => at.toISOString())
const Row = AdminPayout.omit({ label: true, corrections: true }).extend({
  method: PayoutMethod,
  preparedAt: At,
  approvedAt: At.nullable(),
  paidAt: At.nullable(),
})

const SELECT = `select p.id, p.affiliate_id, p.period, n.username as referral_username, u.display_name, p.method,
  p.country, p.currency, p.amount as cents, p.state,
  (select count(*)::int from payout_lines where payout_id = p.id) as lines,
  case a.state when 'banned' then 'suspended' else a.state end as affiliate_state,
  coalesce(s.method <> p.method, false) as has_new_details, p.prepared_at,
  p.approved_at, p.approved_by, p.paid_at, p.reference, p.reason
  from payouts p join users u on u.id = p.affiliate_id join affiliates a on a.user_id = p.affiliate_id
  join affiliate_usernames n on n.affiliate_id = p.affiliate_id and n.is_current
  left join payout_settings s on s.affiliate_id = p.affiliate_id`

/** The batches, newest first. */
export async function listBatches(q: Queryable): Promise<PayoutBatch[]> {
  return queryRows(
    q,
    PayoutBatch,
    `select period, currency, (count(*) filter (where state <> 'cancelled'))::int as payouts,
       coalesce(sum(amount) filter (where state <> 'cancelled'), 0)::float8 as cents,
       (count(*) filter (where state = 'prepared'))::int as prepared,
       (count(*) filter (where state in ('approved', 'sending', 'failed')))::int as approved,
       (count(*) filter (where state = 'paid'))::int as paid
     from payouts group by period, currency order by period desc, currency limit ${BATCHES}`,
  )
}

/** The payouts of a month, largest first; cancelled ones last. */
export async function payoutsOfPeriod(q: Queryable, period: string): Promise<AdminPayout[]> {
  const rows = await queryRows(
    q,
    Row,
    `${SELECT} where p.period = $1 order by (p.state = 'cancelled'), p.currency, p.amount desc, p.id limit ${PAYOUTS_MAX}`,
    [period],
  )
  return payoutsOf(q, rows)
}

const AffiliateIdRow = z.object({ affiliateId: z.string() })

/**
 * Payouts by id, with all money of their affiliates locked in a fixed order until `tx` ends.
 * @throws AppError `not_found` if one is missing
 */
export async function lockPayouts(tx: Tx, ids: readonly string[]): Promise<AdminPayout[]> {
  const people = await queryRows(
    tx,
    AffiliateIdRow,
    'select distinct affiliate_id from payouts where id = any($1) order by 1',
    [ids],
  )
  for (const { affiliateId } of people) await lockMoneyOf(tx, affiliateId)
  const rows = await queryRows(tx, Row, `${SELECT} where p.id = any($1) order by p.id`, [ids])
  if (rows.length !== new Set(ids).size) throw new AppError('not_found', 'Payout not found')
  return payoutsOf(tx, rows)
}

/** Approved commission of affiliates who deleted their account, for the operator to decide (rule E12). */
export async function closedBalances(q: Queryable): Promise<ClosedBalance[]> {
  return queryRows(
    q,
    ClosedBalance,
    `select c.affiliate_id, n.username as referral_username, c.currency,
       sum(c.amount - c.reversed)::float8 as cents
     from commissions c join affiliates a on a.user_id = c.affiliate_id and a.state = 'closed'
     join affiliate_usernames n on n.affiliate_id = a.user_id and n.is_current
     where c.state = 'approved' and not exists (select 1 from payout_lines where commission_id = c.id)
     group by 1, 2, 3 having sum(c.amount - c.reversed) <> 0 order by 2, 3`,
  )
}

/** The statement of a payout, as its affiliate sees it. @throws AppError `not_found` */
export async function adminStatement(q: Queryable, payoutId: string): Promise<Statement> {
  const payout = await findRow(q, AffiliateIdRow, 'select affiliate_id from payouts where id = $1', [payoutId])
  if (payout === undefined) throw new AppError('not_found', 'Payout not found')
  return statementOf(q, payout.affiliateId, payoutId)
}

async function payoutsOf(q: Queryable, payouts: readonly z.output<typeof Row>[]): Promise<AdminPayout[]> {
  const corrections = await correctionsOf(
    q,
    payouts.map(({ id }) => id),
  )
  return payouts.map(({ method, ...payout }) => ({
    ...payout,
    label: methodLabel(method),
    corrections: corrections.get(payout.id) ?? [],
  }))
}
