import { z } from 'zod'
import { type Choice, CustomerState, type InvoiceState, type SubscriptionState, addMonths } from './payments.ts'
import type { Item } from './items.ts'
import { type Catalogue, CURRENCY, itemCents } from './prices.ts'

/** What the test checkout knows of a customer, and the keys of what it paid back: each once. */
export const TestBook = CustomerState.extend({ refundKeys: z.array(z.string()).default([]) })
export type TestBook = z.output<typeof TestBook>

/** What the test checkout does to a customer's books: as a payment provider would, without money. */
type At = { readonly nowMs: number; readonly catalogue: Catalogue; readonly newId: () => string }

/** Nobody pays here yet. */
export const EMPTY_BOOK: TestBook = { paymentMethod: null, subscriptions: [], invoices: [], refundKeys: [] }

/** Pays a checkout. */
export function payCheckout(book: TestBook, o: At & { item: Item; checkoutId: string; cents: number }): TestBook {
  const paid = { ...book, paymentMethod: 'Test card ending 4242' }
  const invoice = { ...o, amountCents: o.cents, checkoutId: o.checkoutId, startMs: o.nowMs }
  if (o.item.kind === 'pack') return withInvoice(paid, { ...invoice, reason: 'pack', subscriptionId: null })
  const { plan, interval } = o.item
  const subscription: SubscriptionState = {
    id: `test_sub_${o.newId()}`,
    plan,
    interval,
    state: 'active',
    periodStartMs: o.nowMs,
    periodEndMs: periodEnd(o.nowMs, interval),
    cancelAtPeriodEnd: false,
    next: null,
    createdAtMs: o.nowMs,
  }
  const subscribed = { ...paid, subscriptions: [...paid.subscriptions, subscription] }
  return withInvoice(subscribed, { ...invoice, reason: 'first', subscriptionId: subscription.id })
}

/** What is due when a plan changes at once: the new price less what is left of the old one. */
export function changeDue(book: TestBook, o: Omit<At, 'newId'> & { subscriptionId: string; choice: Choice }): number {
  const subscription = found(book, o.subscriptionId)
  const price = itemCents({ kind: 'plan', ...o.choice }, o.catalogue) ?? 0
  const last = book.invoices.findLast(({ subscriptionId }) => subscriptionId === subscription.id)
  // What a change was paid with is less than its period is worth: the rest came off the plan before.
  const worth = last?.reason === 'change' ? itemCents(last.item, o.catalogue) : last?.total
  const spanMs = subscription.periodEndMs - subscription.periodStartMs
  const left = Math.max(0, subscription.periodEndMs - o.nowMs) / spanMs
  return Math.max(0, price - Math.round((worth ?? 0) * left))
}

/** Changes the plan at once: a new period begins. */
export function changeAtOnce(book: TestBook, o: At & { subscriptionId: string; choice: Choice }): TestBook {
  const before = found(book, o.subscriptionId)
  if (before.plan === o.choice.plan && before.interval === o.choice.interval) return book
  const amountCents = changeDue(book, o)
  const changed = withSubscription(book, o.subscriptionId, {
    ...o.choice,
    next: null,
    cancelAtPeriodEnd: false,
    periodStartMs: o.nowMs,
    periodEndMs: periodEnd(o.nowMs, o.choice.interval),
  })
  const item = { kind: 'plan', ...o.choice } as const
  const { subscriptionId } = o
  return withInvoice(changed, {
    ...o,
    item,
    amountCents,
    reason: 'change',
    checkoutId: null,
    subscriptionId,
    startMs: o.nowMs,
  })
}

/** Changes fields of one subscription. */
export function withSubscription(book: TestBook, id: string, changes: Partial<SubscriptionState>): TestBook {
  found(book, id)
  return {
    ...book,
    subscriptions: book.subscriptions.map((one) => (one.id === id ? { ...one, ...changes } : one)),
  }
}

/** Pays back some of an invoice, once for each `key` and never more than was paid. */
export function refundInvoice(book: TestBook, o: { invoiceId: string; cents: number; key: string }): TestBook {
  if (book.refundKeys.includes(o.key)) return book
  return {
    ...book,
    refundKeys: [...book.refundKeys, o.key],
    invoices: book.invoices.map((one) =>
      one.id === o.invoiceId ? { ...one, refunded: Math.min(one.amountPaid, one.refunded + o.cents) } : one,
    ),
  }
}

/** Lets time pass: periods that are over are renewed, changed as planned, or ended. */
export function letTimePass(book: TestBook, o: At): TestBook {
  const due = book.subscriptions.find(({ state, periodEndMs }) => state === 'active' && periodEndMs <= o.nowMs)
  if (due === undefined) return book
  if (due.cancelAtPeriodEnd) return letTimePass(withSubscription(book, due.id, { state: 'ended' }), o)
  const choice = due.next ?? { plan: due.plan, interval: due.interval }
  const renewed = withSubscription(book, due.id, {
    ...choice,
    next: null,
    periodStartMs: due.periodEndMs,
    periodEndMs: periodEnd(due.periodEndMs, choice.interval),
  })
  const item = { kind: 'plan', ...choice } as const
  const amountCents = itemCents(item, o.catalogue) ?? 0
  const startMs = due.periodEndMs
  return letTimePass(
    withInvoice(renewed, {
      ...o,
      item,
      amountCents,
      reason: 'renewal',
      checkoutId: null,
      subscriptionId: due.id,
      startMs,
    }),
    o,
  )
}

function withInvoice(
  book: TestBook,
  o: Pick<InvoiceState, 'item' | 'reason' | 'checkoutId' | 'subscriptionId'> & {
    amountCents: number
    startMs: number
    newId: () => string
  },
): TestBook {
  const interval = o.item.kind === 'plan' ? o.item.interval : 'year'
  const invoice: InvoiceState = {
    id: `test_in_${o.newId()}`,
    subscriptionId: o.subscriptionId,
    checkoutId: o.checkoutId,
    item: o.item,
    reason: o.reason,
    status: 'paid',
    currency: CURRENCY,
    total: o.amountCents,
    tax: 0,
    amountPaid: o.amountCents,
    refunded: 0,
    dispute: 'none',
    periodStartMs: o.startMs,
    periodEndMs: periodEnd(o.startMs, interval),
    paidAtMs: o.startMs,
    card: null,
    url: null,
  }
  return { ...book, invoices: [...book.invoices, invoice] }
}

function periodEnd(startMs: number, interval: 'month' | 'year'): number {
  return addMonths(startMs, interval === 'year' ? 12 : 1)
}

function found(book: TestBook, id: string): SubscriptionState {
  const subscription = book.subscriptions.find((one) => one.id === id)
  if (subscription === undefined) throw new Error(`no subscription ${id}`)
  return subscription
}
