import { z } from 'zod'
import type { Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { itemName } from '../../model/index.ts'
import type { BillingDeps } from '../deps.ts'
import { findInvoice, type StoredInvoice } from '../invoices/invoices.ts'
import { payRefunds } from './pay-refunds.ts'
import { owedCents } from './refunds.ts'

/** An operator's refund: `cents` in minor units, and an idempotency key. */
export type RefundRequest = { userId: string; invoiceId: string; cents: number; key: string }

/** Refunds by operators: recorded first, then paid by the provider. A full refund ends what it paid for. */
export function operatorRefunds(deps: BillingDeps) {
  return {
    /**
     * Records a partial or full refund in the transaction that decides it.
     * @returns the total refunded before and after, including amounts still owed
     * @throws AppError `not_found`; `conflict` if less remains, or a bank is deciding
     */
    async owe(tx: Tx, { userId, invoiceId, cents, key }: RefundRequest) {
      const provider = deps.provider.name
      await execute(tx, 'select 1 from billing_invoices where provider = $1 and id = $2 for update', [
        provider,
        invoiceId,
      ])
      const invoice = await findInvoice(tx, { provider, invoiceId, userId })
      if (invoice.dispute === 'open' || invoice.dispute === 'lost') {
        throw new AppError('conflict', 'A bank is deciding about this payment, so it cannot be refunded here.')
      }
      const refunded = invoice.refunded + (await owedCents(tx, { provider, invoiceId }))
      const left = invoice.amountPaid - refunded
      if (cents > left) throw new AppError('conflict', 'Less than that is left of this payment.', { left })
      const cash = await refundedCash(tx, invoice)
      if (cents > cash) {
        const message = 'Part of this payment is account credit that can still be spent. Refund the rest.'
        throw new AppError('conflict', message, { left: cash })
      }
      await execute(
        tx,
        `insert into billing_refunds (key, provider, invoice_id, reason, cents, created_at)
         values ($1, $2, $3, 'operator', $4, $5)`,
        [key, provider, invoiceId, cents, deps.now()],
      )
      const { item, currency } = invoice
      return { name: itemName(item, deps.catalogue), currency, refunded, refundedAfter: refunded + cents }
    },

    /** Pays every outstanding refund. @returns whether the one with this key is paid */
    async pay(key: string): Promise<boolean> {
      await payRefunds(deps)
      const found = await execute(deps.db, 'select 1 from billing_refunds where key = $1 and done_at is not null', [
        key,
      ])
      return found > 0
    },
  }
}

const CashRow = z.object({ cash: z.number() })

/** A customer's payments less refunds, due refunds and account credit, in minor units. */
async function refundedCash(tx: Tx, { provider, customerId }: StoredInvoice): Promise<number> {
  const row = await findRow(
    tx,
    CashRow,
    `select (
       (select coalesce(sum(greatest(0, amount_paid - refunded)), 0) from billing_invoices
         where provider = c.provider and customer_id = c.id)
       - (select coalesce(sum(r.cents), 0) from billing_refunds r
           join billing_invoices i on i.provider = r.provider and i.id = r.invoice_id
           where r.provider = c.provider and i.customer_id = c.id and r.done_at is null)
       - greatest(0, c.credit))::int as cash
     from billing_customers c where c.provider = $1 and c.id = $2`,
    [provider, customerId],
  )
  return row?.cash ?? 0
}
