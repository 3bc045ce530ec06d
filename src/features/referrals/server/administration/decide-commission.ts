import { z } from 'zod'
import type { Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { findSale, putOnHold, rejectRest, release } from '../commission-states.ts'
import type { CommissionDeps, ReferralsDeps } from '../deps.ts'
import { HOLD_REASONS } from '../hold-reasons.ts'
import { inTransaction } from '../in-transaction.ts'

/**
 * The operator's decisions about commissions; users have no access. The affiliate sees the reason.
 * @param tx the transaction to use; a new one by default
 */
export function commissionDecisions(deps: CommissionDeps & Pick<ReferralsDeps, 'db'>, tx?: Tx) {
  const run = inTransaction(deps.db, tx)
  return {
    /** Puts a commission on hold until `release`. @throws AppError `conflict` if it is final */
    hold: (commissionId: string, reason: string): Promise<void> =>
      run(async (tx) => {
        const sale = await findSale(tx, commissionId)
        if (sale.isInPayout)
          throw new AppError('conflict', 'This commission is in an approved payout. Cancel the payout first.')
        await putOnHold(tx, deps, sale, { hold: 'operator', reason })
      }),

    /** Releases a commission from every hold except an open dispute. */
    release: (commissionId: string): Promise<void> =>
      run(async (tx) => {
        for (const hold of ['operator', ...Object.keys(HOLD_REASONS)]) {
          await release(tx, deps, await findSale(tx, commissionId), hold)
        }
      }),

    /**
     * Rejects the rest of a commission. With `isFraud` on a customer's first one, it also rejects their later ones,
     * past and future.
     * @throws AppError `conflict` if it is paid, refunded or rejected
     */
    reject: (commissionId: string, o: { reason: string; isFraud: boolean }): Promise<void> =>
      run(async (tx) => {
        const sale = await findSale(tx, commissionId)
        await rejectRest(tx, deps, sale, o.reason)
        if (o.isFraud && (await isFirst(tx, sale))) await rejectLater(tx, deps, sale)
      }),
  }
}

type LaterSale = { readonly id: string; readonly referralId: string }

const IdRow = z.object({ id: z.string() })

async function isFirst(tx: Tx, { id, referralId }: LaterSale): Promise<boolean> {
  const row = await findRow(
    tx,
    IdRow,
    `select id from commissions where referral_id = $1 and kind = 'sale' order by purchased_at, id limit 1`,
    [referralId],
  )
  return row?.id === id
}

async function rejectLater(tx: Tx, deps: CommissionDeps, { referralId }: LaterSale): Promise<void> {
  await execute(tx, 'update referrals set is_fraud = true, updated_at = $2 where id = $1', [referralId, deps.now()])
  const rows = await queryRows(
    tx,
    IdRow,
    `select id from commissions where referral_id = $1 and kind = 'sale' and state in ('pending', 'hold', 'approved')
       and not exists (select 1 from payout_lines l join payouts p on p.id = l.payout_id
         where l.commission_id = commissions.id and p.state <> 'prepared')
       and not exists (select 1 from commissions c where c.of_sale = commissions.id) order by id`,
    [referralId],
  )
  for (const { id } of rows) {
    await rejectRest(tx, deps, await findSale(tx, id), 'An earlier purchase of this customer was fraudulent.')
  }
}
