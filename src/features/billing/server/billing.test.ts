import { call } from '@orpc/server'
import { describe, expect, test } from 'vitest'
import { countBlockedQueries } from '../../../../tests/support/blocked-queries.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { startBilling } from '../../../../tests/support/billing.ts'
import { addMonths } from '../model/index.ts'

const { db } = await testDatabase({ max: 20 })
const DAY_MS = 86_400_000

describe.each(['test', 'stripe'] as const)('through the %s provider', (provider) => {
  test('grants plan and credits on payment; returning from checkout adds nothing', async () => {
    const { person, published, drift } = await startBilling(db, { provider })
    const dana = await person()
    const { checkoutId } = await dana.start({ plan: 'basic', interval: 'month' })
    expect(await dana.confirm(checkoutId)).toMatchObject({ state: 'open', plan: 'free' })
    await dana.pay(checkoutId)
    expect(await dana.has()).toEqual(['basic', 230])
    expect(await dana.confirm(checkoutId)).toMatchObject({ state: 'done', plan: 'basic' })
    expect(await dana.has()).toEqual(['basic', 230])
    expect(published).toMatchObject([
      { type: 'billing.purchase-completed', amountPaid: 1_200, net: 1_200, productName: 'Basic, a month' },
    ])
    expect(await dana.overview()).toMatchObject({
      provider,
      plan: 'basic',
      subscription: { plan: 'basic', interval: 'month', state: 'active', cancelAtPeriodEnd: false, nextCents: 1_200 },
      paymentMethod: expect.stringContaining('4242'),
    })
    expect(await drift()).toBe(0)
  })

  test('a pack lasts a year and changes no plan, not even one set by an operator', async () => {
    const { person, pass } = await startBilling(db, { provider })
    const dana = await person()
    await db.$client.query(`update users set plan = 'enterprise' where id = $1`, [dana.userId])
    await dana.buy({ pack: 'pack500' })
    expect(await dana.has()).toEqual(['enterprise', 530])
    expect((await dana.overview()).packs).toMatchObject([{ granted: 500, remaining: 500 }])
    await pass(366 * DAY_MS)
    expect(await dana.has()).toEqual(['enterprise', 30])
  })

  test("charges an upgrade's difference now and delays a downgrade to the period's end", async () => {
    const { person, clock, pass } = await startBilling(db, { provider })
    const dana = await person()
    await dana.buy({ plan: 'basic', interval: 'month' })
    await pass(15 * DAY_MS)
    const up = { plan: 'pro', interval: 'month' } as const
    const preview = await call(dana.procedures.previewChange, up, dana.context)
    expect(preview).toMatchObject({ when: 'now', dueNowCents: 2_300, cents: 2_900 })
    expect(preview.losses).toEqual([])
    await call(dana.procedures.changePlan, up, dana.context)
    expect(await dana.has()).toEqual(['pro', 830])
    expect((await dana.invoices())[0]).toMatchObject({ name: 'Pro, a month', amountPaid: 2_300 })

    const down = { plan: 'basic', interval: 'month' } as const
    expect(await call(dana.procedures.previewChange, down, dana.context)).toMatchObject({
      when: 'period-end',
      dueNowCents: 0,
    })
    const planned = await call(dana.procedures.changePlan, down, dana.context)
    expect(planned).toMatchObject({ plan: 'pro', subscription: { next: down, nextCents: 1_200 } })
    expect(await dana.has()).toEqual(['pro', 830])
    await pass(addMonths(clock.now, 1) - clock.now)
    expect((await dana.has())[0]).toBe('basic')
    expect((await dana.overview()).subscription).toMatchObject({ plan: 'basic', next: null })
  })

  test('an upgrade in the same second as the purchase counts', async () => {
    const { person } = await startBilling(db, { provider })
    for (let n = 0; n < 6; n += 1) {
      const dana = await person()
      await dana.buy({ plan: 'basic', interval: 'month' })
      await call(dana.procedures.changePlan, { plan: 'pro', interval: 'month' }, dana.context)
      expect((await dana.has())[0]).toBe('pro')
    }
  })

  test('a planned downgrade and a cancellation can be reverted until they happen', async () => {
    const { person, pass } = await startBilling(db, { provider })
    const dana = await person()
    await dana.buy({ plan: 'pro', interval: 'month' })
    await call(dana.procedures.changePlan, { plan: 'basic', interval: 'month' }, dana.context)
    const cancelled = await call(dana.procedures.cancel, undefined, dana.context)
    expect(cancelled.subscription).toMatchObject({ cancelAtPeriodEnd: true, next: null, nextCents: null })
    const resumed = await call(dana.procedures.resume, undefined, dana.context)
    expect(resumed.subscription).toMatchObject({ cancelAtPeriodEnd: false, nextCents: 2_900 })
    await call(dana.procedures.cancel, undefined, dana.context)
    expect((await dana.has())[0]).toBe('pro')
    await pass(31 * DAY_MS)
    expect(await dana.has()).toEqual(['free', 630])
    expect((await dana.overview()).subscription).toBeNull()
  })

  test('monthly credits roll over up to one month and are spent before packs', async () => {
    const { person, pass } = await startBilling(db, { provider })
    const dana = await person()
    await dana.buy({ pack: 'pack100' })
    await dana.buy({ plan: 'basic', interval: 'month' })
    await dana.spend(50)
    expect(await dana.has()).toEqual(['basic', 280])
    await pass(31 * DAY_MS)
    expect(await dana.has()).toEqual(['basic', 480])
    await pass(31 * DAY_MS)
    expect(await dana.has()).toEqual(['basic', 530])
    await dana.spend(400)
    expect((await dana.overview()).packs).toMatchObject([{ remaining: 100 }])
  })
})

describe.each(['test', 'stripe'] as const)('through the %s provider', (provider) => {
  test('successive upgrades cost as much as the largest plan', async () => {
    const { person } = await startBilling(db, { provider })
    const dana = await person()
    await dana.buy({ plan: 'basic', interval: 'month' })
    for (const [plan, dueNowCents] of [
      ['pro', 1_700],
      ['premium', 4_000],
    ] as const) {
      const up = { plan, interval: 'month' } as const
      expect(await call(dana.procedures.previewChange, up, dana.context)).toMatchObject({ when: 'now', dueNowCents })
      await call(dana.procedures.changePlan, up, dana.context)
    }
    const paid = (await dana.invoices()).reduce((sum, { amountPaid }) => sum + amountPaid, 0)
    expect(paid).toBe(6_900)
  })

  test('a paid year grants credits monthly and stops when the plan changes', async () => {
    const { person, pass, clock } = await startBilling(db, { provider })
    const dana = await person()
    await dana.buy({ plan: 'basic', interval: 'year' })
    expect(await dana.has()).toEqual(['basic', 230])
    expect((await dana.invoices())[0]).toMatchObject({ amountPaid: 11_520 })
    await pass(addMonths(clock.now, 1) - clock.now)
    expect(await dana.has()).toEqual(['basic', 430])
    await call(dana.procedures.changePlan, { plan: 'pro', interval: 'year' }, dana.context)
    expect(await dana.has()).toEqual(['pro', 1_030])
    await pass(addMonths(clock.now, 1) - clock.now)
    // The 200 of the first month have expired; those of the second stay one more month.
    expect(await dana.has()).toEqual(['pro', 1_430])
  })
})

describe.each(['test', 'stripe'] as const)('through the %s provider', (provider) => {
  test('a refund revokes its share of the credits; spent ones are owed', async () => {
    const { person, billing, published, drift } = await startBilling(db, { provider })
    const dana = await person()
    await dana.buy({ pack: 'pack100' })
    await dana.spend(120)
    const [invoice] = await dana.invoices()
    await dana.refund(invoice?.id ?? '', 200)
    await settle(billing, dana)
    expect(await dana.has()).toEqual(['free', -15])
    await dana.refund(invoice?.id ?? '', 600)
    await settle(billing, dana)
    expect(await dana.has()).toEqual(['free', -90])
    await expect(dana.spend(1)).rejects.toMatchObject({ code: 'insufficient_credits' })
    expect(published.slice(1)).toMatchObject([
      { type: 'billing.refunded', refunded: 200, refundedNet: 200 },
      { type: 'billing.refunded', refunded: 800, refundedNet: 800 },
    ])
    expect(await drift()).toBe(0)
  })

  test('refunding a year revokes part of each past month and reduces those to come', async () => {
    const { person, pass, billing, clock } = await startBilling(db, { provider })
    const dana = await person()
    await dana.buy({ plan: 'basic', interval: 'year' })
    await pass(addMonths(clock.now, 1) - clock.now)
    expect(await dana.has()).toEqual(['basic', 430])
    const [invoice] = await dana.invoices()
    await dana.refund(invoice?.id ?? '', 5_760)
    await settle(billing, dana)
    expect(await dana.has()).toEqual(['basic', 230])
    await pass(addMonths(clock.now, 1) - clock.now)
    // The first month's rest has expired, and the third granted half.
    expect(await dana.has()).toEqual(['basic', 230])
  })

  test("a year upgraded in the second of its purchase grants only the new plan's months", async () => {
    const { person, pass } = await startBilling(db, { provider })
    const dana = await person()
    await dana.buy({ plan: 'basic', interval: 'year' })
    await call(dana.procedures.changePlan, { plan: 'pro', interval: 'year' }, dana.context)
    expect(await dana.has()).toEqual(['pro', 830])
    await pass(32 * DAY_MS)
    expect(await dana.has()).toEqual(['pro', 1_430])
  })

  test('a plan is changed, never bought twice, even from two open pages', async () => {
    const { person } = await startBilling(db, { provider })
    const dana = await person()
    const first = await dana.start({ plan: 'basic', interval: 'month' })
    await dana.buy({ plan: 'pro', interval: 'month' })
    await expect(dana.pay(first.checkoutId)).rejects.toThrow()
    await expect(dana.start({ plan: 'basic', interval: 'month' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await dana.confirm(first.checkoutId)).toMatchObject({ state: 'dropped' })
    expect((await dana.invoices()).map(({ name }) => name)).toEqual(['Pro, a month'])
  })

  test('a plan that is paid while another page opens is not bought twice', async () => {
    const { person } = await startBilling(db, { provider, deliver: false })
    const dana = await person()
    const first = await dana.start({ plan: 'basic', interval: 'month' })
    const holder = await db.$client.connect()
    await holder.query('begin')
    await holder.query('select 1 from billing_customers where user_id = $1 for update', [dana.userId])

    const paid = dana.pay(first.checkoutId).then(() => dana.confirm(first.checkoutId))
    await expect.poll(() => countBlockedQueries(db)).toBe(1)
    // It has seen no plan yet, and waits behind the payment to store its page.
    const second = dana.start({ plan: 'pro', interval: 'month' })
    second.catch(() => {})
    await expect.poll(() => countBlockedQueries(db)).toBe(2)
    await holder.query('commit')
    holder.release()

    expect(await paid).toMatchObject({ state: 'done' })
    await expect(second).rejects.toMatchObject({ code: 'conflict', message: /^You already have a plan/u })
    expect((await dana.invoices()).map(({ name }) => name)).toEqual(['Basic, a month'])
  })

  test('hides checkouts and invoices from other users', async () => {
    const { person } = await startBilling(db, { provider })
    const [dana, eve] = [await person(), await person()]
    const checkoutId = await dana.buy({ pack: 'pack100' })
    const [invoice] = await dana.invoices()
    await expect(eve.confirm(checkoutId)).rejects.toMatchObject({ code: 'not_found' })
    const stolen = call(eve.procedures.withdraw, { invoiceId: invoice?.id ?? '' }, eve.context)
    await expect(stolen).rejects.toMatchObject({ code: 'not_found' })
    expect(await eve.invoices()).toEqual([])
  })

  test('does not sell free and enterprise', async () => {
    const { person } = await startBilling(db, { provider })
    const dana = await person()
    for (const plan of ['free', 'enterprise'] as const) {
      await expect(dana.start({ plan, interval: 'month' })).rejects.toMatchObject({ code: 'conflict' })
    }
  })
})

type Started = Awaited<ReturnType<typeof startBilling>>

/** The test provider's refund has no webhook: reading the state settles it. */
async function settle({ provider }: Started['billing'], dana: Awaited<ReturnType<Started['person']>>): Promise<void> {
  if (provider.name === 'stripe') return
  const { checkoutId } = await dana.start({ pack: 'pack100' })
  await dana.confirm(checkoutId)
}
