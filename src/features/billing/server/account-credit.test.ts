import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { startBilling } from '../../../../tests/support/billing.ts'

const { db } = await testDatabase({ max: 20 })
const YEARLY = { plan: 'pro', interval: 'year' } as const
const MONTHLY = { plan: 'premium', interval: 'month' } as const

describe.each(['test', 'stripe'] as const)('through the %s provider', (provider) => {
  test('the leftover of a change becomes account credit and pays the next invoices first', async () => {
    const { person, second, passTo, published } = await start(provider, '2027-01-10T12:00:00Z')
    const dana = await person()
    await dana.buy(YEARLY)
    expect(await call(dana.procedures.previewChange, MONTHLY, dana.context)).toMatchObject({
      dueNowCents: 0,
      creditUsedCents: 0,
      creditAddedCents: 27_840 - 6_900,
    })
    await second()
    await call(dana.procedures.changePlan, MONTHLY, dana.context)
    expect((await dana.overview()).creditCents).toBe(20_940)
    for (const month of ['02', '03', '04', '05']) await passTo(`2027-${month}-10T12:00:01Z`)
    expect(
      (await dana.invoices()).map(({ amountPaid, creditUsed, creditAdded }) => [amountPaid, creditUsed, creditAdded]),
    ).toEqual([
      [6_660, 240, 0],
      [0, 6_900, 0],
      [0, 6_900, 0],
      [0, 6_900, 0],
      [0, 0, 20_940],
      [27_840, 0, 0],
    ])
    expect((await dana.overview()).creditCents).toBe(0)
    expect((await dana.has())[0]).toBe('premium')
    // Commission counts what was paid, so account credit does not count twice.
    const nets = published.flatMap((event) => (event.type === 'billing.purchase-completed' ? [event.net] : []))
    expect(nets).toEqual([27_840, 0, 0, 0, 0, 6_660])
  })

  test('a preview subtracts account credit, and a change uses it', async () => {
    const { person, second } = await start(provider, '2027-01-10T12:00:00Z')
    const dana = await person()
    await dana.buy(YEARLY)
    await second()
    await call(dana.procedures.changePlan, MONTHLY, dana.context)
    const year = { plan: 'premium', interval: 'year' } as const
    expect(await call(dana.procedures.previewChange, year, dana.context)).toMatchObject({
      dueNowCents: 66_240 - 6_900 - 20_940,
      creditUsedCents: 20_940,
      creditAddedCents: 0,
    })
    await second()
    await call(dana.procedures.changePlan, year, dana.context)
    expect((await dana.invoices())[0]).toMatchObject({ amountPaid: 38_400, creditUsed: 20_940 })
    const paid = (await dana.invoices()).reduce((sum, { amountPaid }) => sum + amountPaid, 0)
    expect(paid).toBe(66_240)
  })

  test('a full refund returns the account credit used beside it, once', async () => {
    const { person, second, pass } = await start(provider, '2027-01-10T12:00:00Z')
    const dana = await person()
    await dana.buy(YEARLY)
    await second()
    await call(dana.procedures.changePlan, MONTHLY, dana.context)
    await second()
    await call(dana.procedures.changePlan, { plan: 'premium', interval: 'year' }, dana.context)
    const [last] = await dana.invoices()
    await dana.refund(last?.id ?? '', 38_400)
    await dana.reconcile()
    await pass(60_000)
    await pass(60_000)
    expect((await dana.overview()).creditCents).toBe(20_940)
    await dana.failRefunds(last?.id ?? '')
    await dana.reconcile()
    await pass(60_000)
    expect((await dana.overview()).creditCents).toBe(0)
    expect((await dana.has())[0]).toBe('premium')
  })
})

describe.each(['test', 'stripe'] as const)('through the %s provider', (provider) => {
  test("a withdrawal refunds the contract's account credit as money", async () => {
    const { person, second } = await start(provider, '2027-01-10T12:00:00Z')
    const dana = await person()
    await dana.buy(YEARLY)
    await second()
    await call(dana.procedures.changePlan, MONTHLY, dana.context)
    const first = (await dana.invoices()).at(-1)
    const { refundedCents } = await call(dana.procedures.withdraw, { invoiceId: first?.id ?? '' }, dana.context)
    expect(refundedCents).toBe(27_840)
    expect(await dana.has()).toEqual(['free', 30])
    expect((await dana.overview()).creditCents).toBe(0)
  })

  test('periods keep their anchor day: 31 January, 28 February, 31 March, 30 April', async () => {
    const { person, passTo } = await start(provider, '2027-01-31T12:00:00Z')
    const dana = await person()
    await dana.buy({ plan: 'basic', interval: 'month' })
    const balances: unknown[] = []
    for (const day of ['02-28', '03-31', '04-30', '05-31']) {
      await passTo(`2027-${day}T12:00:00Z`)
      balances.push([day, (await dana.has())[1], (await dana.overview()).subscription?.periodEnd.slice(0, 10)])
    }
    expect(balances).toEqual([
      ['02-28', 430, '2027-03-31'],
      ['03-31', 430, '2027-04-30'],
      ['04-30', 430, '2027-05-31'],
      ['05-31', 430, '2027-06-30'],
    ])
  })

  test('a year from 29 February ends on the 28th and returns to the 29th', async () => {
    const { person, passTo } = await start(provider, '2028-02-29T12:00:00Z')
    const dana = await person()
    await dana.buy({ plan: 'basic', interval: 'year' })
    for (const year of [2028, 2029, 2030]) {
      for (const month of ['03', '04', '05', '06', '07', '08', '09', '10', '11', '12']) {
        await passTo(`${year}-${month}-${year === 2028 ? 29 : 28}T12:00:00Z`)
      }
      await passTo(`${year + 1}-01-${year === 2028 ? 29 : 28}T12:00:00Z`)
      await passTo(`${year + 1}-02-28T12:00:00Z`)
    }
    expect((await dana.overview()).subscription?.periodEnd.slice(0, 10)).toBe('2032-02-29')
    expect((await dana.has())[1]).toBe(430)
    await passTo('2031-03-28T12:00:00Z')
    expect((await dana.has())[1]).toBe(430)
  })
})

test('a reversed payment also reverses its change and the credit it left', async () => {
  const { person, second, pass } = await start('test', '2027-01-10T12:00:00Z')
  const dana = await person()
  await dana.buy(YEARLY)
  await second()
  await call(dana.procedures.changePlan, MONTHLY, dana.context)
  const first = (await dana.invoices()).at(-1)
  await dana.dispute(first?.id ?? '', 'lost')
  await dana.reconcile()
  await pass(60_000)
  expect(await dana.has()).toEqual(['free', 30])
  expect(await dana.overview()).toMatchObject({ creditCents: 0, subscription: null })
  expect((await dana.atProvider()).subscriptions).toMatchObject([{ state: 'ended' }])
})

test('an operator cannot refund money that is still account credit', async () => {
  const { person, second, billing, run } = await start('test', '2027-01-10T12:00:00Z')
  const dana = await person()
  await dana.buy(YEARLY)
  await second()
  await call(dana.procedures.changePlan, MONTHLY, dana.context)
  const first = (await dana.invoices()).at(-1)
  const about = { userId: dana.userId, invoiceId: first?.id ?? '', key: randomUUID() }
  const whole = run((tx) => billing.refunds.owe(tx, { ...about, cents: 27_840 }))
  await expect(whole).rejects.toMatchObject({ code: 'conflict', details: { left: 6_900 } })
  expect(await run((tx) => billing.refunds.owe(tx, { ...about, cents: 6_900 }))).toMatchObject({ refundedAfter: 6_900 })
})

test('the test checkout shows the account credit used for an order', async () => {
  const { person, second } = await start('test', '2027-01-10T12:00:00Z')
  const dana = await person()
  await dana.buy(YEARLY)
  await second()
  await call(dana.procedures.changePlan, MONTHLY, dana.context)
  await second()
  const { checkoutId } = await dana.start({ pack: 'pack100' })
  expect(await call(dana.procedures.testCheckout, { checkoutId }, dana.context)).toMatchObject({
    cents: 800,
    creditUsedCents: 800,
  })
  await dana.pay(checkoutId)
  expect((await dana.invoices())[0]).toMatchObject({ amountPaid: 0, creditUsed: 800 })
  expect((await dana.overview()).creditCents).toBe(20_940 - 800)
})

/** Starts billing at a given time. */
async function start(provider: 'test' | 'stripe', from: string) {
  const started = await startBilling(db, { provider })
  started.clock.now = Date.parse(from)
  return {
    ...started,
    /** Advances one second, past the second of the purchase. */
    second: () => started.pass(1_000),
    /** Advances to a given time. */
    passTo: (moment: string) => started.pass(Date.parse(moment) - started.clock.now),
  }
}
