import { type FormValue, textAt } from './stripe-form.ts'

/** The records of a test's Stripe, in the shapes of its API; amounts in cents, times in seconds since 1970. */
export type Price = {
  id: string
  object: 'price'
  active: true
  currency: string
  unit_amount: number
  lookup_key: string | null
  metadata: { item: string }
  recurring: { interval: string } | null
}
/** A negative `balance` is account credit. */
type Customer = { id: string; object: 'customer'; email: string | null; balance: number; invoice_settings: object }
type Item = { id: string; price: Price; current_period_start: number; current_period_end: number }
export type Subscription = {
  id: string
  object: 'subscription'
  customer: string
  status: 'active' | 'past_due' | 'canceled'
  cancel_at_period_end: boolean
  created: number
  billing_cycle_anchor: number
  metadata: Record<string, string>
  schedule: string | null
  default_payment_method: object
  items: { object: 'list'; data: Item[] }
}
export type Invoice = {
  id: string
  object: 'invoice'
  livemode: false
  customer: string
  created: number
  status: 'paid' | 'open'
  currency: string
  total: number
  total_taxes: { amount: number }[]
  starting_balance: number
  ending_balance: number
  amount_paid: number
  billing_reason: string
  metadata: Record<string, string>
  hosted_invoice_url: null
  status_transitions: { paid_at: number | null }
  parent: object | null
  lines: { object: 'list'; data: object[] }
  payments: { object: 'list'; data: { id: string; payment: { type: string; payment_intent: string } }[] }
}
type Charge = {
  id: string
  object: 'charge'
  customer: string
  amount: number
  amount_refunded: number
  payment_intent: string
  disputed: boolean
  paid: boolean
  payment_method_details: { type: 'card'; card: { fingerprint: string } }
}
type Phase = { items: { price: string; quantity: number }[]; start_date: number; end_date: number }
type Schedule = { id: string; object: string; status: string; subscription: string; phases: Phase[] }
export type Session = {
  id: string
  mode: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  customer: string
  price: string
  successUrl: string
  /** Whether promotion codes are accepted and taxes added. */
  takesCodes: boolean
  isTaxed: boolean
  /** Copied to the subscription, or to the invoice of a single payment. */
  objectMetadata: Record<string, string>
  /** The object as the API returns it. */
  shown(): object
}
export type Book = ReturnType<typeof newBook>

/** Empty records. */
export function newBook() {
  const prices = new Map<string, Price>()
  const invoices = new Map<string, Invoice>()
  const charges = new Map<string, Charge>()
  const subscriptions = new Map<string, Subscription>()
  const sessions = new Map<string, Session>()
  const price = (id: string): Price => found(prices.get(id), id)
  return {
    origin: '',
    customers: new Map<string, Customer>(),
    prices,
    sessions,
    subscriptions,
    invoices,
    charges,
    /** By charge, newest first. */
    disputes: new Map<string, { status: string }[]>(),
    schedules: new Map<string, Schedule>(),
    /** Customers whose card is declined. */
    failing: new Set<string>(),
    /** Card fingerprints by customer; customers not listed have a card of their own. */
    cards: new Map<string, string>(),
    price,
    customerOf: (subscriptionId: string) => found(subscriptions.get(subscriptionId), subscriptionId).customer,
    /** The charge that paid an invoice. */
    chargeOf(invoiceId: string): Charge {
      const intent = invoices.get(invoiceId)?.payments.data[0]?.payment.payment_intent
      return found(
        [...charges.values()].find((charge) => charge.payment_intent === intent),
        invoiceId,
      )
    },
    openSession(this: { origin: string }, id: string, form: FormValue): Session {
      const mode = textAt(form, 'mode') ?? ''
      const metadata = mode === 'payment' ? ['invoice_creation', 'invoice_data'] : ['subscription_data']
      const url = `${this.origin}/pay/${id}`
      const session: Session = {
        id,
        mode,
        status: 'open',
        payment_status: 'unpaid',
        customer: textAt(form, 'customer') ?? '',
        price: textAt(form, 'line_items', '0', 'price') ?? '',
        successUrl: textAt(form, 'success_url') ?? '',
        takesCodes: textAt(form, 'allow_promotion_codes') === 'true',
        isTaxed: textAt(form, 'automatic_tax', 'enabled') === 'true',
        objectMetadata: Object.fromEntries(
          ['checkoutId', 'userId', 'item'].map((key) => [key, textAt(form, ...metadata, 'metadata', key) ?? '']),
        ),
        shown() {
          const { status, payment_status, customer } = this
          return { id, object: 'checkout.session', mode, status, payment_status, customer, url }
        },
      }
      sessions.set(id, session)
      return session
    },
    subscribe(o: {
      id: string
      itemId: string
      session: Session
      price: Price
      line: { start: number; end: number }
      at: number
    }): Subscription {
      const item = { id: o.itemId, price: o.price, current_period_start: o.line.start, current_period_end: o.line.end }
      const subscription: Subscription = {
        id: o.id,
        object: 'subscription',
        customer: o.session.customer,
        status: 'active',
        cancel_at_period_end: false,
        created: o.at,
        billing_cycle_anchor: o.at,
        metadata: o.session.objectMetadata,
        schedule: null,
        default_payment_method: { id: 'pm_1', type: 'card', card: { brand: 'visa', last4: '4242' } },
        items: { object: 'list', data: [item] },
      }
      subscriptions.set(o.id, subscription)
      return subscription
    },
  }
}

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`no ${name}`)
  return value
}
