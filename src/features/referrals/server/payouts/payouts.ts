import { z } from 'zod'
import { transaction, type Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { assertPayoutEdge, methodLabel, monthOf, PayoutMethod, PayoutState } from '../../model/index.ts'
import { AppError } from '#platform/shared/errors.ts'
import { csvRow } from '#platform/shared/format/csv.ts'
import { decimalAmount } from '#platform/shared/format/money.ts'
import { settleAgain } from '../commissions.ts'
import type { PayoutDeps } from '../deps.ts'
import { payoutFailedMail, payoutPaidMail } from '../mails.ts'
import { lockMoneyOf } from './payout-lines.ts'
import { preparePayouts } from './prepare-payouts.ts'
import { inTransaction } from '../in-transaction.ts'

/**
 * An automatic payout service, for example Stripe Connect. It pays once per key, so that a process that died
 * between sending and recording can ask again.
 */
export type PayoutCarrier = {
  send(o: {
    key: string
    affiliateId: string
    method: PayoutMethod
    amount: number
    currency: string
  }): Promise<{ readonly reference: string } | { readonly refused: string }>
}

/** A row of a payout, locked. Amounts in minor units. */
type StoredPayout = Readonly<z.infer<typeof StoredPayout>>
const StoredPayout = z.object({
  id: z.string(),
  affiliateId: z.string(),
  period: z.string(),
  currency: z.string(),
  amount: z.number(),
  state: PayoutState,
  method: PayoutMethod,
})

const IdRow = z.object({ id: z.string() })

/**
 * The operator's actions on payouts; users have no access.
 * @param tx the transaction to use; a new one by default, and always for `send`
 */
export function payouts(deps: PayoutDeps, tx?: Tx) {
  const joined = { ...deps, tx }
  return {
    /** Prepares this month's batch, including cancelled payouts; idempotent. @returns the number of new ones */
    prepare: (): Promise<number> => preparePayouts(joined, { period: monthOf(deps.now()), isByHand: true }),

    /** @param by the approver, for the record. @throws AppError `conflict` unless it is prepared */
    approve: (payoutId: string, by: string): Promise<void> =>
      change(joined, payoutId, 'approved', async (tx) => {
        await execute(tx, 'update payouts set approved_at = $2, approved_by = $3 where id = $1', [
          payoutId,
          deps.now(),
          by,
        ])
      }),

    /**
     * Returns a payout to the balance. If it was approved, its affiliate gets the reason.
     * @throws AppError `conflict` once it is on its way
     */
    cancel: (payoutId: string, reason: string): Promise<void> =>
      change(joined, payoutId, 'cancelled', async (tx, payout) => {
        const rows = await queryRows(
          tx,
          IdRow,
          'delete from payout_lines where payout_id = $1 returning commission_id as id',
          [payoutId],
        )
        await settleAgain(
          tx,
          deps,
          rows.map(({ id }) => id),
        )
        // Frees the month for another payout.
        await execute(tx, 'update payouts set reason = $2 where id = $1', [payoutId, reason])
        if (payout.state === 'approved') await sendFailedMail(tx, deps, payout, reason)
      }),

    /** Records a manual transfer. @throws AppError `conflict` unless it is approved */
    markPaid: (payoutId: string, reference: string): Promise<void> =>
      change(joined, payoutId, 'paid', (tx, payout) => recordPaid(tx, deps, payout, reference)),

    /** Pays through a carrier; safe to repeat after a crash. @throws AppError `conflict` unless it is approved */
    send: (payoutId: string, carrier: PayoutCarrier): Promise<void> => send(deps, payoutId, carrier),

    /**
     * All approved, unpaid payouts for a bank or PayPal as CSV (RFC 4180), without those of suspended or closed
     * affiliates.
     */
    exportCsv: (): Promise<string> => exportCsv(deps),
  }
}

/** Changes a payout's state with its effects, in one transaction. */
async function change(
  deps: PayoutDeps & { readonly tx?: Tx | undefined },
  payoutId: string,
  to: PayoutState,
  work: (tx: Tx, payout: StoredPayout) => Promise<void> = async () => {},
): Promise<void> {
  await inTransaction(
    deps.db,
    deps.tx,
  )(async (tx) => {
    const payout = await lockPayout(tx, payoutId)
    assertPayoutEdge(payout.state, to)
    await work(tx, payout)
    await execute(tx, 'update payouts set state = $2, paid_at = $3 where id = $1', [
      payoutId,
      to,
      to === 'paid' ? deps.now() : null,
    ])
  })
}

async function send(deps: PayoutDeps, payoutId: string, carrier: PayoutCarrier): Promise<void> {
  const payout = await transaction(deps.db, async (tx) => {
    const locked = await lockPayout(tx, payoutId)
    // A payout in `sending` was interrupted: the carrier knows by the key whether it paid.
    if (locked.state !== 'sending') assertPayoutEdge(locked.state, 'sending')
    await execute(tx, "update payouts set state = 'sending' where id = $1", [payoutId])
    return locked
  })
  const { affiliateId, method, amount, currency } = payout
  const answer = await carrier.send({ key: `payout:${payoutId}`, affiliateId, method, amount, currency })
  if ('reference' in answer) {
    await change(deps, payoutId, 'paid', (tx, locked) => recordPaid(tx, deps, locked, answer.reference))
    return
  }
  await change(deps, payoutId, 'failed', async (tx, locked) => {
    await execute(tx, 'update payouts set reason = $2 where id = $1', [payoutId, answer.refused])
    await sendFailedMail(tx, deps, locked, answer.refused)
  })
}

async function sendFailedMail(tx: Tx, deps: PayoutDeps, payout: StoredPayout, reason: string): Promise<void> {
  const to = await deps.emailOf(tx, payout.affiliateId)
  if (to === undefined) return
  await deps.mail.send(tx, payoutFailedMail({ ...payout, to, reason, publicUrl: deps.publicUrl }))
}

async function recordPaid(tx: Tx, deps: PayoutDeps, payout: StoredPayout, reference: string): Promise<void> {
  await execute(tx, 'update payouts set reference = $2 where id = $1', [payout.id, reference])
  await execute(
    tx,
    `update commissions set state = 'paid', paid_at = $2, updated_at = $2
     where id in (select commission_id from payout_lines where payout_id = $1)`,
    [payout.id, deps.now()],
  )
  const to = await deps.emailOf(tx, payout.affiliateId)
  if (to === undefined) return
  const label = methodLabel(payout.method)
  const mail = payoutPaidMail({ ...payout, to, label, reference, publicUrl: deps.publicUrl })
  await deps.mail.send(tx, { ...mail, key: `payout:${payout.id}` })
}

const AffiliateIdRow = z.object({ affiliateId: z.string() })

async function lockPayout(tx: Tx, id: string): Promise<StoredPayout> {
  const owner = await queryRows(tx, AffiliateIdRow, 'select affiliate_id from payouts where id = $1', [id])
  for (const { affiliateId } of owner) await lockMoneyOf(tx, affiliateId)
  const row = await findRow(
    tx,
    StoredPayout,
    `select id, affiliate_id, period, currency, amount, state, method
     from payouts where id = $1 for update`,
    [id],
  )
  if (row === undefined) throw new AppError('not_found', 'Payout not found')
  return row
}

const CSV_HEADER = ['payout', 'period', 'method', 'recipient', 'account', 'bic', 'country', 'amount', 'currency']

const TransferRow = z.object({
  id: z.string(),
  period: z.string(),
  currency: z.string(),
  amount: z.number(),
  country: z.string(),
  method: PayoutMethod,
})

async function exportCsv({ db }: PayoutDeps): Promise<string> {
  const rows = await queryRows(
    db,
    TransferRow,
    `select p.id, p.period, p.currency, p.amount, p.country, p.method
     from payouts p join affiliates a on a.user_id = p.affiliate_id and a.state = 'active'
     where p.state = 'approved' order by p.period, p.prepared_at, p.id`,
  )
  const lines = rows.map((row) => {
    const { method } = row
    const account = method.kind === 'paypal' ? ['', method.email, ''] : [method.holder, method.iban, method.bic ?? '']
    return [
      row.id,
      row.period,
      method.kind,
      ...account,
      row.country,
      decimalAmount(row.amount, row.currency),
      row.currency.toUpperCase(),
    ]
  })
  return [CSV_HEADER, ...lines].map(csvRow).join('')
}
