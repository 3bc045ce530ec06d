import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { startBilling } from '../../../../../tests/support/billing.ts'
import { addMonths, type Interval } from '../../model/index.ts'

const { db } = await testDatabase({ max: 20 })

describe.each(['test', 'stripe'] as const)('through the %s provider', (provider) => {
  test.each([
    { plan: 'premium', interval: 'year' },
    { plan: 'basic', interval: 'month' },
  ] as const)('ends a $plan $interval at once when its renewal is fully refunded', async (choice) => {
    const { person, pass, passTo, published } = await start(provider)
    const dana = await person()
    await dana.buy(choice)
    await passTo(choice.interval, 1)
    const [renewal] = await dana.invoices()
    await dana.refund(renewal?.id ?? '', renewal?.amountPaid ?? 0)
    await dana.reconcile()
    expect((await dana.has())[0]).toBe('free')
    await pass(60_000)
    expect((await dana.atProvider()).subscriptions).toMatchObject([{ state: 'ended' }])
    await passTo(choice.interval, 2)
    expect(await dana.invoices()).toHaveLength(2)
    expect((await dana.has())[0]).toBe('free')
    expect(published.map(({ type }) => type)).toEqual([
      'billing.purchase-completed',
      'billing.purchase-completed',
      'billing.refunded',
    ])
  })

  test('ends a plan at once when the dispute about its renewal is lost', async () => {
    const { person, pass, passTo } = await start(provider)
    const dana = await person()
    await dana.buy({ plan: 'pro', interval: 'month' })
    await passTo('month', 1)
    const [renewal] = await dana.invoices()
    await dana.dispute(renewal?.id ?? '', 'open')
    await dana.reconcile()
    expect(await dana.has()).toEqual(['pro', 1_230])
    await dana.dispute(renewal?.id ?? '', 'lost')
    await dana.reconcile()
    expect(await dana.has()).toEqual(['free', 630])
    await pass(60_000)
    expect((await dana.atProvider()).subscriptions).toMatchObject([{ state: 'ended' }])
  })

  test('keeps a plan after a partial refund, or a refund of an earlier month', async () => {
    const { person, pass, passTo } = await start(provider)
    const dana = await person()
    await dana.buy({ plan: 'pro', interval: 'month' })
    await passTo('month', 1)
    const [renewal, first] = await dana.invoices()
    await dana.refund(renewal?.id ?? '', 2_899)
    await dana.refund(first?.id ?? '', 2_900)
    await dana.reconcile()
    await pass(60_000)
    expect((await dana.has())[0]).toBe('pro')
    expect((await dana.atProvider()).subscriptions).toMatchObject([{ state: 'active' }])
  })

  test('a refunded upgrade leaves the earlier plan and credits to the end of their period', async () => {
    const { person, pass, passTo } = await start(provider)
    const dana = await person()
    await dana.buy({ plan: 'basic', interval: 'year' })
    await passTo('month', 1)
    await call(dana.procedures.changePlan, { plan: 'premium', interval: 'year' }, dana.context)
    await passTo('month', 2)
    expect((await dana.has())[0]).toBe('premium')
    const [upgrade] = await dana.invoices()
    await dana.refund(upgrade?.id ?? '', upgrade?.amountPaid ?? 0)
    await dana.reconcile()
    await pass(60_000)
    // The second and third month of basic; the rest of the first has expired.
    expect(await dana.has()).toEqual(['basic', 430])
    expect((await dana.atProvider()).subscriptions).toMatchObject([{ state: 'ended' }])
    await passTo('month', 3)
    expect(await dana.has()).toEqual(['basic', 430])
    await passTo('year', 1)
    expect((await dana.has())[0]).toBe('free')
    expect(await dana.invoices()).toHaveLength(2)
  })
})

describe.each(['test', 'stripe'] as const)('through the %s provider', (provider) => {
  test('a refunded customer can buy again before the subscription has ended', async () => {
    const { person } = await start(provider)
    const dana = await person()
    await dana.buy({ plan: 'pro', interval: 'month' })
    const [first] = await dana.invoices()
    await dana.refund(first?.id ?? '', 2_900)
    const { checkoutId } = await dana.start({ pack: 'pack100' })
    await dana.confirm(checkoutId)
    expect((await dana.overview()).subscription).toBeNull()
    await dana.buy({ plan: 'basic', interval: 'month' })
    await dana.reconcile()
    expect((await dana.overview()).subscription).toMatchObject({ plan: 'basic' })
    expect(await dana.has()).toEqual(['basic', 230])
  })

  test('a failed refund restores plan and credits, but revives no subscription', async () => {
    const { person, pass, passTo, drift, published } = await start(provider)
    const dana = await person()
    await dana.buy({ plan: 'pro', interval: 'year' })
    await passTo('month', 1)
    await dana.spend(100)
    const [first] = await dana.invoices()
    await dana.refund(first?.id ?? '', first?.amountPaid ?? 0)
    await dana.reconcile()
    expect(await dana.has()).toEqual(['free', -70])
    await pass(60_000)
    await dana.failRefunds(first?.id ?? '')
    await dana.reconcile()
    expect(await dana.has()).toEqual(['pro', 1_130])
    expect((await dana.overview()).subscription).toBeNull()
    await passTo('month', 2)
    // 500 of the second month remained; the third has come.
    expect((await dana.has())[0]).toBe('pro')
    expect(await drift()).toBe(0)
    await dana.refund(first?.id ?? '', first?.amountPaid ?? 0)
    await dana.reconcile()
    expect((await dana.has())[0]).toBe('free')
    const reported = published.flatMap((event) => (event.type === 'billing.refunded' ? [event.refunded] : []))
    expect(reported).toEqual([27_840, 0, 27_840])
    expect(await drift()).toBe(0)
  })

  test('a failed partial refund restores the credits withheld from a later month', async () => {
    const { person, passTo, drift } = await start(provider)
    const dana = await person()
    await dana.buy({ plan: 'basic', interval: 'year' })
    const [first] = await dana.invoices()
    await dana.refund(first?.id ?? '', 5_760)
    await dana.reconcile()
    await passTo('month', 1)
    expect(await dana.has()).toEqual(['basic', 230])
    await dana.failRefunds(first?.id ?? '')
    await dana.reconcile()
    expect(await dana.has()).toEqual(['basic', 430])
    expect(await drift()).toBe(0)
  })

  test('publishes a dispute that is reopened after it was won', async () => {
    const { person, published } = await start(provider)
    const dana = await person()
    await dana.buy({ pack: 'pack100' })
    const [pack] = await dana.invoices()
    for (const outcome of ['open', 'won', 'open', 'lost'] as const) {
      await dana.dispute(pack?.id ?? '', outcome)
      await dana.reconcile()
    }
    const reported = published.flatMap((event) =>
      event.type === 'billing.disputed' ? [[event.dispute, event.revision]] : [],
    )
    expect(reported).toEqual([
      ['open', 1],
      ['won', 2],
      ['open', 3],
      ['lost', 4],
    ])
    expect(await dana.has()).toEqual(['free', 30])
  })
})

test("an operator's full refund of a plan also ends it at the provider", async () => {
  const { person, billing, run } = await start('test')
  const dana = await person()
  await dana.buy({ plan: 'pro', interval: 'month' })
  const [first] = await dana.invoices()
  const key = randomUUID()
  await run((tx) => billing.refunds.owe(tx, { userId: dana.userId, invoiceId: first?.id ?? '', cents: 2_900, key }))
  expect(await billing.refunds.pay(key)).toBe(true)
  expect(await dana.has()).toEqual(['free', 30])
  expect((await dana.atProvider()).subscriptions).toMatchObject([{ state: 'ended' }])
})

/** Starts billing at noon on 10 January 2028. */
async function start(provider: 'test' | 'stripe') {
  const started = await startBilling(db, { provider })
  const beganMs = Date.parse('2028-01-10T12:00:00Z')
  started.clock.now = beganMs
  return {
    ...started,
    /** Advances by this many months or years from the start. */
    passTo: (interval: Interval, nth: number) =>
      started.pass(addMonths(beganMs, nth * (interval === 'year' ? 12 : 1)) - started.clock.now),
  }
}
