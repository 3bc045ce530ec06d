import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type ContractPayment, mayWithdraw, withdrawalRefunds } from '../../model/index.ts'
import type { BillingDeps } from '../deps.ts'
import { accountCreditOf } from '../customers.ts'
import { creditsOfMonth } from '../grant-credits.ts'
import { findInvoice, invoicesOfContract, type StoredInvoice } from '../invoices/invoices.ts'
import { payRefunds } from './pay-refunds.ts'
import { type DueRefund, owedCents, recordRefunds, withdrawalFrom } from './refunds.ts'
import { notifyWithdrawal } from '../notifications.ts'

/**
 * Withdraws from the contract of an invoice: ends the subscription now and refunds the unused part of every payment
 * under it. It is stored before the provider is called, so it holds during an outage; repeated calls return the same
 * receipt.
 * @throws AppError `not_found`; `conflict` without the right to withdraw
 */
export async function withdraw(deps: BillingDeps, o: { userId: string; invoiceId: string }) {
  const { id, provider, subscriptionId, currency } = await findInvoice(deps.db, { ...o, provider: deps.provider.name })
  const { cents, at } = await transaction(deps.db, (tx) =>
    storeWithdrawal(tx, deps, { ...o, id, provider, subscriptionId }),
  )
  await payRefunds(deps, { withdrawnFrom: id })
  return { refundedCents: cents, currency, at: at.toISOString() }
}

async function storeWithdrawal(
  tx: Tx,
  deps: BillingDeps,
  o: Pick<StoredInvoice, 'id' | 'provider' | 'subscriptionId'> & { userId: string; invoiceId: string },
): Promise<{ cents: number; at: Date }> {
  // Lock the invoices first: of two concurrent calls the second finds what the first stored. Any other refund of the
  // contract waits too; together they could exceed the payment.
  await invoicesOfContract(tx, { ...o, lock: true })
  const before = await withdrawalFrom(tx, o)
  if (before !== undefined) return before
  const at = deps.now()
  const invoice = await findInvoice(tx, o)
  const refunds = await refundsOf(tx, invoice, at)
  if (refunds === null) throw notWithdrawableError(invoice)
  await recordRefunds(tx, refunds, at)
  const cents = sumOf(refunds)
  await notifyWithdrawal(tx, deps, { invoice, refundedCents: cents, at })
  return { cents, at }
}

/** The refund of a withdrawal now, in minor units; null without the right to withdraw. */
export async function withdrawalOf(q: Queryable, invoice: StoredInvoice, now: Date): Promise<number | null> {
  if (!mayWithdraw(invoice, now.getTime()) || (await withdrawalFrom(q, invoice)) !== undefined) return null
  const refunds = await refundsOf(q, invoice, now)
  return refunds === null ? null : sumOf(refunds)
}

async function refundsOf(q: Queryable, invoice: StoredInvoice, now: Date): Promise<DueRefund[] | null> {
  if (!mayWithdraw(invoice, now.getTime())) return null
  const contract = await invoicesOfContract(q, invoice)
  const payments: ContractPayment[] = []
  for (const one of contract) {
    // An operator's refund that is still due cannot be refunded again.
    const refunded = one.refunded + (await owedCents(q, { ...one, invoiceId: one.id }))
    payments.push({ ...one, refunded, ...(await creditsOf(q, one)) })
  }
  const creditCents = await creditLeftOf(q, invoice, contract)
  const cents = withdrawalRefunds(payments, now.getTime(), creditCents)
  return contract.map(({ provider, id }, at) => ({
    // The refund removes the account credit.
    provider,
    invoiceId: id,
    cents: cents[at] ?? 0,
    credit: at === 0 ? -creditCents : 0,
    reason: 'withdrawal' as const,
    withdrawnFrom: invoice.id,
  }))
}

/** The account credit left over from plan changes under a contract, in minor units. */
async function creditLeftOf(
  q: Queryable,
  { provider, customerId }: StoredInvoice,
  contract: readonly StoredInvoice[],
): Promise<number> {
  const added = contract.reduce((sum, { creditAdded }) => sum + creditAdded, 0)
  if (added === 0) return 0
  return Math.max(0, Math.min(added, await accountCreditOf(q, { provider, customerId })))
}

/** The credits of an invoice, and how many were used; in a paid year only the first month counts. */
async function creditsOf(q: Queryable, invoice: StoredInvoice) {
  const { granted, used } = await creditsOfMonth(q, invoice, 0)
  return { creditsGranted: granted * Math.max(1, invoice.months), creditsUsed: used }
}

function notWithdrawableError({ reason, refunded, amountPaid, dispute }: StoredInvoice): AppError {
  if (reason === 'renewal' || reason === 'change') {
    return new AppError('conflict', 'Only the first payment of a plan carries the right to withdraw.')
  }
  if (dispute === 'open' || dispute === 'lost') {
    return new AppError('conflict', 'Your bank is settling this payment, so we cannot refund it.')
  }
  if (refunded >= amountPaid) return new AppError('conflict', 'This payment was already refunded.')
  return new AppError('conflict', 'The 14 days to withdraw from this payment are over.')
}

function sumOf(refunds: readonly DueRefund[]): number {
  return refunds.reduce((sum, { cents }) => sum + cents, 0)
}
