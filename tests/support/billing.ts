import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { pino } from 'pino'
import { z } from 'zod'
import { emailOf, planOf, setPlan } from '#features/accounts/server/index.ts'
import { CATALOGUE, type Catalogue, type Choice, type PackId } from '#features/billing/model/index.ts'
import { type BillingEvent, openBilling } from '#features/billing/server/index.ts'
import { openTestCheckout, type TestCheckout } from '#features/billing/server/providers/test-checkout.ts'
import { credits as amountOf } from '#features/credits/model/index.ts'
import { auditLedger, driftOf, ledger } from '#features/credits/server/index.ts'
import { type Db, transaction, type Tx } from '#platform/server/db.ts'
import type { Mail } from '#platform/server/mail.ts'
import { startStripeServer } from './stripe-server.ts'

/** The secret that signs webhooks. */
const WEBHOOK_SECRET = 'whsec_tests'

/**
 * Billing on a real database, with a clock the test moves.
 * @param o.deliver false holds back Stripe's webhooks; the test sends those of `stripe.events` itself
 * @param o.onEvent another feature's reaction to a payment
 */
export async function startBilling(
  db: Db,
  o: {
    provider: 'stripe' | 'test'
    deliver?: boolean
    catalogue?: Catalogue
    /** True makes Stripe add tax. */
    tax?: boolean
    onEvent?: (tx: Tx, event: BillingEvent) => Promise<void>
  },
) {
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') }
  const now = () => new Date(clock.now)
  const published: BillingEvent[] = []
  const { log, logged } = recordingLog()
  const mails = new Map<string, Mail>()
  const credits = ledger({ now })
  const deps = { newId: randomUUID, publicUrl: 'https://wordpop.example', catalogue: o.catalogue ?? CATALOGUE }
  const stripe = await startStripeServer({
    webhookSecret: WEBHOOK_SECRET,
    now: () => clock.now,
    deliver: async (body, signature) => {
      if (o.deliver !== false) await send(body, signature)
    },
  })
  const billing = await openBilling({
    ...deps,
    db,
    now,
    log,
    planOf,
    setPlan,
    onLimitsChanged: async () => {},
    ledger: credits,
    emailOf,
    mail: {
      send: async (_tx, { key = '', ...mail }) => void (mails.has(key) || mails.set(key, mail)),
    },
    async onEvent(tx, event) {
      published.push(event)
      await o.onEvent?.(tx, event)
    },
    settings: {
      billing: true,
      allowTestPayments: true,
      stripe:
        o.provider === 'test'
          ? undefined
          : { secretKey: 'sk_test_tests', webhookSecret: WEBHOOK_SECRET, apiBase: stripe.url, tax: o.tax === true },
    },
  })
  const testCheckout = openTestCheckout({ ...deps, db, now })
  const send = async (body: string, signature: string) =>
    billing.routes.request('/webhooks', { method: 'POST', body, headers: { 'stripe-signature': signature } })

  return {
    billing,
    clock,
    credits,
    published,
    logged,
    mails,
    stripe,
    send,
    run: <T>(work: (tx: Tx) => Promise<T>) => transaction(db, work),
    /** Advances the clock here and at the provider, then runs everything due and the worker's maintenance. */
    async pass(ms: number): Promise<void> {
      clock.now += ms
      await stripe.passTime()
      await billing.maintenance()
      await transaction(db, (tx) => credits.expire(tx))
    },
    drift: async () => driftOf(await auditLedger(db)),
    person: () => person(db, { billing, credits, stripe, testCheckout, isTest: o.provider === 'test' }),
  }
}

/** A log that records warnings and errors. */
function recordingLog() {
  const logged: Record<string, unknown>[] = []
  const write = (line: string) => void logged.push(z.record(z.string(), z.unknown()).parse(JSON.parse(line)))
  const log = pino({ level: 'warn', base: null, formatters: { level: (level) => ({ level }) } }, { write })
  return { log, logged }
}

/** What a checkout can sell. */
type Buyable = Choice | { pack: PackId }

/** A user with the 30 initial credits. */
async function person(
  db: Db,
  o: {
    billing: Awaited<ReturnType<typeof openBilling>>
    credits: ReturnType<typeof ledger>
    stripe: Awaited<ReturnType<typeof startStripeServer>>
    isTest: boolean
    testCheckout: TestCheckout
  },
) {
  const userId = randomUUID()
  const caller = { userId, email: `${userId}@example.com` }
  await db.$client.query('insert into users (id, email) values ($1, $2)', [userId, caller.email])
  await transaction(db, (tx) => o.credits.grantStart(tx, userId))
  const { procedures } = o.billing
  const context = { context: { caller, requestId: '' } }
  const start = (item: Buyable) => call(procedures.startCheckout, item, context)
  /** Pays on the provider's page. */
  const customerIdOf = async (): Promise<string> => {
    const { rows } = await db.$client.query<{ id: string }>('select id from billing_customers where user_id = $1', [
      userId,
    ])
    return rows[0]?.id ?? ''
  }
  const pay = async (checkoutId: string, how: { percentOff?: number } = {}): Promise<void> => {
    if (o.isTest) {
      await call(procedures.payTestCheckout, { checkoutId }, context)
      return
    }
    const { rows } = await db.$client.query<{ id: string }>(
      'select session_id as id from billing_checkouts where id = $1',
      [checkoutId],
    )
    await o.stripe.pay(rows[0]?.id ?? '', how)
  }
  return {
    userId,
    caller,
    context,
    procedures,
    start,
    pay,
    confirm: (checkoutId: string) => call(procedures.confirmCheckout, { checkoutId }, context),
    async buy(item: Buyable): Promise<string> {
      const { checkoutId } = await start(item)
      await pay(checkoutId)
      return checkoutId
    },
    overview: () => call(procedures.overview, undefined, context),
    invoices: async () => (await call(procedures.invoices, {}, context)).invoices,
    /** Plan and spendable credits. */
    async has(): Promise<[string, number]> {
      return [await planOf(db, userId), (await o.credits.balance(db, userId)).available]
    },
    spend: (amount: number) =>
      transaction(db, (tx) => o.credits.deduct(tx, { userId, amount: amountOf(amount), key: randomUUID() })),
    refund: async (invoiceId: string, cents: number): Promise<void> => {
      await o.billing.provider.refund({ customerId: await customerIdOf(), invoiceId, cents, key: randomUUID() })
    },
    /** Makes the bank return every refund of an invoice. */
    failRefunds: async (invoiceId: string): Promise<void> => {
      if (o.isTest) await o.testCheckout.failRefunds({ customerId: await customerIdOf(), invoiceId })
      else await o.stripe.failRefunds(invoiceId)
    },
    dispute: async (invoiceId: string, outcome: 'open' | 'won' | 'lost'): Promise<void> => {
      if (o.isTest) await o.testCheckout.dispute({ customerId: await customerIdOf(), invoiceId, outcome })
      else await o.stripe.dispute(invoiceId, outcome === 'open' ? 'needs_response' : outcome)
    },
    /** Reads the provider's state; the test checkout has no webhooks. */
    async reconcile(): Promise<void> {
      await db.$client.query(
        `update billing_customers set plan_until = 'epoch', checked_at = 'epoch' where user_id = $1`,
        [userId],
      )
      await o.billing.maintenance()
    },
    /** The provider's full state. */
    atProvider: async () => o.billing.provider.readCustomer(await customerIdOf()),
  }
}
