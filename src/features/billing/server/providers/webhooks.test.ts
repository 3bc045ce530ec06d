import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { startBilling } from '../../../../../tests/support/billing.ts'
import { countBlockedQueries } from '../../../../../tests/support/blocked-queries.ts'

const { db } = await testDatabase({ max: 20 })
const DAY_MS = 86_400_000
/** The long run uses 200 (docs/decisions/0012-payments.md). */
// oxlint-disable-next-line node/no-process-env -- a test's own knob
const EVENTS = Number(process.env['BILLING_EVENTS'] ?? 12)

test(`${EVENTS} payments whose events come 40 times at once each have one effect`, { timeout: 600_000 }, async () => {
  const { person, stripe, send, published, drift } = await startBilling(db, { provider: 'stripe', deliver: false })
  const people = await Promise.all(Array.from({ length: 4 }, () => person()))
  for (let n = 0; n < EVENTS; n += 1) await people[n % people.length]?.buy({ pack: 'pack100' })
  const paid = stripe.events.filter(({ type }) => type === 'invoice.paid')
  expect(paid).toHaveLength(EVENTS)
  for (const { payload } of paid) {
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(payload, stripe.sign(payload))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  }
  expect(published).toHaveLength(EVENTS)
  const balances = await Promise.all(people.map((one) => one.has()))
  expect(balances.reduce((sum, [, credits]) => sum + credits, 0)).toBe(4 * 30 + EVENTS * 100)
  const { rows } = await db.$client.query('select 1 from billing_provider_events where id = any($1)', [
    paid.map(({ id }) => id),
  ])
  expect(rows).toHaveLength(EVENTS)
  expect(await drift()).toBe(0)
})

test('events in any order, late and duplicated lead to the same state', async () => {
  const { person, stripe, send, pass } = await startBilling(db, { provider: 'stripe', deliver: false })
  const dana = await person()
  await dana.buy({ plan: 'basic', interval: 'month' })
  await dana.buy({ pack: 'pack100' })
  const [first] = [...stripe.book.invoices.keys()]
  await dana.refund(first ?? '', 600)
  const backwards = stripe.events.toReversed()
  await Promise.all([...backwards, ...backwards].map(({ payload }) => send(payload, stripe.sign(payload))))
  expect(await dana.has()).toEqual(['basic', 230])
  await pass(31 * DAY_MS)
  expect(await dana.has()).toEqual(['basic', 430])
})

test('a state that a concurrent sync has overtaken is read again', async () => {
  const { person, stripe, send, run } = await startBilling(db, { provider: 'stripe', deliver: false })
  const dana = await person()
  await dana.buy({ plan: 'basic', interval: 'month' })
  const { payload = '' } = stripe.events[0] ?? {}
  const [first = ''] = stripe.book.invoices.keys()
  let late: ReturnType<typeof send> | undefined
  await run(async (tx) => {
    await tx.$client.query('update billing_customers set version = version + 1 where user_id = $1', [dana.userId])
    late = send(payload, stripe.sign(payload))
    await expect.poll(() => countBlockedQueries(db)).toBe(1)
    await dana.refund(first, 1_200)
  })
  expect((await late)?.status).toBe(200)
  expect(await dana.has()).toEqual(['free', 30])
})

test.each([
  ['forged', (sign: Signer, body: string) => [body, sign(body, 'whsec_of_somebody_else')]],
  ['unsigned', (_: Signer, body: string) => [body, '']],
  ['modified', (sign: Signer, body: string) => [body.replace('"livemode":false', '"livemode":false '), sign(body)]],
  ['recorded ten minutes ago', (sign: Signer, body: string, nowS: number) => [body, sign(body, undefined, nowS - 600)]],
  ['of live payments', (sign: Signer, body: string) => both(sign, body.replace('"livemode":false', '"livemode":true'))],
] as const)('refuses and logs an event that is %s, and changes nothing', async (_, tamper) => {
  const { person, stripe, send, clock, logged } = await startBilling(db, { provider: 'stripe', deliver: false })
  const dana = await person()
  await dana.buy({ pack: 'pack100' })
  const [event] = stripe.events
  const [body = '', signature = ''] = tamper(stripe.sign, event?.payload ?? '', Math.floor(clock.now / 1000))
  const answer = await send(body, signature)
  expect(answer.status).toBe(403)
  expect(logged).toMatchObject([{ level: 'warn', msg: 'refused a payment event' }])
  expect(await dana.has()).toEqual(['free', 30])
  expect((await db.$client.query('select 1 from billing_provider_events where id = $1', [event?.id])).rows).toEqual([])
})

test('acknowledges and logs an event about an unknown customer, and changes nothing', async () => {
  const { stripe, send, logged } = await startBilling(db, { provider: 'stripe' })
  const object = { id: 'in_1', object: 'invoice', customer: 'cus_of_another_product' }
  const body = JSON.stringify({
    id: 'evt_foreign',
    object: 'event',
    type: 'invoice.paid',
    livemode: false,
    data: { object },
  })
  const answer = await send(body, stripe.sign(body))
  expect([answer.status, await answer.json()]).toEqual([200, { received: true, became: 'unknown' }])
  expect(logged).toMatchObject([{ level: 'warn', eventId: 'evt_foreign', type: 'invoice.paid' }])
  expect((await db.$client.query(`select 1 from billing_provider_events where id = 'evt_foreign'`)).rows).toEqual([])
})

test('finds a payment without a webhook within the hour, or on return from checkout', async () => {
  const { person, pass } = await startBilling(db, { provider: 'stripe', deliver: false })
  const [dana, eve] = [await person(), await person()]
  const checkoutId = await dana.buy({ plan: 'pro', interval: 'month' })
  expect(await dana.confirm(checkoutId)).toMatchObject({ state: 'done', plan: 'pro' })
  await eve.buy({ plan: 'basic', interval: 'month' })
  await db.$client.query(`update billing_customers set checked_at = '2026-11-20T12:00:00Z'`)
  await pass(3_600_000)
  expect(await eve.has()).toEqual(['basic', 230])
})

test('a plan just paid in one tab is not sold again in another', async () => {
  const { person, stripe } = await startBilling(db, { provider: 'stripe', deliver: false })
  const dana = await person()
  const paid = await dana.buy({ plan: 'basic', interval: 'month' })
  const second = dana.start({ plan: 'pro', interval: 'month' })
  await expect(second).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('already have a plan'),
  })
  expect([...stripe.book.sessions.values()].filter(({ status }) => status === 'open')).toEqual([])
  expect(await dana.confirm(paid)).toMatchObject({ state: 'done', plan: 'basic' })
  expect(await dana.has()).toEqual(['basic', 230])
})

test('a failed renewal keeps the plan, grants no credits, and ends when Stripe gives up', async () => {
  const { person, stripe, pass } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  await dana.buy({ plan: 'basic', interval: 'month' })
  const [subscription] = stripe.book.subscriptions.values()
  stripe.book.failing.add(subscription?.customer ?? '')
  await pass(31 * DAY_MS)
  expect(await dana.has()).toEqual(['basic', 230])
  expect((await dana.overview()).subscription).toMatchObject({ state: 'past_due' })
  const change = call(dana.procedures.changePlan, { plan: 'pro', interval: 'month' }, dana.context)
  await expect(change).rejects.toMatchObject({ code: 'conflict' })
  await pass(31 * DAY_MS)
  expect(await dana.has()).toEqual(['free', 30])
})

test('mails a receipt per payment, a failed payment, a plan change and a renewal', async () => {
  const { person, stripe, pass, mails } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  await dana.buy({ plan: 'basic', interval: 'year' })
  await pass(336 * DAY_MS)
  await pass(DAY_MS)
  const [subscription] = stripe.book.subscriptions.values()
  stripe.book.failing.add(subscription?.customer ?? '')
  await pass(30 * DAY_MS)
  await pass(400 * DAY_MS)
  expect([...mails.values()].map(({ subject }) => subject)).toEqual([
    'Receipt: Basic, a year',
    'Basic, a year renews on 20 November 2027',
    'Your payment failed',
    'Your Wordpop plan is now Free',
  ])
  expect(mails.values().next().value?.paragraphs).toEqual([
    'Thank you. We received $115.20 for Basic, a year on 20 November 2026.',
    'Your account now has 200 more credits.',
  ])
})

test('an upgrade with a refused card changes nothing', async () => {
  const { person, stripe } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  await dana.buy({ plan: 'basic', interval: 'month' })
  const [subscription] = stripe.book.subscriptions.values()
  stripe.book.failing.add(subscription?.customer ?? '')
  const change = call(dana.procedures.changePlan, { plan: 'pro', interval: 'month' }, dana.context)
  await expect(change).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('declined') })
  expect(await dana.has()).toEqual(['basic', 230])
})

test('retrying an upgrade with a valid card works at once, after any number of refusals', async () => {
  const { person, stripe } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  await dana.buy({ plan: 'basic', interval: 'month' })
  const upgrade = () => call(dana.procedures.changePlan, { plan: 'pro', interval: 'month' }, dana.context)
  const customer = stripe.book.subscriptions.values().next().value?.customer ?? ''
  stripe.book.failing.add(customer)
  for (let tries = 0; tries < 3; tries += 1) await expect(upgrade()).rejects.toMatchObject({ code: 'conflict' })
  stripe.book.failing.delete(customer)
  await upgrade()
  expect(await dana.has()).toEqual(['pro', 830])
  expect(await dana.invoices()).toHaveLength(2)
})

test('an upgrade with a refused card keeps the planned downgrade', async () => {
  const { person, stripe, pass } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  await dana.buy({ plan: 'pro', interval: 'month' })
  const change = (plan: 'basic' | 'premium') =>
    call(dana.procedures.changePlan, { plan, interval: 'month' }, dana.context)
  await change('basic')
  const customer = stripe.book.subscriptions.values().next().value?.customer ?? ''
  stripe.book.failing.add(customer)
  await expect(change('premium')).rejects.toMatchObject({ message: expect.stringContaining('Nothing has changed') })
  stripe.book.failing.delete(customer)
  await pass(31 * DAY_MS)
  expect(await dana.invoices()).toMatchObject([
    { name: 'Basic, a month', amountPaid: 1_200 },
    { name: 'Pro, a month', amountPaid: 2_900 },
  ])
})

test('a plan outlives its paid period by 30 days while the renewal is retried', async () => {
  const { person, stripe, pass } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  await dana.buy({ plan: 'basic', interval: 'year' })
  stripe.book.failing.add(stripe.book.subscriptions.values().next().value?.customer ?? '')
  await pass(365 * DAY_MS)
  await pass(29 * DAY_MS)
  expect([(await dana.has())[0], (await dana.overview()).subscription?.state]).toEqual(['basic', 'past_due'])
  await pass(2 * DAY_MS)
  expect([(await dana.has())[0], (await dana.overview()).subscription?.state]).toEqual(['free', 'past_due'])
})

test('a user whose address changed during the provider’s response can buy', async () => {
  const { billing, stripe } = await startBilling(db, { provider: 'stripe' })
  const dana = { userId: randomUUID(), email: 'dana@example.com' }
  await billing.provider.createCustomer(dana)
  const id = await billing.provider.createCustomer({ ...dana, email: 'dana@example.org' })
  expect(stripe.book.customers.get(id)).toMatchObject({ email: 'dana@example.org' })
})

test('publishes a dispute; a lost one revokes plan and credits, a won one nothing', async () => {
  const { person, stripe, published } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  await dana.buy({ plan: 'basic', interval: 'month' })
  const [first] = [...stripe.book.invoices.keys()]
  await stripe.dispute(first ?? '', 'needs_response')
  expect(await dana.has()).toEqual(['basic', 230])
  await stripe.dispute(first ?? '', 'lost')
  expect(await dana.has()).toEqual(['free', 30])
  await dana.buy({ pack: 'pack100' })
  const second = [...stripe.book.invoices.keys()].at(-1) ?? ''
  await stripe.dispute(second, 'needs_response')
  await stripe.dispute(second, 'won')
  expect(await dana.has()).toEqual(['free', 130])
  expect(published.flatMap((event) => (event.type === 'billing.disputed' ? [event.dispute] : []))).toEqual([
    'open',
    'lost',
    'open',
    'won',
  ])
})

test('what another feature does about a payment commits with it or not at all', async () => {
  let broken = true
  const { person, stripe, send } = await startBilling(db, {
    provider: 'stripe',
    deliver: false,
    async onEvent() {
      if (broken) throw new Error('the other feature failed')
    },
  })
  const dana = await person()
  await dana.buy({ pack: 'pack100' })
  const { payload = '' } = stripe.events.find(({ type }) => type === 'invoice.paid') ?? {}
  expect((await quietly(() => send(payload, stripe.sign(payload)))).status).toBe(500)
  expect(await dana.has()).toEqual(['free', 30])
  broken = false
  expect((await send(payload, stripe.sign(payload))).status).toBe(200)
  expect(await dana.has()).toEqual(['free', 130])
})

type Signer = (payload: string, secret?: string, timestamp?: number) => string

function both(sign: Signer, body: string): [string, string] {
  return [body, sign(body)]
}

/** Silences the defect that a router without a log writes to the console. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  return work()
}
