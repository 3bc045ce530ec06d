import { createHash } from 'node:crypto'
import { Stripe } from 'stripe'
import { AppError } from '#platform/shared/errors.ts'
import {
  type Catalogue,
  type Choice,
  CURRENCY,
  type Item,
  itemCents,
  itemKey,
  itemName,
  type Settlement,
  settleWith,
  WITHDRAWAL_DAYS,
} from '../../model/index.ts'
import type { PaymentProvider, Subscribed } from './provider.ts'
import { idOf, readCustomer } from './stripe-state.ts'
import { readStripeEvent } from './stripe-events.ts'

/** The settings of the Stripe provider. */
export type StripeOptions = {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Another API address, for tests; default Stripe's own. */
  readonly apiBase?: string | undefined
  /** Whether Stripe Tax calculates and adds taxes. */
  readonly tax: boolean
  readonly catalogue: Catalogue
  readonly now: () => Date
}

const TIMEOUT_MS = 20_000

/** The API of Stripe with a secret key. */
export function openStripeApi(
  { secretKey, apiBase }: Pick<StripeOptions, 'secretKey' | 'apiBase'>,
  limits: { timeout: number; maxNetworkRetries: number },
): Stripe {
  return new Stripe(secretKey, { ...(apiBase !== undefined && addressOf(apiBase)), ...limits, telemetry: false })
}

/** The Stripe provider: Checkout, Billing and the customer portal. */
export function openStripe(o: StripeOptions): PaymentProvider {
  const stripe = openStripeApi(o, { timeout: TIMEOUT_MS, maxNetworkRetries: 2 })
  const priceOf = pricesOf(stripe, o.catalogue)
  return {
    name: 'stripe',
    async createCustomer({ userId, email }) {
      const made = await stripe.customers.create(
        { email, metadata: { userId } },
        // Stripe refuses a repeated key with a different address.
        { idempotencyKey: `customer:${userId}:${createHash('sha256').update(email).digest('hex')}` },
      )
      return made.id
    },
    startCheckout: (checkout) => startCheckout(stripe, { ...checkout, tax: o.tax, priceOf }),
    dropCheckout: (sessionId) => dropCheckout(stripe, sessionId),
    readCustomer: (id) => readCustomer(stripe, id),
    ...subscriptionChanges(stripe, priceOf),
    async refund({ invoiceId, cents, key }) {
      const { data } = await stripe.invoicePayments.list({ invoice: invoiceId, status: 'paid' })
      const intent = data.map(({ payment }) => payment.payment_intent).find((id) => id !== undefined)
      if (intent === undefined) throw new AppError('conflict', 'There is no payment to refund.')
      await stripe.refunds.create({ payment_intent: idOf(intent), amount: cents }, { idempotencyKey: key })
    },
    async adjustCredit({ customerId, cents, key }) {
      // At Stripe a negative balance is credit.
      const change = { amount: -cents, currency: CURRENCY }
      await stripe.customers.createBalanceTransaction(customerId, change, { idempotencyKey: key })
    },
    async portalUrl({ customerId, returnUrl }) {
      return (await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl })).url
    },
    readEvent: (body, signature) =>
      readStripeEvent(stripe, { body, signature, secret: o.webhookSecret, live: isLive(o.secretKey), now: o.now() }),
  }
}

type PriceOf = (item: Item) => Promise<string>

/**
 * Stripe's price of an item by lookup key, created if missing. When an operator changes the amount, the key moves to a
 * new price; existing subscriptions keep the old one.
 */
function pricesOf(stripe: Stripe, catalogue: Catalogue): PriceOf {
  const known = new Map<string, Promise<string>>()
  const find = async (item: Item, key: string): Promise<string> => {
    const cents = itemCents(item, catalogue)
    if (cents === null) throw new AppError('conflict', 'This is not for sale.')
    const { data } = await stripe.prices.list({ lookup_keys: [key], active: true })
    const [found] = data
    if (found?.unit_amount === cents && found.currency === CURRENCY) return found.id
    const made = await stripe.prices.create(
      {
        currency: CURRENCY,
        unit_amount: cents,
        lookup_key: key,
        transfer_lookup_key: true,
        metadata: { item: key },
        product_data: { name: itemName(item, catalogue) },
        ...(item.kind === 'plan' && { recurring: { interval: item.interval } }),
      },
      { idempotencyKey: `price:${key}:${cents}:${found?.id ?? 'first'}` },
    )
    return made.id
  }
  return (item) => {
    const key = itemKey(item)
    const request = known.get(key) ?? find(item, key)
    known.set(key, request)
    // Retry a failed lookup next time.
    request.catch(() => known.delete(key))
    return request
  }
}

async function startCheckout(
  stripe: Stripe,
  o: Parameters<PaymentProvider['startCheckout']>[0] & { tax: boolean; priceOf: PriceOf },
): Promise<{ sessionId: string; url: string }> {
  const metadata = { checkoutId: o.checkoutId, userId: o.userId, item: itemKey(o.item) }
  const session = await stripe.checkout.sessions.create(
    {
      customer: o.customerId,
      client_reference_id: o.checkoutId,
      line_items: [{ price: await o.priceOf(o.item), quantity: 1 }],
      allow_promotion_codes: true,
      ...(o.item.kind === 'plan' && { custom_text: { submit: { message: renewalTerms(o.item) } } }),
      success_url: o.successUrl,
      cancel_url: o.cancelUrl,
      metadata,
      ...(o.tax && { automatic_tax: { enabled: true }, customer_update: { address: 'auto' } }),
      ...(o.item.kind === 'plan'
        ? { mode: 'subscription', subscription_data: { metadata } }
        : { mode: 'payment', invoice_creation: { enabled: true, invoice_data: { metadata } } }),
    },
    { idempotencyKey: `checkout:${o.checkoutId}` },
  )
  if (session.url === null) throw new Error(`Stripe gave no address for ${session.id}`)
  return { sessionId: session.id, url: session.url }
}

/** The renewal terms shown beside Stripe's price. */
function renewalTerms({ interval }: Choice): string {
  return `Renews each ${interval} until you cancel under Billing. It starts at once; as a consumer in the EU you can withdraw within ${WITHDRAWAL_DAYS} days.`
}

async function dropCheckout(stripe: Stripe, sessionId: string): Promise<'closed' | 'paid'> {
  const { status } = await stripe.checkout.sessions.retrieve(sessionId)
  if (status !== 'open') return status === 'complete' ? 'paid' : 'closed'
  try {
    await stripe.checkout.sessions.expire(sessionId)
    return 'closed'
  } catch (error) {
    // The page may have been paid or closed after the first look.
    const now = await stripe.checkout.sessions.retrieve(sessionId)
    if (now.status === 'open') throw error
    return now.status === 'complete' ? 'paid' : 'closed'
  }
}

/** Changes to subscriptions. Stripe refuses most of them while a planned change is attached, so that goes first. */
function subscriptionChanges(stripe: Stripe, priceOf: PriceOf) {
  const items = async (subscriptionId: string, choice: Choice) => {
    const { items: held } = await stripe.subscriptions.retrieve(subscriptionId)
    const [item] = held.data
    if (item === undefined) throw new Error(`the subscription ${subscriptionId} is empty`)
    return [{ id: item.id, price: await priceOf({ kind: 'plan', ...choice }) }]
  }
  const cancelling = async ({ subscriptionId }: Subscribed, cancel: boolean): Promise<void> => {
    await dropPlan(stripe, subscriptionId)
    await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: cancel })
  }
  return {
    async changeNow({ subscriptionId, choice, key }: Subscribed & { choice: Choice; key: string }): Promise<void> {
      await dropPlan(stripe, subscriptionId)
      const change: Stripe.SubscriptionUpdateParams = {
        items: await items(subscriptionId, choice),
        proration_behavior: 'always_invoice',
        billing_cycle_anchor: { type: 'now' },
        payment_behavior: 'error_if_incomplete',
        cancel_at_period_end: false,
      }
      try {
        await pastRefusals(key, (idempotencyKey) =>
          stripe.subscriptions.update(subscriptionId, change, { idempotencyKey }),
        )
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeCardError)) throw error
        throw new AppError('conflict', 'Your card was declined. Nothing has changed. Try another card.')
      }
    },
    async previewChange({ customerId, subscriptionId, choice }: Subscribed & { choice: Choice }): Promise<Settlement> {
      const preview = await stripe.invoices.createPreview({
        customer: customerId,
        subscription: subscriptionId,
        subscription_details: {
          items: await items(subscriptionId, choice),
          proration_behavior: 'always_invoice',
          billing_cycle_anchor: { type: 'now' },
        },
      })
      const { dueCents: _before, ...credit } = settleWith(-preview.starting_balance, preview.total)
      return { dueCents: Math.max(0, preview.amount_due), ...credit }
    },
    changeLater: (o: Subscribed & { choice: Choice; key: string }) => planChange(stripe, { ...o, priceOf }),
    cancelLater: (o: Subscribed) => cancelling(o, true),
    resume: (o: Subscribed) => cancelling(o, false),
    async endNow({ subscriptionId }: Subscribed): Promise<void> {
      const { status } = await stripe.subscriptions.retrieve(subscriptionId)
      if (status !== 'canceled') await stripe.subscriptions.cancel(subscriptionId)
    },
  }
}

/**
 * Pays once per key, but retries after a refusal. For a day Stripe repeats its response to a key, even a card refusal;
 * the next attempt, perhaps with another card, uses the next key.
 */
async function pastRefusals(key: string, pay: (key: string) => Promise<unknown>): Promise<void> {
  for (let nth = 1; ; nth += 1) {
    try {
      await pay(nth === 1 ? key : `${key}:${nth}`)
      return
    } catch (error) {
      const isOld = error instanceof Stripe.errors.StripeCardError && error.headers?.['idempotent-replayed'] === 'true'
      if (!isOld) throw error
    }
  }
}

/** A schedule of two phases: the current price to the end of the period, then the new one. */
async function planChange(
  stripe: Stripe,
  o: Subscribed & { choice: Choice; key: string; priceOf: PriceOf },
): Promise<void> {
  await dropPlan(stripe, o.subscriptionId)
  await stripe.subscriptions.update(o.subscriptionId, { cancel_at_period_end: false })
  const schedule = await stripe.subscriptionSchedules.create(
    { from_subscription: o.subscriptionId },
    { idempotencyKey: `${o.key}:create` },
  )
  const [current] = schedule.phases
  if (current === undefined) throw new Error(`the schedule ${schedule.id} is empty`)
  const price = await o.priceOf({ kind: 'plan', ...o.choice })
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        items: current.items.map((item) => ({ price: idOf(item.price), quantity: item.quantity ?? 1 })),
        start_date: current.start_date,
        end_date: current.end_date,
      },
      {
        items: [{ price, quantity: 1 }],
        proration_behavior: 'none',
        duration: { interval: o.choice.interval, interval_count: 1 },
      },
    ],
  })
}

async function dropPlan(stripe: Stripe, subscriptionId: string): Promise<void> {
  const { schedule } = await stripe.subscriptions.retrieve(subscriptionId)
  if (schedule !== null) await stripe.subscriptionSchedules.release(idOf(schedule))
}

/** `sk_live_…` and `rk_live_…` move money. */
function isLive(secretKey: string): boolean {
  return /^[rs]k_live_/u.test(secretKey)
}

function addressOf(apiBase: string) {
  const { hostname, port, protocol } = new URL(apiBase)
  const plain = protocol === 'http:'
  return {
    host: hostname,
    port: port === '' ? (plain ? 80 : 443) : Number(port),
    protocol: plain ? 'http' : 'https',
  } as const
}
