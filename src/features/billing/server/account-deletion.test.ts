import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Queryable, transaction } from '#platform/server/db.ts'
import { startBilling } from '../../../../tests/support/billing.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { countBlockedQueries } from '../../../../tests/support/blocked-queries.ts'

const { db } = await testDatabase({ max: 20 })
const DAY_MS = 86_400_000

test.each(['test', 'stripe'] as const)(
  'deleting an account stops charges of the %s provider without a refund',
  async (provider) => {
    const { person, billing, pass, stripe, mails } = await startBilling(db, { provider })
    const dana = await person()
    await dana.buy({ plan: 'pro', interval: 'month' })
    const open = await dana.start({ pack: 'pack100' })
    const written = mails.size
    await leave(dana.userId)
    await endSubscriptions(billing, dana.userId)
    await endSubscriptions(billing, dana.userId)

    await pass(400 * DAY_MS)
    expect(await dana.invoices()).toMatchObject([{ name: 'Pro, a month', amountPaid: 2_900, refunded: 0 }])
    expect((await dana.overview()).subscription).toBeNull()
    expect(mails.size).toBe(written)
    if (provider === 'test') return
    expect([...stripe.book.subscriptions.values()].map(({ status }) => status)).toEqual(['canceled'])
    expect([...stripe.book.sessions.values()].map(({ status }) => status)).toEqual(['complete', 'expired'])
    await expect(dana.pay(open.checkoutId)).rejects.toThrow('not open')
  },
)

test('deleting an account also ends a subscription whose webhook never arrived', async () => {
  const { person, billing, stripe } = await startBilling(db, { provider: 'stripe', deliver: false })
  const dana = await person()
  await dana.buy({ plan: 'basic', interval: 'month' })
  await leave(dana.userId)
  await endSubscriptions(billing, dana.userId)
  expect([...stripe.book.subscriptions.values()].map(({ status }) => status)).toEqual(['canceled'])
})

test('an event about a deleted account changes invoices, but not plan or credits', async () => {
  const { person, stripe, send, published, drift, mails } = await startBilling(db, {
    provider: 'stripe',
    deliver: false,
  })
  const dana = await person()
  const sendAll = async () => {
    for (const { payload } of stripe.events) expect((await send(payload, stripe.sign(payload))).status).toBe(200)
  }
  await dana.buy({ pack: 'pack100' })
  await sendAll()
  await leave(dana.userId)
  await dana.buy({ pack: 'pack100' }).catch(() => undefined)
  const [invoiceId = ''] = stripe.book.invoices.keys()
  await dana.refund(invoiceId, 800)
  await sendAll()

  expect(await dana.has()).toEqual(['free', 130])
  expect(await dana.invoices()).toMatchObject([{ amountPaid: 800, refunded: 800 }])
  expect(published.map(({ type }) => type)).toEqual(['billing.purchase-completed', 'billing.refunded'])
  expect(mails.size).toBe(1)
  expect(await drift()).toBe(0)
})

test('refunds a payment on a page that was open when the account was deleted', async () => {
  const { person, stripe, send, pass, published } = await startBilling(db, { provider: 'stripe', deliver: false })
  const dana = await person()
  const { checkoutId } = await dana.start({ plan: 'basic', interval: 'year' })
  await leave(dana.userId)
  await dana.pay(checkoutId)
  for (const { payload } of stripe.events) await send(payload, stripe.sign(payload))
  await pass(62 * DAY_MS)
  expect(await dana.has()).toEqual(['free', 30])
  expect(await dana.invoices()).toMatchObject([{ name: 'Basic, a year', amountPaid: 11_520, refunded: 11_520 }])
  expect(published.map(({ type }) => type)).toEqual(['billing.purchase-completed', 'billing.refunded'])
  expect([...stripe.book.subscriptions.values()].map(({ status }) => status)).toEqual(['canceled'])
})

test('refunds a payment that is reported while the account is being deleted', async () => {
  const { person, stripe, send, pass } = await startBilling(db, { provider: 'stripe', deliver: false })
  const dana = await person()
  await dana.buy({ pack: 'pack100' })
  let heard: Promise<unknown> = Promise.resolve()
  await transaction(db, async (tx) => {
    await tx.$client.query('select 1 from users where id = $1 for update', [dana.userId])
    heard = Promise.all(stripe.events.map(({ payload }) => send(payload, stripe.sign(payload))))
    await expect.poll(() => countBlockedQueries(db)).toBeGreaterThan(0)
    await leave(dana.userId, tx)
  })
  await heard
  await pass(DAY_MS)
  expect(await dana.has()).toEqual(['free', 30])
  expect(await dana.invoices()).toMatchObject([{ amountPaid: 800, refunded: 800 }])
})

test('a checkout started during the deletion leaves no page to pay on', async () => {
  const { person, stripe } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  await leave(dana.userId)
  await expect(dana.start({ plan: 'pro', interval: 'month' })).rejects.toMatchObject({ code: 'conflict' })
  expect([...stripe.book.sessions.values()].map(({ status }) => status)).toEqual(['expired'])
})

test('concurrent checkouts of a plan leave at most one page to pay on', async () => {
  const { person, stripe } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  const choice = { plan: 'basic', interval: 'month' } as const
  await Promise.allSettled(Array.from({ length: 6 }, () => dana.start(choice)))
  const open = () => [...stripe.book.sessions.values()].filter(({ status }) => status === 'open').length
  expect(open()).toBeLessThanOrEqual(1)
  await dana.start(choice)
  expect(open()).toBe(1)
})

test('a page that failed to close is closed by the next checkout', async () => {
  const { person, stripe } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  await dana.start({ plan: 'basic', interval: 'month' })
  const [first] = stripe.book.sessions.values()
  if (first === undefined) throw new Error('no page was opened')
  stripe.book.sessions.delete(first.id)
  await expect(dana.start({ plan: 'pro', interval: 'month' })).rejects.toThrow()
  stripe.book.sessions.set(first.id, first)
  await dana.start({ plan: 'pro', interval: 'month' })
  expect([...stripe.book.sessions.values()].filter(({ status }) => status === 'open')).toHaveLength(1)
  expect(first.status).toBe('expired')
})

test('reports a subscription with a provider that is not configured', async () => {
  const before = await startBilling(db, { provider: 'stripe' })
  const dana = await before.person()
  await dana.buy({ plan: 'basic', interval: 'month' })
  const after = await startBilling(db, { provider: 'test' })
  await leave(dana.userId)
  await endSubscriptions(after.billing, dana.userId)
  expect(after.logged).toMatchObject([{ level: 'error', userId: dana.userId }])
})

test('exports the subscription, its payment method and every invoice', async () => {
  const { person, billing } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  await dana.buy({ plan: 'basic', interval: 'month' })
  await dana.buy({ pack: 'pack100' })
  expect(await billing.dataOf(dana.userId)).toMatchObject({
    subscription: { plan: 'basic', interval: 'month', state: 'active' },
    paymentMethod: 'Visa ending 4242',
    packs: [{ granted: 100 }],
    invoices: expect.arrayContaining([
      expect.objectContaining({ name: 'Basic, a month', amountPaid: 1_200 }),
      expect.objectContaining({ name: '100 credits', amountPaid: 800 }),
    ]),
  })
  expect(await billing.dataOf((await person()).userId)).toMatchObject({ subscription: null, invoices: [] })
})

type Billing = Awaited<ReturnType<typeof startBilling>>['billing']

/** Deletes the account as far as billing is concerned. */
async function leave(userId: string, q: Queryable = db): Promise<void> {
  await q.$client.query(
    `update users set email = 'deleted-' || id || '@deleted.invalid', email_verified = false, display_name = '',
       photo = null, preferences = '{}', deleted_at = now()
     where id = $1`,
    [userId],
  )
}

/** Runs the queued job of the deletion. */
async function endSubscriptions({ work: [job] }: Billing, userId: string): Promise<void> {
  await job?.run({ userId }, { jobId: randomUUID(), signal: new AbortController().signal, progress: () => {} })
}
