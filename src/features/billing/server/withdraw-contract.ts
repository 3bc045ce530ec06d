import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type ContractPayment, mayWithdraw, withdrawalRefunds } from '../model/index.ts'
import type { BillingDeps } from './deps.ts'
import { accountCreditOf } from './customers.ts'
import { creditsOfMonth } from './grant-credits.ts'
import { findInvoice, invoicesOfContract, type StoredInvoice } from './invoices.ts'
import { payRefunds } from './pay-refunds.ts'
import { type DueRefund, owedCents, recordRefunds, withdrawalFrom } from './refunds.ts'
import { notifyWithdrawal } from './notifications.ts'

/**
 * Withdraws from the contract that an invoice began: the subscription ends now, and what was not used of every payment
 * under it is paid back. It is kept before the provider is asked, so it holds when the provider cannot be reached; asked
 * again, it answers with the same receipt.
 * @throws AppError `not_found`; `conflict` when there is no right to it any more
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
  // Of two presses at once the second waits here, and finds what the first kept. So does whoever else pays a part of the
  // contract back: what both decided to pay back could be more than was paid.
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

/** What a withdrawal would pay back now, in minor units; null when there is no right to it any more. */
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
    // What an operator pays back and the provider has not yet is not there to be paid back again.
    const refunded = one.refunded + (await owedCents(q, { ...one, invoiceId: one.id }))
    payments.push({ ...one, refunded, ...(await creditsOf(q, one)) })
  }
  const creditCents = await creditLeftOf(q, invoice, contract)
  const cents = withdrawalRefunds(payments, now.getTime(), creditCents)
  return contract.map(({ provider, id }, at) => ({
    // What is paid back is account credit no longer.
    ...{ provider, invoiceId: id, cents: cents[at] ?? 0, credit: at === 0 ? -creditCents : 0 },
    ...{ reason: 'withdrawal' as const, withdrawnFrom: invoice.id },
  }))
}

/** What is account credit still of what changes of plan under a contract left over, in minor units. */
async function creditLeftOf(
  q: Queryable,
  { provider, customerId }: StoredInvoice,
  contract: readonly StoredInvoice[],
): Promise<number> {
  const added = contract.reduce((sum, { creditAdded }) => sum + creditAdded, 0)
  if (added === 0) return 0
  return Math.max(0, Math.min(added, await accountCreditOf(q, { provider, customerId })))
}

/** The credits an invoice brings, and how many of them were used: of a paid year only its first month can have been. */
async function creditsOf(q: Queryable, invoice: StoredInvoice) {
  const { granted, used } = await creditsOfMonth(q, invoice, 0)
  return { creditsGranted: granted * Math.max(1, invoice.months), creditsUsed: used }
}

function notWithdrawableError({ reason, refunded, amountPaid, dispute }: StoredInvoice): AppError {
  if (reason === 'renewal' || reason === 'change') {
    return new AppError('conflict', 'The right to withdraw comes with the first payment of a plan.')
  }
  if (dispute === 'open' || dispute === 'lost') {
    return new AppError('conflict', 'Your bank is settling this payment, so we cannot pay it back.')
  }
  if (refunded >= amountPaid) return new AppError('conflict', 'This payment was paid back already.')
  return new AppError('conflict', 'The 14 days to withdraw from this payment are over.')
}

function sumOf(refunds: readonly DueRefund[]): number {
  return refunds.reduce((sum, { cents }) => sum + cents, 0)
}
