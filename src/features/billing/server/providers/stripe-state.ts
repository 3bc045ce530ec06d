import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import {
  type Choice,
  type CustomerState,
  type InvoiceState,
  type Item,
  itemOfKey,
  type SubscriptionState,
} from '../../model/index.ts'

/** The maximum number of objects of one kind read per customer. */
const PAGE_MAX = 1_000

/** Stripe's complete state of a customer, mapped to ours. Foreign objects are left out. */
export async function readCustomer(stripe: Stripe, customerId: string): Promise<CustomerState> {
  const page = { customer: customerId, limit: 100 }
  const [customer, subscriptions, invoices, charges] = await Promise.all([
    stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] }),
    stripe.subscriptions
      .list({ ...page, status: 'all', expand: ['data.schedule', 'data.default_payment_method'] })
      .autoPagingToArray({ limit: PAGE_MAX }),
    stripe.invoices.list({ ...page, expand: ['data.payments'] }).autoPagingToArray({ limit: PAGE_MAX }),
    stripe.charges.list(page).autoPagingToArray({ limit: PAGE_MAX }),
  ])
  const disputes = await disputesOf(stripe, charges)
  const itemOf = itemsOfPrices(stripe)
  const method =
    subscriptions.find(({ status }) => status === 'active')?.default_payment_method ?? ownMethodOf(customer)
  return {
    paymentMethod: methodName(method),
    // At Stripe a negative balance is credit.
    creditCents: customer.deleted === true ? 0 : 0 - customer.balance,
    subscriptions: await compact(subscriptions.map((one) => subscriptionState(one, itemOf))),
    invoices: await compact(invoices.map((one) => invoiceState(one, { itemOf, charges, disputes }))),
  }
}

/** The id of an object that Stripe returns by id or expanded. */
export function idOf(named: string | { id: string }): string {
  return typeof named === 'string' ? named : named.id
}

type ItemOf = (price: string | Stripe.Price | Stripe.DeletedPrice) => Promise<Item | undefined>

/** The item of a price, from its metadata; requested once per price and sync. */
function itemsOfPrices(stripe: Stripe): ItemOf {
  const known = new Map<string, Promise<Item | undefined>>()
  const ask = async (id: string) => itemOfKey((await stripe.prices.retrieve(id)).metadata['item'] ?? '')
  return (price) => {
    if (typeof price !== 'string' && price.deleted !== true)
      return Promise.resolve(itemOfKey(price.metadata['item'] ?? ''))
    const id = idOf(price)
    const request = known.get(id) ?? ask(id)
    known.set(id, request)
    return request
  }
}

async function subscriptionState(one: Stripe.Subscription, itemOf: ItemOf): Promise<SubscriptionState | undefined> {
  const [held] = one.items.data
  const item = held && (await itemOf(held.price))
  if (held === undefined || item?.kind !== 'plan') return undefined
  // Never paid: neither a plan nor the end of one.
  if (one.status === 'incomplete' || one.status === 'incomplete_expired') return undefined
  return {
    id: one.id,
    plan: item.plan,
    interval: item.interval,
    state: STATES[one.status] ?? 'ended',
    periodStartMs: held.current_period_start * 1000,
    periodEndMs: held.current_period_end * 1000,
    cancelAtPeriodEnd: one.cancel_at_period_end,
    next: await plannedChoice(one.schedule, itemOf),
    createdAtMs: one.created * 1000,
  }
}

const STATES: Readonly<Record<string, SubscriptionState['state']>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
}

/** The plan of the schedule's second phase. */
async function plannedChoice(schedule: Stripe.Subscription['schedule'], itemOf: ItemOf): Promise<Choice | null> {
  if (schedule === null || typeof schedule === 'string' || schedule.status === 'released') return null
  const price = schedule.phases.at(1)?.items[0]?.price
  const item = price === undefined ? undefined : await itemOf(price)
  return item?.kind === 'plan' ? { plan: item.plan, interval: item.interval } : null
}

async function invoiceState(
  invoice: Stripe.Invoice,
  o: { itemOf: ItemOf; charges: readonly Stripe.Charge[]; disputes: ReadonlyMap<string, InvoiceState['dispute']> },
): Promise<InvoiceState | undefined> {
  const status = STATUSES[invoice.status ?? '']
  if (status === undefined) return undefined
  const subscription = invoice.parent?.subscription_details?.subscription ?? null
  const line = subscription === null ? undefined : boughtLine(invoice)
  const price = line?.pricing?.price_details?.price
  const item = price === undefined ? itemOfKey(invoice.metadata?.['item'] ?? '') : await o.itemOf(price)
  if (item === undefined) return undefined
  const paid = chargesOf(invoice, o.charges)
  const paidAt = invoice.status_transitions.paid_at
  const start = line?.period.start ?? invoice.created
  return {
    id: invoice.id,
    subscriptionId: subscription === null ? null : idOf(subscription),
    checkoutId: checkoutOf(invoice),
    item,
    reason: item.kind === 'pack' ? 'pack' : (REASONS[invoice.billing_reason ?? ''] ?? 'renewal'),
    status,
    currency: invoice.currency,
    total: Math.max(0, invoice.total),
    tax: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    amountPaid: invoice.amount_paid,
    ...creditOf(invoice),
    refunded: paid.reduce((sum, charge) => sum + charge.amount_refunded, 0),
    dispute: paid.map(({ id }) => o.disputes.get(id)).find((dispute) => dispute !== undefined) ?? 'none',
    periodStartMs: start * 1000,
    periodEndMs: (line?.period.end ?? start) * 1000,
    paidAtMs: paidAt === null ? null : paidAt * 1000,
    card: cardOf(paid),
    url: invoice.hosted_invoice_url ?? null,
  }
}

/** How an invoice changed the customer's balance; a negative balance is credit. */
function creditOf({ total, starting_balance: before, ending_balance: after }: Stripe.Invoice) {
  const moved = (after ?? before) - before
  return total < 0 ? { creditUsed: 0, creditAdded: 0 - moved } : { creditUsed: moved, creditAdded: 0 }
}

/** Drafts and void invoices are left out. */
const STATUSES: Readonly<Record<string, InvoiceState['status']>> = { paid: 'paid', open: 'open' }
const REASONS: Readonly<Record<string, InvoiceState['reason']>> = {
  subscription_create: 'first',
  subscription_cycle: 'renewal',
  subscription_update: 'change',
}

/** The purchased line of an invoice, not the lines that settle the old plan. */
function boughtLine(invoice: Stripe.Invoice): Stripe.InvoiceLineItem | undefined {
  return invoice.lines.data.filter(({ amount }) => amount >= 0).toSorted((a, b) => b.period.end - a.period.end)[0]
}

/** A renewal repeats its subscription's metadata; only the first invoice belongs to the checkout. */
function checkoutOf(invoice: Stripe.Invoice): string | null {
  const details = invoice.parent?.subscription_details
  if (!details) return invoice.metadata?.['checkoutId'] ?? null
  return invoice.billing_reason === 'subscription_create' ? (details.metadata?.['checkoutId'] ?? null) : null
}

function chargesOf(invoice: Stripe.Invoice, charges: readonly Stripe.Charge[]): Stripe.Charge[] {
  const intents = new Set(
    (invoice.payments?.data ?? []).flatMap(({ payment: { payment_intent: intent } }) =>
      intent === undefined ? [] : [idOf(intent)],
    ),
  )
  return charges.filter(({ payment_intent: intent }) => intent !== null && intents.has(idOf(intent)))
}

/**
 * Stripe's fingerprint of a card is the same everywhere in one account. Stored as a hash, which can only be compared.
 */
function cardOf(charges: readonly Stripe.Charge[]): string | null {
  const fingerprint = charges.find(({ paid }) => paid)?.payment_method_details?.card?.fingerprint ?? null
  return fingerprint === null ? null : createHash('sha256').update(fingerprint).digest('hex')
}

/** The dispute outcome of each disputed charge, by charge id. */
async function disputesOf(
  stripe: Stripe,
  charges: readonly Stripe.Charge[],
): Promise<Map<string, InvoiceState['dispute']>> {
  const found = await Promise.all(
    charges
      .filter(({ disputed }) => disputed)
      .map(async ({ id }) => {
        const { data } = await stripe.disputes.list({ charge: id, limit: 100 })
        return [id, outcomeOf(data)] as const
      }),
  )
  return new Map(found)
}

/** A payment can be disputed more than once: a lost dispute decides, an open one comes next. */
function outcomeOf(disputes: readonly Stripe.Dispute[]): InvoiceState['dispute'] {
  if (disputes.some(({ status }) => status === 'lost')) return 'lost'
  return disputes.length > 0 && disputes.every(({ status }) => WON.has(status)) ? 'won' : 'open'
}

const WON: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented'])

function ownMethodOf(customer: Stripe.Customer | Stripe.DeletedCustomer) {
  return customer.deleted === true ? null : customer.invoice_settings.default_payment_method
}

/** 'Visa ending 4242' */
function methodName(method: string | Stripe.PaymentMethod | null | undefined): string | null {
  if (method === null || method === undefined || typeof method === 'string') return null
  if (method.card === undefined || method.card === null) return method.type
  return `${method.card.brand.charAt(0).toUpperCase()}${method.card.brand.slice(1)} ending ${method.card.last4}`
}

async function compact<T>(promised: readonly Promise<T | undefined>[]): Promise<T[]> {
  return (await Promise.all(promised)).filter((one) => one !== undefined)
}
