import {
  changeKind,
  type Choice,
  isTakenBack,
  lossesOf,
  mayWithdraw,
  planCents,
  withdrawalRefund,
} from '../model/index.ts'
import { type Queryable, transaction } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { carryOver } from './carry-over.ts'
import type { BillingDeps } from './deps.ts'
import { grantKey } from './granting.ts'
import { findInvoice, type StoredInvoice } from './invoices.ts'
import { type StoredSubscription, subscriptionOf } from './subscriptions.ts'
import { tellWithdrawal } from './telling-people.ts'

/** What a change of plan would mean: when, what is due now, and what is lost. @throws AppError `conflict` */
export async function previewChange(deps: BillingDeps, o: { userId: string; choice: Choice }) {
  const { subscription, kind } = await wanted(deps, o)
  const { plans } = deps.catalogue
  return {
    when: kind,
    at: (kind === 'now' ? deps.now() : new Date(subscription.periodEndMs)).toISOString(),
    dueNowCents: kind === 'now' ? await deps.provider.previewChange({ ...namesOf(subscription), choice: o.choice }) : 0,
    cents: planCents(o.choice.plan, o.choice.interval, plans) ?? 0,
    losses: lossesOf(plans[subscription.plan], plans[o.choice.plan]),
  }
}

/** Changes the plan: an upgrade now, a downgrade at the end of what is paid. @throws AppError `conflict` */
export async function changePlan(deps: BillingDeps, o: { userId: string; choice: Choice }): Promise<void> {
  const { subscription, kind } = await wanted(deps, o)
  // The same change asked twice from the same state is one change.
  const key = `change:${subscription.id}:${subscription.periodStartMs}:${o.choice.plan}:${o.choice.interval}`
  const change = { ...namesOf(subscription), choice: o.choice, key }
  if (kind === 'now') await deps.provider.changeNow(change)
  else await deps.provider.changeLater({ ...change, key: `${key}:${deps.newId()}` })
  await carryOver(deps, subscription.customerId)
}

/** Ends the subscription with what is paid, or takes that and a planned change back. @throws AppError `conflict` */
export async function cancelOrResume(deps: BillingDeps, o: { userId: string; do: 'cancel' | 'resume' }): Promise<void> {
  const subscription = await living(deps, o.userId)
  if (o.do === 'cancel') await deps.provider.cancelLater(namesOf(subscription))
  else await deps.provider.resume(namesOf(subscription))
  await carryOver(deps, subscription.customerId)
}

/**
 * Withdraws from the contract that an invoice began: the subscription ends now, and what was not used is paid back.
 * @throws AppError `not_found`; `conflict` when the 14 days are over
 */
export async function withdraw(deps: BillingDeps, o: { userId: string; invoiceId: string }) {
  const invoice = await findInvoice(deps.db, { ...o, provider: deps.provider.name })
  const now = deps.now()
  const cents = await withdrawalOf(deps.db, invoice, now)
  if (cents === null) throw new AppError('conflict', 'The 14 days to withdraw from this payment are over.')
  const { customerId, subscriptionId } = invoice
  if (subscriptionId !== null) await deps.provider.endNow({ customerId, subscriptionId })
  if (cents > 0) {
    const key = `withdraw:${invoice.provider}:${invoice.id}`
    await deps.provider.refund({ customerId, invoiceId: invoice.id, cents, key })
  }
  await carryOver(deps, customerId)
  await transaction(deps.db, (tx) => tellWithdrawal(tx, deps, { invoice, refundedCents: cents, at: now }))
  return { refundedCents: cents, currency: invoice.currency, at: now.toISOString() }
}

/** What a withdrawal would pay back now, in minor units; null when there is no right to it any more. */
export async function withdrawalOf(db: Queryable, invoice: StoredInvoice, now: Date): Promise<number | null> {
  if (!mayWithdraw(invoice, now.getTime()) || isTakenBack(invoice)) return null
  const { rows } = await db.$client.query<{ granted: number; used: number }>(
    `select coalesce(sum(l.granted), 0)::int as granted,
       coalesce(sum(l.granted - l.remaining - l.expired - l.revoked), 0)::int as used
     from credit_lots l join credit_transactions t on t.id = l.transaction_id where t.idempotency_key = $1`,
    [grantKey(invoice, 0)],
  )
  const { granted, used } = rows[0] ?? { granted: 0, used: 0 }
  // Of a paid year only the months that began can have been used.
  const creditsGranted = granted * Math.max(1, invoice.months)
  return withdrawalRefund({ ...invoice, creditsGranted, creditsUsed: used }, now.getTime())
}

async function wanted(deps: BillingDeps, o: { userId: string; choice: Choice }) {
  const subscription = await living(deps, o.userId)
  const { plans } = deps.catalogue
  const cents = planCents(o.choice.plan, o.choice.interval, plans)
  if (cents === null) throw new AppError('conflict', 'This plan is not for sale here. Write to us about it.')
  if (cents === 0) throw new AppError('conflict', 'To go back to free, cancel your plan.')
  const kind = changeKind(subscription, o.choice, plans)
  if (kind === 'none') throw new AppError('conflict', 'You have this plan already.')
  if (subscription.state === 'past_due') {
    throw new AppError('conflict', 'The last payment failed. Change your card first, then your plan.')
  }
  return { subscription, kind }
}

async function living(deps: BillingDeps, userId: string): Promise<StoredSubscription> {
  const subscription = await subscriptionOf(deps.db, userId)
  if (subscription === undefined) throw new AppError('conflict', 'You have no subscription.')
  return subscription
}

function namesOf({ customerId, id }: StoredSubscription) {
  return { customerId, subscriptionId: id }
}
