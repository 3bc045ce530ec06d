import { z } from 'zod'
import {
  addMonths,
  type Choice,
  CustomerState,
  type InvoiceState,
  periodEndFrom,
  type SubscriptionState,
} from './payments.ts'
import type { Item } from './items.ts'
import { type Catalogue, CURRENCY, itemCents } from './prices.ts'

/** The test checkout's record of a customer, with the keys of refunds and credits already made. */
export const TestBook = CustomerState.extend({ refundKeys: z.array(z.string()).default([]) })
export type TestBook = z.output<typeof TestBook>

/** The test checkout's operations on a record: those of a payment provider, without money. */
type At = { readonly nowMs: number; readonly catalogue: Catalogue; readonly newId: () => string }

/** A customer without payments. */
export const EMPTY_BOOK: TestBook = {
  paymentMethod: null,
  creditCents: 0,
  subscriptions: [],
  invoices: [],
  refundKeys: [],
}

/** Pays a checkout. */
export function payCheckout(book: TestBook, o: At & { item: Item; checkoutId: string; cents: number }): TestBook {
  const paid = { ...book, paymentMethod: 'Test card ending 4242' }
  const invoice = { ...o, amountCents: o.cents, checkoutId: o.checkoutId, startMs: o.nowMs }
  if (o.item.kind === 'pack') {
    const endMs = addMonths(o.nowMs, 12)
    return withInvoice(paid, { ...invoice, endMs, reason: 'pack', subscriptionId: null })
  }
  const { plan, interval } = o.item
  const subscription: SubscriptionState = {
    id: `test_sub_${o.newId()}`,
    plan,
    interval,
    state: 'active',
    periodStartMs: o.nowMs,
    periodEndMs: periodEndFrom(o.nowMs, { anchorMs: o.nowMs, interval }),
    cancelAtPeriodEnd: false,
    next: null,
    createdAtMs: o.nowMs,
  }
  const subscribed = { ...paid, subscriptions: [...paid.subscriptions, subscription] }
  const { id: subscriptionId, periodEndMs: endMs } = subscription
  return withInvoice(subscribed, { ...invoice, endMs, reason: 'first', subscriptionId })
}

/** The settlement of an amount, in minor units. */
export type Settlement = {
  readonly dueCents: number
  /** Account credit used; negative if owed credit is collected. */
  readonly creditUsedCents: number
  /** The part that becomes account credit. */
  readonly creditAddedCents: number
}

/** Settles an amount with account credit first; a negative amount becomes account credit. */
export function settleWith(creditCents: number, amountCents: number): Settlement {
  const dueCents = Math.max(0, amountCents - creditCents)
  const isLeftover = amountCents < 0
  return {
    dueCents,
    creditUsedCents: isLeftover ? 0 : amountCents - dueCents,
    creditAddedCents: isLeftover ? dueCents - amountCents : 0,
  }
}

/** The settlement of an immediate plan change. */
export function changeDue(book: TestBook, o: ChangeOf): Settlement {
  return settleWith(book.creditCents, changeAmount(book, o))
}

type ChangeOf = Omit<At, 'newId'> & { subscriptionId: string; choice: Choice }

/** The new price less the leftover of the old one; negative if the leftover is larger. */
function changeAmount(book: TestBook, o: ChangeOf): number {
  const subscription = found(book, o.subscriptionId)
  const price = itemCents({ kind: 'plan', ...o.choice }, o.catalogue) ?? 0
  const last = book.invoices.findLast(({ subscriptionId }) => subscriptionId === subscription.id)
  // A change pays less than its period is worth: the leftover of the plan before paid the rest.
  const worth = last?.reason === 'change' ? itemCents(last.item, o.catalogue) : last?.total
  const spanMs = subscription.periodEndMs - subscription.periodStartMs
  const leftMs = Math.max(0, subscription.periodEndMs - o.nowMs)
  return price - Math.round(((worth ?? 0) * leftMs) / spanMs)
}

/** Changes the plan now: a new period starts. */
export function changeAtOnce(book: TestBook, o: At & { subscriptionId: string; choice: Choice }): TestBook {
  const before = found(book, o.subscriptionId)
  if (before.plan === o.choice.plan && before.interval === o.choice.interval) return book
  const amountCents = changeAmount(book, o)
  const endMs = periodEndFrom(o.nowMs, { anchorMs: o.nowMs, interval: o.choice.interval })
  const changed = withSubscription(book, o.subscriptionId, {
    ...o.choice,
    next: null,
    cancelAtPeriodEnd: false,
    periodStartMs: o.nowMs,
    periodEndMs: endMs,
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
    endMs,
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

/** Refunds part of an invoice, once per `key` and never more than was paid. */
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

/** Simulates failed refunds: nothing of the invoice remains refunded. */
export function failRefunds(book: TestBook, invoiceId: string): TestBook {
  return { ...book, invoices: book.invoices.map((one) => (one.id === invoiceId ? { ...one, refunded: 0 } : one)) }
}

/** Adds account credit, or removes it if `cents` is negative; once per `key`. */
export function adjustCredit(book: TestBook, o: { cents: number; key: string }): TestBook {
  if (book.refundKeys.includes(o.key)) return book
  return { ...book, refundKeys: [...book.refundKeys, o.key], creditCents: book.creditCents + o.cents }
}

/** Advances the clock: renews, changes or ends the periods that are over. */
export function advanceTime(book: TestBook, o: At): TestBook {
  const due = book.subscriptions.find(({ state, periodEndMs }) => state === 'active' && periodEndMs <= o.nowMs)
  if (due === undefined) return book
  if (due.cancelAtPeriodEnd) return advanceTime(withSubscription(book, due.id, { state: 'ended' }), o)
  const choice = due.next ?? { plan: due.plan, interval: due.interval }
  const endMs = periodEndFrom(due.periodEndMs, { anchorMs: anchorOf(book, due), interval: choice.interval })
  const renewed = withSubscription(book, due.id, {
    ...choice,
    next: null,
    periodStartMs: due.periodEndMs,
    periodEndMs: endMs,
  })
  const item = { kind: 'plan', ...choice } as const
  const amountCents = itemCents(item, o.catalogue) ?? 0
  const startMs = due.periodEndMs
  return advanceTime(
    withInvoice(renewed, {
      ...o,
      item,
      amountCents,
      reason: 'renewal',
      checkoutId: null,
      subscriptionId: due.id,
      startMs,
      endMs,
    }),
    o,
  )
}

function withInvoice(
  book: TestBook,
  o: Pick<InvoiceState, 'item' | 'reason' | 'checkoutId' | 'subscriptionId'> & {
    amountCents: number
    startMs: number
    endMs: number
    newId: () => string
  },
): TestBook {
  const { dueCents, creditUsedCents, creditAddedCents } = settleWith(book.creditCents, o.amountCents)
  const invoice: InvoiceState = {
    id: `test_in_${o.newId()}`,
    subscriptionId: o.subscriptionId,
    checkoutId: o.checkoutId,
    item: o.item,
    reason: o.reason,
    status: 'paid',
    currency: CURRENCY,
    total: Math.max(0, o.amountCents),
    tax: 0,
    amountPaid: dueCents,
    creditUsed: creditUsedCents,
    creditAdded: creditAddedCents,
    refunded: 0,
    dispute: 'none',
    periodStartMs: o.startMs,
    periodEndMs: o.endMs,
    paidAtMs: o.startMs,
    card: null,
    url: null,
  }
  const creditCents = book.creditCents - creditUsedCents + creditAddedCents
  return { ...book, creditCents, invoices: [...book.invoices, invoice] }
}

/** The anchor of the billing cycle: the first payment, or the last change. */
function anchorOf(book: TestBook, { id, periodStartMs }: SubscriptionState): number {
  const began = book.invoices.findLast(
    ({ subscriptionId, reason }) => subscriptionId === id && (reason === 'first' || reason === 'change'),
  )
  return began?.periodStartMs ?? periodStartMs
}

function found(book: TestBook, id: string): SubscriptionState {
  const subscription = book.subscriptions.find((one) => one.id === id)
  if (subscription === undefined) throw new Error(`no subscription ${id}`)
  return subscription
}
