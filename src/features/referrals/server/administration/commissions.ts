import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type CommissionState, CommissionStep, AdminCommission } from '../../model/index.ts'
import { lockMoneyOf } from '../payouts/payout-lines.ts'

const At = z.date().transform((at) => at.toISOString())
const Row = AdminCommission.extend({ purchasedAt: At, approvesAt: At })

const SELECT = `select c.id, c.affiliate_id, c.kind, n.username as referral_username, c.product_name, c.currency,
  c.base as base_cents, c.bps, c.amount - c.reversed as cents, c.state, c.holds, c.reason,
  c.purchased_at, c.approves_at,
  (select p.period from payout_lines l join payouts p on p.id = l.payout_id where l.commission_id = c.id) as payout
  from commissions c left join affiliate_usernames n on n.affiliate_id = c.affiliate_id and n.is_current`

/**
 * Commissions, newest purchase first.
 * @param o.username one affiliate's, by any name they have or had
 * @param o.month `2026-11`, the month they count in
 * @param o.before the last id of the previous page
 */
export async function listCommissions(
  q: Queryable,
  o: {
    state: CommissionState | undefined
    username: string | undefined
    month: string | undefined
    before: string | undefined
    limit: number
  },
): Promise<AdminCommission[]> {
  return queryRows(
    q,
    Row,
    `${SELECT}
     where ($1::text is null or c.state = $1)
       and ($2::text is null or c.affiliate_id = (select affiliate_id from affiliate_usernames where username = lower($2)))
       and ($3::integer is null or c.month = $3)
       and ($4::uuid is null or (c.purchased_at, c.id) < (select purchased_at, id from commissions where id = $4))
     order by c.purchased_at desc, c.id desc limit $5`,
    [o.state ?? null, o.username ?? null, monthNumber(o.month), o.before ?? null, o.limit],
  )
}

/** One commission. @throws AppError `not_found` */
export async function findCommission(q: Queryable, id: string): Promise<AdminCommission> {
  const commission = await findRow(q, Row, `${SELECT} where c.id = $1`, [id])
  if (commission === undefined) throw new AppError('not_found', 'Commission not found')
  return commission
}

const AffiliateIdRow = z.object({ affiliateId: z.string() })

/** Like `findCommission`, and locks all of the affiliate's money until `tx` ends. */
export async function lockCommission(tx: Tx, id: string): Promise<AdminCommission> {
  const rows = await queryRows(tx, AffiliateIdRow, 'select affiliate_id from commissions where id = $1', [id])
  for (const { affiliateId } of rows) await lockMoneyOf(tx, affiliateId)
  return findCommission(tx, id)
}

const StepRow = CommissionStep.extend({ at: At })

/** The entries of a commission, oldest first. */
export async function commissionSteps(q: Queryable, id: string): Promise<CommissionStep[]> {
  return queryRows(
    q,
    StepRow,
    `select * from (
       select purchased_at as at, 'bought' as what, amount as cents, product_name as text, 0 as rank
         from commissions where id = $1
       union all
       select created_at, case when amount > 0 then 'taken_back' else 'given_back' end, -amount, reason, 1
         from commission_reversals where commission_id = $1
       union all
       select approved_at, 'approved', null, null, 2 from commissions where id = $1 and approved_at is not null
       union all
       select created_at, 'clawback', amount, case when amount < 0 then 'Off the next payout'
         else 'With the next payout' end, 3 from commissions where of_sale = $1
       union all
       select p.prepared_at, 'payout_prepared', null, p.period, 4
         from payout_lines l join payouts p on p.id = l.payout_id where l.commission_id = $1
       union all
       select p.approved_at, 'payout_approved', null, p.period, 5
         from payout_lines l join payouts p on p.id = l.payout_id
         where l.commission_id = $1 and p.approved_at is not null
       union all
       select p.paid_at, 'paid_out', -l.amount, p.reference, 6
         from payout_lines l join payouts p on p.id = l.payout_id where l.commission_id = $1 and p.paid_at is not null
     ) steps order by at, rank`,
    [id],
  )
}

/** The number of a month in `commissions.month`: year * 12 + month, January being 0. */
function monthNumber(month: string | undefined): number | null {
  if (month === undefined) return null
  const [year = 0, nth = 1] = month.split('-').map(Number)
  return year * 12 + nth - 1
}
