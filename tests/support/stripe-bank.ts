import { periodEndFrom } from '#features/billing/model/index.ts'
import type { Book, Invoice, Price, Session, Subscription } from './stripe-book.ts'

/** Shared state of a test's Stripe. */
export type Env = {
  readonly book: Book
  readonly nowS: () => number
  readonly newId: (prefix: string) => string
  readonly emit: (type: string, object: object) => Promise<void>
}
/** The money operations of a test's Stripe. */
export type Bank = ReturnType<typeof openBank>

type ChargeOptions = {
  customer: string
  lines: { amount: number; price: string; start: number; end: number }[]
  subscription?: Subscription
  reason: string
  metadata?: Record<string, string>
  percentOff?: number
  taxPercent?: number
}

export function openBank(env: Env) {
  const { book, nowS, emit } = env
  return {
    charge: (o: ChargeOptions) => charge(env, o),
    paySession: (sessionId: string, o: { percentOff?: number } = {}) => paySession(env, sessionId, o),

    /** Renews, changes and ends what is due; a failed renewal is given up at the next attempt. */
    async passTime(): Promise<void> {
      for (const subscription of book.subscriptions.values()) {
        for (;;) {
          const end = subscription.items.data[0]?.current_period_end ?? Infinity
          if (subscription.status === 'canceled' || end > nowS()) break
          if (subscription.status === 'past_due' || subscription.cancel_at_period_end) {
            subscription.status = 'canceled'
            await emit('customer.subscription.deleted', subscription)
          } else {
            await renew(env, subscription)
          }
        }
      }
    },

    /** A settled dispute is final; after a won one there may be another. */
    async dispute(invoiceId: string, status: string): Promise<void> {
      const paid = book.chargeOf(invoiceId)
      const [last, ...before] = book.disputes.get(paid.id) ?? []
      const isNew = last?.status !== 'needs_response'
      if (last?.status === 'lost' || (last?.status === 'won' && status !== 'needs_response')) return
      paid.disputed = true
      const nth = before.length + (isNew && last !== undefined ? 1 : 0)
      const dispute = { id: `dp_${paid.id}_${nth}`, object: 'dispute', charge: paid.id, status }
      book.disputes.set(paid.id, [dispute, ...(isNew && last !== undefined ? [last] : []), ...before])
      await emit(status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed', dispute)
    },

    /** The bank returns every refund of an invoice, so none of it counts as refunded. */
    async failRefunds(invoiceId: string): Promise<void> {
      const paid = book.chargeOf(invoiceId)
      paid.amount_refunded = 0
      await emit('refund.failed', { id: `re_${paid.id}`, object: 'refund', charge: paid.id, status: 'failed' })
    },
  }
}

async function charge({ book, nowS, newId, emit }: Env, o: ChargeOptions): Promise<Invoice> {
  const isPaid = !book.failing.has(o.customer)
  const customer = book.customers.get(o.customer)
  const invoice = invoiceOver({ ...o, isPaid, at: nowS(), newId, balance: customer?.balance ?? 0 })
  book.invoices.set(invoice.id, invoice)
  if (customer !== undefined) customer.balance = invoice.ending_balance
  const [payment] = invoice.payments.data
  if (payment !== undefined) {
    const { payment_intent } = payment.payment
    const id = newId('ch')
    const { amount_paid: amount } = invoice
    book.charges.set(id, {
      id,
      object: 'charge',
      customer: o.customer,
      amount: isPaid ? amount : invoice.total,
      amount_refunded: 0,
      payment_intent,
      disputed: false,
      paid: isPaid,
      payment_method_details: { type: 'card', card: { fingerprint: book.cards.get(o.customer) ?? `fp_${o.customer}` } },
    })
  }
  await emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
  return invoice
}

function invoiceOver(
  o: ChargeOptions & { isPaid: boolean; at: number; newId: (prefix: string) => string; balance: number },
): Invoice {
  const gross = o.lines.reduce((sum, { amount }) => sum + amount, 0)
  const net = Math.round((gross * (100 - (o.percentOff ?? 0))) / 100)
  const tax = Math.round((Math.max(0, net) * (o.taxPercent ?? 0)) / 100)
  const total = net + tax
  // A failed payment leaves the balance unchanged.
  const due = o.isPaid ? Math.max(0, total + o.balance) : total
  const { subscription } = o
  const details = subscription && { subscription: subscription.id, metadata: subscription.metadata }
  const payment = { type: 'payment_intent', payment_intent: o.newId('pi') }
  return {
    id: o.newId('in'),
    object: 'invoice',
    livemode: false,
    customer: o.customer,
    created: o.at,
    status: o.isPaid ? 'paid' : 'open',
    currency: 'usd',
    total,
    starting_balance: o.balance,
    ending_balance: o.isPaid ? o.balance + total - due : o.balance,
    total_taxes: tax > 0 ? [{ amount: tax }] : [],
    amount_paid: o.isPaid ? due : 0,
    billing_reason: o.reason,
    metadata: o.metadata ?? {},
    hosted_invoice_url: null,
    status_transitions: { paid_at: o.isPaid ? o.at : null },
    parent: details === undefined ? null : { type: 'subscription_details', subscription_details: details },
    lines: {
      object: 'list',
      data: o.lines.map((line) => ({
        id: o.newId('il'),
        amount: line.amount,
        period: { start: line.start, end: line.end },
        pricing: { type: 'price_details', price_details: { price: line.price } },
      })),
    },
    payments: { object: 'list', data: o.isPaid && due > 0 ? [{ id: o.newId('inpay'), payment }] : [] },
  }
}

/** The tax that Stripe Tax adds here, in percent. */
const TAX_PERCENT = 10

/** @param o.percentOff the discount of a promotion code */
async function paySession(env: Env, sessionId: string, o: { percentOff?: number }): Promise<Session> {
  const { book, nowS, newId, emit } = env
  const session = book.sessions.get(sessionId)
  if (session === undefined || session.status !== 'open') throw new Error(`${sessionId} is not open`)
  if (book.failing.has(session.customer)) throw new Error(`${sessionId} is not paid: the card is refused`)
  if (o.percentOff !== undefined && !session.takesCodes) throw new Error(`${sessionId} takes no promotion codes`)
  session.status = 'complete'
  session.payment_status = 'paid'
  const { customer } = session
  const price = book.price(session.price)
  const adjusted = { percentOff: o.percentOff ?? 0, taxPercent: session.isTaxed ? TAX_PERCENT : 0 }
  const line = {
    amount: price.unit_amount,
    price: price.id,
    start: nowS(),
    end: periodEnd(nowS(), { anchor: nowS(), price }),
  }
  if (session.mode === 'payment') {
    await charge(env, { ...adjusted, customer, lines: [line], reason: 'manual', metadata: session.objectMetadata })
  } else {
    const subscription = book.subscribe({ id: newId('sub'), itemId: newId('si'), session, price, line, at: nowS() })
    await emit('customer.subscription.created', subscription)
    await charge(env, { ...adjusted, customer, lines: [line], subscription, reason: 'subscription_create' })
  }
  await emit('checkout.session.completed', session.shown())
  return session
}

async function renew(env: Env, subscription: Subscription): Promise<void> {
  const { book, emit } = env
  const [item] = subscription.items.data
  if (item === undefined) return
  const schedule = subscription.schedule === null ? undefined : book.schedules.get(subscription.schedule)
  const nextPrice = schedule?.phases.at(1)?.items[0]?.price
  if (nextPrice !== undefined) {
    item.price = book.price(nextPrice)
    subscription.schedule = null
  }
  item.current_period_start = item.current_period_end
  const { billing_cycle_anchor: anchor } = subscription
  item.current_period_end = periodEnd(item.current_period_start, { anchor, price: item.price })
  const { current_period_start: start, current_period_end: end, price } = item
  const line = { amount: price.unit_amount, price: price.id, start, end }
  const { customer } = subscription
  const { status } = await charge(env, { customer, lines: [line], subscription, reason: 'subscription_cycle' })
  subscription.status = status === 'paid' ? 'active' : 'past_due'
  await emit('customer.subscription.updated', subscription)
}

/** The end of a period that starts at `start`, on the day of the anchor; in seconds since 1970. */
export function periodEnd(start: number, { anchor, price }: { anchor: number; price: Price }): number {
  if (price.recurring === null) return start
  const interval = price.recurring.interval === 'year' ? 'year' : 'month'
  return Math.floor(periodEndFrom(start * 1000, { anchorMs: anchor * 1000, interval }) / 1000)
}
