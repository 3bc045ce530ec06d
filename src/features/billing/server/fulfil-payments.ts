import { lockActiveUser } from '#features/accounts/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import {
  coversPlan,
  type CustomerState,
  higherPlan,
  type InvoiceState,
  isReversed,
  itemName,
  type GrantedPlan,
  reversalOf,
} from '../model/index.ts'
import { saveBasePlan } from './contracts/contract-rows.ts'
import type { Customer } from './customers.ts'
import type { BillingDeps, BillingEvent } from './deps.ts'
import { grantMonths, settleCredits } from './grant-credits.ts'
import {
  insertInvoice,
  saveCard,
  updateReversal,
  readInvoice,
  stopGranting,
  type StoredInvoice,
} from './invoices/invoices.ts'
import { recordRefunds } from './refunds/refunds.ts'
import { upsertSubscription } from './subscriptions.ts'
import { resumeStandingInvoice, scheduleCreditChange, scheduleSubscriptionEnd } from './refunds/reversed-payments.ts'
import { sendReceipt, notifyPastDue, notifyPlanChange, type NotificationDeps } from './notifications.ts'

/** A synced customer state, with the plan it grants and the subscriptions that ended early. */
type SyncedState = CustomerState & GrantedPlan & { readonly endedEarly: ReadonlySet<string> }

/** The dependencies of fulfilment. */
export type FulfilmentDeps = Pick<BillingDeps, 'ledger' | 'log' | 'now' | 'setPlan' | 'onEvent'> & NotificationDeps

/**
 * Applies a provider's current state of one customer: plan, subscriptions, invoices, credits and events for other
 * features, in the caller's transaction. It compares states, not events, so events may come twice, late, in any order,
 * or not at all. The caller holds the customer's lock. For a deleted account only invoices and subscriptions are
 * stored; plan and credits stay.
 * @returns the plan billing grants now; null if it never granted one
 */
export async function fulfilPayments(tx: Tx, deps: FulfilmentDeps, customer: Customer, state: SyncedState) {
  const isGone = !(await lockActiveUser(tx, customer.userId))
  const paid = state.invoices.filter((invoice) => invoice.status === 'paid' && invoice.paidAtMs !== null)
  for (const invoice of paid.toSorted(byPayment)) await fulfilInvoice(tx, deps, { customer, invoice, isGone })
  for (const subscription of state.subscriptions) {
    await upsertSubscription(tx, customer, subscription)
    if (subscription.state === 'past_due') await notifyPastDue(tx, deps, customer, subscription)
    const { provider } = customer
    const isOver = subscription.state === 'ended' && (isGone || !state.endedEarly.has(subscription.id))
    if (isOver) await stopGranting(tx, { provider, subscriptionId: subscription.id })
    if (isGone || isOver) continue
    const about = { subscription, invoices: paid }
    await scheduleSubscriptionEnd(tx, customer, { ...about, at: deps.now() })
    await resumeStandingInvoice(tx, deps, customer, about)
  }
  if (isGone) return customer.plan
  const { plan } = state
  // A plan set by an operator stays if the user only bought a pack.
  if (customer.plan === null && plan === 'free') return null
  if (customer.plan !== plan) {
    const contract = await saveBasePlan(tx, customer.userId, plan)
    await deps.setPlan(tx, customer.userId, contract === undefined ? plan : higherPlan(plan, contract.plan))
    // Under a contract that includes it, the paid plan may end unnoticed.
    if (contract === undefined || !coversPlan(contract, plan)) await notifyPlanChange(tx, deps, customer, plan)
  }
  return plan
}

/** The oldest first; within one second the first payment of the contract. */
function byPayment(a: InvoiceState, b: InvoiceState): number {
  const begins = ({ reason }: InvoiceState) => Number(reason === 'first')
  return (a.paidAtMs ?? 0) - (b.paidAtMs ?? 0) || begins(b) - begins(a) || a.id.localeCompare(b.id)
}

async function fulfilInvoice(
  tx: Tx,
  deps: FulfilmentDeps,
  o: { customer: Customer; invoice: InvoiceState; isGone: boolean },
): Promise<void> {
  const { customer, invoice, isGone } = o
  const paidAtMs = invoice.paidAtMs ?? invoice.periodStartMs
  const isNew = await insertInvoice(tx, { customer, invoice, paidAtMs, catalogue: deps.catalogue })
  const stored = await readInvoice(tx, { provider: customer.provider, id: invoice.id })
  if (isNew) await startInvoice(tx, deps, stored, o)
  else if (stored.card === null && invoice.card !== null) await saveCard(tx, stored, invoice.card)
  const before = isNew ? await readInvoice(tx, stored) : stored
  const { refunded, dispute } = invoice
  if (refunded === before.refunded && dispute === before.dispute) return
  const now = { refunded, dispute, revision: before.revision + 1 }
  const after = { ...now, isTakenBack: isReversed({ ...before, ...now }) }
  if (!isGone) {
    await settleCredits(tx, deps, before, now)
    await scheduleCreditChange(tx, before, { ...after, at: deps.now() })
  }
  await updateReversal(tx, { ...before, ...after })
  await publishReversal(tx, deps, before, now)
}

/** Processes an invoice that is seen paid for the first time. */
async function startInvoice(
  tx: Tx,
  deps: FulfilmentDeps,
  stored: StoredInvoice,
  { invoice, isGone }: { invoice: InvoiceState; isGone: boolean },
): Promise<void> {
  const { provider, subscriptionId } = stored
  if (subscriptionId !== null) await stopGranting(tx, { provider, subscriptionId, by: stored })
  if (isGone) await skipGrant(tx, deps, stored)
  else await grantMonths(tx, deps, stored, deps.now().getTime())
  if (invoice.checkoutId !== null) {
    await execute(tx, `update billing_checkouts set state = 'done' where id = $1 and customer_id = $2`, [
      invoice.checkoutId,
      stored.customerId,
    ])
  }
  const event = { ...paymentFacts(deps, stored), type: 'billing.purchase-completed' } as const
  await publishEvent(tx, deps, event, `purchase:${provider}:${stored.id}`)
  await sendReceipt(tx, deps, stored)
}

/** Refunds a payment on a page that was open while the account was deleted. */
async function skipGrant(tx: Tx, { log, now }: FulfilmentDeps, invoice: StoredInvoice): Promise<void> {
  const { provider, id, amountPaid } = invoice
  await execute(tx, 'update billing_invoices set months = granted_months where provider = $1 and id = $2', [
    provider,
    id,
  ])
  await recordRefunds(tx, [{ provider, invoiceId: id, cents: amountPaid, reason: 'account-deleted' }], now())
  log.warn({ provider, invoiceId: id }, 'refunding a payment of a deleted account')
}

async function publishReversal(
  tx: Tx,
  deps: FulfilmentDeps,
  before: StoredInvoice,
  now: { refunded: number; dispute: InvoiceState['dispute']; revision: number },
): Promise<void> {
  const facts = paymentFacts(deps, before)
  const name = `${before.provider}:${before.id}`
  const { revision } = now
  if (now.refunded !== before.refunded) {
    const refundedNet = reversalOf(before.net, { paid: before.amountPaid, refunded: now.refunded })
    const event = { ...facts, type: 'billing.refunded', refunded: now.refunded, refundedNet, revision } as const
    await publishEvent(tx, deps, event, `refund:${name}:${revision}:${now.refunded}`)
  }
  if (now.dispute !== before.dispute) {
    const event = { ...facts, type: 'billing.disputed', dispute: now.dispute, revision } as const
    await publishEvent(tx, deps, event, `dispute:${name}:${revision}:${now.dispute}`)
  }
}

async function publishEvent(tx: Tx, deps: FulfilmentDeps, event: BillingEvent, key: string): Promise<void> {
  const changed = await execute(
    tx,
    `insert into billing_events (key, type, user_id, payload, created_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [key, event.type, event.userId, JSON.stringify(event), deps.now()],
  )
  if (changed === 1) await deps.onEvent(tx, event)
}

function paymentFacts({ catalogue }: FulfilmentDeps, o: StoredInvoice) {
  return {
    userId: o.userId,
    provider: o.provider,
    invoiceId: o.id,
    currency: o.currency,
    amountPaid: o.amountPaid,
    tax: o.tax,
    net: o.net,
    item: o.item,
    productName: itemName(o.item, catalogue),
    paidAtMs: o.paidAtMs,
    card: o.card,
  }
}
