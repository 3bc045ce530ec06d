import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { MIN_PAYOUT, minimumPayout, PayoutCorrection } from '../../model/index.ts'
import type { CommissionDeps } from '../deps.ts'

/**
 * Serializes changes of an affiliate's money in the caller's transaction: a refund and the approval of its payout wait
 * for each other. Visits and sign-ups through the affiliate's link do not.
 */
export async function lockMoneyOf(tx: Tx, affiliateId: string): Promise<void> {
  await execute(tx, 'select 1 from affiliates where user_id = $1 for no key update', [affiliateId])
}

const WasRow = z.object({ was: z.number() })

/**
 * Updates a commission's line in a prepared payout, and the payout's amount. A line of 0 is removed; a payout that
 * becomes too small is cancelled, and the rest waits for the next. The affiliate's money is locked.
 */
export async function correctLine(
  tx: Tx,
  deps: Pick<CommissionDeps, 'now'>,
  sale: { readonly id: string; readonly preparedPayoutId: string | null },
  o: { left: number; reason: string },
): Promise<void> {
  const { id, preparedPayoutId: payoutId } = sale
  const line = await findRow(
    tx,
    WasRow,
    'select amount as was from payout_lines where payout_id = $1 and commission_id = $2',
    [payoutId, id],
  )
  if (line === undefined || payoutId === null) return
  await execute(tx, 'delete from payout_lines where commission_id = $1', [id])
  if (o.left !== 0) {
    await execute(tx, 'insert into payout_lines (payout_id, commission_id, amount) values ($1, $2, $3)', [
      payoutId,
      id,
      o.left,
    ])
  }
  if (line.was !== o.left) {
    await execute(
      tx,
      `insert into payout_corrections (payout_id, commission_id, was, now, reason, corrected_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [payoutId, id, line.was, o.left, o.reason, deps.now()],
    )
  }
  await sumUp(tx, payoutId)
}

const CorrectionRow = PayoutCorrection.extend({
  payoutId: z.string(),
  date: z.date().transform((at) => at.toISOString()),
})

/** The corrections of payouts, by payout id, in order. */
export async function correctionsOf(
  q: Queryable,
  payoutIds: readonly string[],
): Promise<ReadonlyMap<string, PayoutCorrection[]>> {
  const rows = await queryRows(
    q,
    CorrectionRow,
    `select k.payout_id, k.corrected_at as date, c.product_name, k.was as was_cents,
       k.now as now_cents, k.reason
     from payout_corrections k join commissions c on c.id = k.commission_id where k.payout_id = any($1) order by k.id`,
    [payoutIds],
  )
  const ofPayouts = [...Map.groupBy(rows, ({ payoutId }) => payoutId)]
  return new Map(ofPayouts.map(([id, its]) => [id, its.map(({ payoutId: _payoutId, ...row }) => row)]))
}

const SumRow = z.object({ cents: z.number(), currency: z.string(), threshold: z.number() })

async function sumUp(tx: Tx, payoutId: string): Promise<void> {
  const payout = await findRow(
    tx,
    SumRow,
    `select (select coalesce(sum(amount), 0)::int from payout_lines where payout_id = p.id) as cents, p.currency,
       coalesce(s.threshold_cents, ${MIN_PAYOUT}) as threshold
     from payouts p left join payout_settings s on s.affiliate_id = p.affiliate_id where p.id = $1`,
    [payoutId],
  )
  if (payout === undefined) throw new Error(`no payout ${payoutId}`)
  const { cents, currency, threshold } = payout
  if (cents >= minimumPayout(threshold, currency)) {
    await execute(tx, 'update payouts set amount = $2 where id = $1', [payoutId, cents])
    return
  }
  await execute(tx, 'delete from payout_lines where payout_id = $1', [payoutId])
  await execute(tx, "update payouts set state = 'cancelled', reason = $2 where id = $1", [
    payoutId,
    'After a refund or a dispute the rest is below the smallest payout.',
  ])
}
