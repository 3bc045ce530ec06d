import { randomBytes } from 'node:crypto'
import { serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Stripe } from 'stripe'
import { formOf, type FormValue, textAt } from './stripe-form.ts'
import { type Bank, type Env, openBank, periodEnd } from './stripe-bank.ts'
import { newBook, type Price, type Subscription } from './stripe-book.ts'

/** A webhook as Stripe sends it. */
export type SentEvent = { readonly id: string; readonly type: string; readonly payload: string }

/**
 * The part of Stripe's API that the product uses, on 127.0.0.1, with state, a clock the test moves, a payment page, and
 * signed webhooks that the test delivers when and as often as it likes.
 * @param o.deliver called with each event as it happens; without it, events wait in `events`
 */
export async function startStripeServer(o: {
  webhookSecret: string
  now: () => number
  deliver?: (body: string, signature: string) => Promise<void>
}) {
  const book = newBook()
  const signer = new Stripe('sk_test_signer')
  const events: SentEvent[] = []
  const nowS = () => Math.floor(o.now() / 1000)
  const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`
  const sign = (payload: string, secret = o.webhookSecret, timestamp = nowS()) =>
    signer.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  async function emit(type: string, object: object): Promise<void> {
    const id = newId('evt')
    const event = { id, object: 'event', api_version: '2026-10-28.endive', created: nowS(), livemode: false }
    const payload = JSON.stringify({ ...event, type, data: { object }, pending_webhooks: 1, request: null })
    events.push({ id, type, payload })
    await o.deliver?.(payload, sign(payload))
  }
  const bank = openBank({ book, nowS, newId, emit })
  const server = serve({ fetch: stripeApi({ book, nowS, newId, emit, bank }).fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  book.origin = `http://127.0.0.1:${port}`
  return {
    url: book.origin,
    book,
    events,
    sign,
    /** Pays on a checkout's page, as its button does. */
    pay: bank.paySession,
    /** Renews, changes and ends everything due. */
    passTime: () => bank.passTime(),
    failRefunds: (invoiceId: string) => bank.failRefunds(invoiceId),
    dispute: (invoiceId: string, status: 'needs_response' | 'won' | 'lost') => bank.dispute(invoiceId, status),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function stripeApi(env: Env & { bank: Bank }): Hono {
  const app = new Hono()
  const kept = new Map<string, { asked: string; answer: Promise<StoredAnswer | undefined> }>()
  app.use('/v1/*', async (c, next) => {
    if (c.req.header('authorization')?.startsWith('Bearer sk_test_') !== true) {
      return c.json({ error: { type: 'invalid_request_error', message: 'Invalid API Key' } }, 401)
    }
    // As at Stripe: a repeated key returns the first response, including a refusal, and has no effect.
    const key = c.req.header('idempotency-key')
    if (key === undefined || c.req.method !== 'POST') return next()
    const asked = `${c.req.path}?${await c.req.text()}`
    for (let known = kept.get(key); known !== undefined; known = kept.get(key)) {
      if (known.asked !== asked) {
        const message = 'Keys for idempotent requests can only be used with the same parameters'
        return c.json({ error: { type: 'idempotency_error', message } }, 400)
      }
      // A repeat during the first request waits for its response.
      const first = await known.answer
      if (first === undefined) continue
      const headers = { 'content-type': 'application/json', 'idempotent-replayed': 'true' }
      return c.body(first.text, first.status, headers)
    }
    const answer = Promise.withResolvers<StoredAnswer | undefined>()
    kept.set(key, { asked, answer: answer.promise })
    await next()
    const status = REPLAYED_STATUSES.find((one) => one === c.res.status)
    if (status === undefined) kept.delete(key)
    answer.resolve(status === undefined ? undefined : { status, text: await c.res.clone().text() })
  })
  customersAndPrices(app, env)
  checkoutPages(app, env)
  subscriptions(app, env)
  schedules(app, env)
  money(app, env)
  app.all('/v1/*', (c) => missing(c, `Not implemented: ${c.req.method} ${c.req.path}`))
  return app
}

type StoredAnswer = { readonly status: ContentfulStatusCode; readonly text: string }

/** Requests refused before any attempt can be repeated. */
const REPLAYED_STATUSES = [200, 402] as const satisfies readonly ContentfulStatusCode[]

function missing(c: Context, message = 'No such object'): Response {
  return c.json({ error: { type: 'invalid_request_error', code: 'resource_missing', message } }, 404)
}

function listOf(data: readonly object[]) {
  return { object: 'list', has_more: false, url: '/v1', data }
}

async function body(c: Context): Promise<FormValue> {
  return formOf(await c.req.text())
}

function customersAndPrices(app: Hono, { book, newId }: Env): void {
  app.post('/v1/customers', async (c) => {
    const form = await body(c)
    const id = newId('cus')
    book.customers.set(id, {
      id,
      object: 'customer',
      email: textAt(form, 'email') ?? null,
      balance: 0,
      invoice_settings: { default_payment_method: null },
    })
    return c.json(book.customers.get(id))
  })
  app.get('/v1/customers/:id', (c) => {
    const customer = book.customers.get(c.req.param('id'))
    return customer === undefined ? missing(c) : c.json(customer)
  })
  app.post('/v1/customers/:id/balance_transactions', async (c) => {
    const customer = book.customers.get(c.req.param('id'))
    if (customer === undefined) return missing(c)
    const amount = Number(textAt(await body(c), 'amount'))
    customer.balance += amount
    return c.json({ id: newId('cbtxn'), object: 'customer_balance_transaction', amount, customer: customer.id })
  })
  app.post('/v1/prices', async (c) => {
    const form = await body(c)
    const key = textAt(form, 'lookup_key') ?? null
    for (const other of book.prices.values()) if (other.lookup_key === key) other.lookup_key = null
    const interval = textAt(form, 'recurring', 'interval')
    const id = newId('price')
    const price: Price = {
      id,
      object: 'price',
      active: true,
      currency: textAt(form, 'currency') ?? '',
      unit_amount: Number(textAt(form, 'unit_amount')),
      lookup_key: key,
      metadata: { item: textAt(form, 'metadata', 'item') ?? '' },
      recurring: interval === undefined ? null : { interval },
    }
    book.prices.set(id, price)
    return c.json(price)
  })
  app.get('/v1/prices', (c) => {
    const url = new URL(c.req.url)
    const keys = [...url.searchParams].filter(([name]) => name.startsWith('lookup_keys')).map(([, key]) => key)
    return c.json(listOf([...book.prices.values()].filter(({ lookup_key: key }) => key !== null && keys.includes(key))))
  })
  app.get('/v1/prices/:id', (c) => {
    const price = book.prices.get(c.req.param('id'))
    return price === undefined ? missing(c) : c.json(price)
  })
}

function checkoutPages(app: Hono, { book, newId, bank }: Env & { bank: Bank }): void {
  app.post('/v1/checkout/sessions', async (c) => {
    const session = book.openSession(newId('cs_test'), await body(c))
    return c.json(session.shown())
  })
  app.get('/v1/checkout/sessions/:id', (c) => {
    const session = book.sessions.get(c.req.param('id'))
    return session === undefined ? missing(c) : c.json(session.shown())
  })
  app.post('/v1/checkout/sessions/:id/expire', (c) => {
    const session = book.sessions.get(c.req.param('id'))
    if (session === undefined) return missing(c)
    if (session.status !== 'open') {
      return c.json({ error: { type: 'invalid_request_error', message: `This page is ${session.status}` } }, 400)
    }
    session.status = 'expired'
    return c.json(session.shown())
  })
  app.get('/pay/:id', (c) =>
    c.html(`<!doctype html><title>Pay</title><h1>Pay</h1><form method="post"><button>Pay</button></form>`),
  )
  app.post('/pay/:id', async (c) => {
    const session = await bank.paySession(c.req.param('id'))
    return c.redirect(session.successUrl)
  })
  app.post('/v1/billing_portal/sessions', async (c) => {
    const customer = textAt(await body(c), 'customer') ?? ''
    return c.json({ id: newId('bps'), object: 'billing_portal.session', url: `${book.origin}/portal/${customer}` })
  })
}

function subscriptions(app: Hono, { book, nowS, emit, bank }: Env & { bank: Bank }): void {
  /** The invoice lines of an immediate change: the unused part of the old price, and the new one. */
  const changeLines = (subscription: Subscription, price: Price) => {
    const [item] = subscription.items.data
    if (item === undefined) throw new Error('an empty subscription')
    const span = item.current_period_end - item.current_period_start
    const left = Math.max(0, item.current_period_end - nowS()) / span
    const start = nowS()
    return [
      { amount: -Math.round(item.price.unit_amount * left), price: item.price.id, start, end: item.current_period_end },
      { amount: price.unit_amount, price: price.id, start, end: periodEnd(start, { anchor: start, price }) },
    ]
  }
  app.get('/v1/subscriptions', (c) => {
    const found = [...book.subscriptions.values()].filter(({ customer }) => customer === c.req.query('customer'))
    return c.json(
      listOf(
        found.map((one) => ({ ...one, schedule: one.schedule === null ? null : book.schedules.get(one.schedule) })),
      ),
    )
  })
  app.get('/v1/subscriptions/:id', (c) => {
    const found = book.subscriptions.get(c.req.param('id'))
    return found === undefined ? missing(c) : c.json(found)
  })
  app.post('/v1/subscriptions/:id', async (c) => {
    const found = book.subscriptions.get(c.req.param('id'))
    const [item] = found?.items.data ?? []
    if (found === undefined || item === undefined) return missing(c)
    const form = await body(c)
    const cancel = textAt(form, 'cancel_at_period_end')
    const newPrice = textAt(form, 'items', '0', 'price')
    if (newPrice !== undefined && book.failing.has(found.customer)) {
      return c.json({ error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } }, 402)
    }
    if (cancel !== undefined) found.cancel_at_period_end = cancel === 'true'
    if (newPrice !== undefined) {
      const price = book.price(newPrice)
      const lines = changeLines(found, price)
      item.price = price
      found.billing_cycle_anchor = nowS()
      item.current_period_start = nowS()
      item.current_period_end = periodEnd(nowS(), { anchor: nowS(), price })
      await bank.charge({ customer: found.customer, lines, subscription: found, reason: 'subscription_update' })
    }
    await emit('customer.subscription.updated', found)
    return c.json(found)
  })
  app.delete('/v1/subscriptions/:id', async (c) => {
    const found = book.subscriptions.get(c.req.param('id'))
    if (found === undefined) return missing(c)
    found.status = 'canceled'
    await emit('customer.subscription.deleted', found)
    return c.json(found)
  })
  app.post('/v1/invoices/create_preview', async (c) => {
    const form = await body(c)
    const found = book.subscriptions.get(textAt(form, 'subscription') ?? '')
    if (found === undefined) return missing(c)
    const lines = changeLines(found, book.price(textAt(form, 'subscription_details', 'items', '0', 'price') ?? ''))
    const total = lines.reduce((sum, { amount }) => sum + amount, 0)
    const balance = book.customers.get(found.customer)?.balance ?? 0
    return c.json({ object: 'invoice', total, starting_balance: balance, amount_due: Math.max(0, total + balance) })
  })
}

function schedules(app: Hono, { book, newId, emit }: Env): void {
  app.post('/v1/subscription_schedules', async (c) => {
    const subscription = book.subscriptions.get(textAt(await body(c), 'from_subscription') ?? '')
    const [item] = subscription?.items.data ?? []
    if (subscription === undefined || item === undefined) return missing(c)
    const { current_period_start: start_date, current_period_end: end_date, price } = item
    const schedule = {
      id: newId('sub_sched'),
      object: 'subscription_schedule',
      status: 'active',
      subscription: subscription.id,
      phases: [{ items: [{ price: price.id, quantity: 1 }], start_date, end_date }],
    }
    book.schedules.set(schedule.id, schedule)
    subscription.schedule = schedule.id
    return c.json(schedule)
  })
  app.post('/v1/subscription_schedules/:id', async (c) => {
    const schedule = book.schedules.get(c.req.param('id'))
    const [current] = schedule?.phases ?? []
    if (schedule === undefined || current === undefined) return missing(c)
    const price = textAt(await body(c), 'phases', '1', 'items', '0', 'price') ?? ''
    schedule.phases = [current, { items: [{ price, quantity: 1 }], start_date: current.end_date, end_date: 0 }]
    await emit('subscription_schedule.updated', { ...schedule, customer: book.customerOf(schedule.subscription) })
    return c.json(schedule)
  })
  app.post('/v1/subscription_schedules/:id/release', (c) => {
    const schedule = book.schedules.get(c.req.param('id'))
    const subscription = book.subscriptions.get(schedule?.subscription ?? '')
    if (schedule === undefined || subscription === undefined) return missing(c)
    schedule.status = 'released'
    subscription.schedule = null
    return c.json(schedule)
  })
}

function money(app: Hono, { book, newId, emit }: Env): void {
  const ofCustomer = (all: Iterable<{ customer: string }>, c: Context) =>
    listOf([...all].filter(({ customer }) => customer === c.req.query('customer')).toReversed())
  app.get('/v1/invoices', (c) => c.json(ofCustomer(book.invoices.values(), c)))
  app.get('/v1/charges', (c) => c.json(ofCustomer(book.charges.values(), c)))
  app.get('/v1/charges/:id', (c) => {
    const found = book.charges.get(c.req.param('id'))
    return found === undefined ? missing(c) : c.json(found)
  })
  app.get('/v1/disputes', (c) => {
    return c.json(listOf(book.disputes.get(c.req.query('charge') ?? '') ?? []))
  })
  app.get('/v1/invoice_payments', (c) =>
    c.json(listOf(book.invoices.get(c.req.query('invoice') ?? '')?.payments.data ?? [])),
  )
  app.post('/v1/refunds', async (c) => {
    const form = await body(c)
    const intent = textAt(form, 'payment_intent')
    const charge = [...book.charges.values()].find(({ payment_intent: id }) => id === intent)
    if (charge === undefined) return missing(c)
    const amount = Number(textAt(form, 'amount') ?? charge.amount - charge.amount_refunded)
    if (charge.amount_refunded + amount > charge.amount) {
      return c.json({ error: { type: 'invalid_request_error', message: 'Refund amount is greater than charge' } }, 400)
    }
    charge.amount_refunded += amount
    await emit('charge.refunded', charge)
    return c.json({ id: newId('re'), object: 'refund', amount, charge: charge.id, status: 'succeeded' })
  })
}
