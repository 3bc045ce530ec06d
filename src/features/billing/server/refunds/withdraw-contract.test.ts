import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { describe, expect, test } from 'vitest'
import { startBilling } from '../../../../../tests/support/billing.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { countBlockedQueries } from '../../../../../tests/support/blocked-queries.ts'
import { addMonths } from '../../model/index.ts'

const { db } = await testDatabase({ max: 8 })
const DAY_MS = 86_400_000

describe.each(['test', 'stripe'] as const)('through the %s provider', (provider) => {
  test('a withdrawal within 14 days ends the plan and refunds the unused part', async () => {
    const { person, pass } = await startBilling(db, { provider })
    const dana = await person()
    await dana.buy({ plan: 'basic', interval: 'month' })
    await dana.spend(100)
    await pass(3 * DAY_MS)
    const [invoice] = await dana.invoices()
    expect(invoice?.withdrawalCents).toBe(600)
    const invoiceId = invoice?.id ?? ''
    expect(await call(dana.procedures.withdraw, { invoiceId }, dana.context)).toMatchObject({ refundedCents: 600 })
    expect(await dana.has()).toEqual(['free', 30])
    const again = await call(dana.procedures.withdraw, { invoiceId }, dana.context)
    expect(again).toMatchObject({ refundedCents: 600 })
    expect(await dana.invoices()).toMatchObject([{ refunded: 600, withdrawalCents: null }])
  })

  test('a withdrawal after an upgrade refunds every payment of the contract', async () => {
    const { person, drift } = await startBilling(db, { provider })
    const dana = await person()
    await dana.buy({ plan: 'basic', interval: 'month' })
    await call(dana.procedures.changePlan, { plan: 'pro', interval: 'month' }, dana.context)
    await dana.spend(100)
    const [upgrade, first] = (await dana.invoices()).toSorted((a, b) => b.amountPaid - a.amountPaid)
    expect([upgrade?.amountPaid, first?.amountPaid]).toEqual([1_700, 1_200])
    expect([upgrade?.withdrawalCents, first?.withdrawalCents]).toEqual([null, 2_537])
    const withdrawn = await call(dana.procedures.withdraw, { invoiceId: first?.id ?? '' }, dana.context)
    expect(withdrawn).toMatchObject({ refundedCents: 2_537 })
    // 100 of 800 credits were used: an eighth of each payment stays, rounded up.
    const after = (await dana.invoices()).toSorted((a, b) => b.amountPaid - a.amountPaid)
    expect(after.map(({ refunded }) => refunded)).toEqual([1_487, 1_050])
    expect((await dana.overview()).subscription).toBeNull()
    expect(await drift()).toBe(0)
  })

  test('a withdrawal from a year cancels the months to come', async () => {
    const { person, pass, clock } = await startBilling(db, { provider })
    const dana = await person()
    await dana.buy({ plan: 'basic', interval: 'year' })
    await pass(10 * DAY_MS)
    const [invoice] = await dana.invoices()
    // Ten days of the year are paid for, and with them 66 of its 2,400 credits.
    await call(dana.procedures.withdraw, { invoiceId: invoice?.id ?? '' }, dana.context)
    expect(await dana.has()).toEqual(['free', 96])
    await pass(addMonths(clock.now, 1) - clock.now)
    expect(await dana.has()).toEqual(['free', 96])
  })

  test('a withdrawal from a year keeps the used and paid credits, and leaves no debt', async () => {
    const { person, drift } = await startBilling(db, { provider })
    const dana = await person()
    await dana.buy({ plan: 'basic', interval: 'year' })
    await dana.spend(100)
    const [invoice] = await dana.invoices()
    const invoiceId = invoice?.id ?? ''
    expect(await call(dana.procedures.withdraw, { invoiceId }, dana.context)).toMatchObject({ refundedCents: 11_040 })
    expect(await dana.has()).toEqual(['free', 30])
    expect(await drift()).toBe(0)
  })

  test('after 14 days, and for a renewal, there is no right to withdraw', async () => {
    const { person, pass } = await startBilling(db, { provider })
    const dana = await person()
    await dana.buy({ plan: 'basic', interval: 'month' })
    await pass(31 * DAY_MS)
    const invoices = await dana.invoices()
    expect(invoices.map(({ withdrawalCents }) => withdrawalCents)).toEqual([null, null])
    const invoiceId = invoices[0]?.id ?? ''
    await expect(call(dana.procedures.withdraw, { invoiceId }, dana.context)).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})

test('a withdrawal that the provider could not process is stored and processed later, once', async () => {
  const { person, pass, logged, stripe } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  await dana.buy({ plan: 'basic', interval: 'month' })
  const [invoice] = await dana.invoices()
  const invoiceId = invoice?.id ?? ''
  const known = stripe.book.invoices.get(invoiceId)
  if (known === undefined) throw new Error('the provider knows no such invoice')
  stripe.book.invoices.delete(invoiceId)

  const receipt = await call(dana.procedures.withdraw, { invoiceId }, dana.context)
  expect(receipt).toMatchObject({ refundedCents: 1_200 })
  expect(logged).toMatchObject([{ level: 'error', invoiceId }])
  stripe.book.invoices.set(invoiceId, known)
  await pass(DAY_MS)
  await pass(DAY_MS)
  expect(await dana.invoices()).toMatchObject([{ refunded: 1_200, withdrawalCents: null }])
  expect(await dana.has()).toEqual(['free', 30])
  expect(await call(dana.procedures.withdraw, { invoiceId }, dana.context)).toEqual(receipt)
})

test('a withdrawal refunds what remains beside a refund still due', async () => {
  const { person, pass, run, billing, stripe } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  await dana.buy({ pack: 'pack100' })
  const [invoice] = await dana.invoices()
  const invoiceId = invoice?.id ?? ''
  const known = stripe.book.invoices.get(invoiceId)
  if (known === undefined) throw new Error('the provider knows no such invoice')
  stripe.book.invoices.delete(invoiceId)
  await run((tx) => billing.refunds.owe(tx, { userId: dana.userId, invoiceId, cents: 500, key: randomUUID() }))
  expect(await dana.invoices()).toMatchObject([{ withdrawalCents: 300 }])
  const receipt = await call(dana.procedures.withdraw, { invoiceId }, dana.context)
  expect(receipt).toMatchObject({ refundedCents: 300 })

  stripe.book.invoices.set(invoiceId, known)
  await pass(DAY_MS)
  expect(await dana.invoices()).toMatchObject([{ refunded: 800 }])
  const { rows } = await db.$client.query(
    'select cents from billing_refunds where invoice_id = $1 and done_at is null',
    [invoiceId],
  )
  expect(rows).toEqual([])
})

test("a withdrawal waits for an operator's concurrent refund and pays the rest", async () => {
  const { person, run, billing } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  await dana.buy({ plan: 'basic', interval: 'month' })
  await call(dana.procedures.changePlan, { plan: 'pro', interval: 'month' }, dana.context)
  const [upgrade, first] = (await dana.invoices()).toSorted((a, b) => b.amountPaid - a.amountPaid)
  const refund = { userId: dana.userId, invoiceId: upgrade?.id ?? '', cents: 1_700, key: randomUUID() }
  let withdrawn: Promise<unknown> = Promise.resolve()
  await run(async (tx) => {
    await billing.refunds.owe(tx, refund)
    withdrawn = call(dana.procedures.withdraw, { invoiceId: first?.id ?? '' }, dana.context)
    await expect.poll(() => countBlockedQueries(db)).toBe(1)
  })
  expect(await withdrawn).toMatchObject({ refundedCents: 1_200 })
  await billing.maintenance()
  expect((await dana.invoices()).map(({ amountPaid, refunded }) => amountPaid - refunded)).toEqual([0, 0])
})

test('two operators refunding the same payment never pay more than remains', async () => {
  const { person, run, billing } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  await dana.buy({ pack: 'pack100' })
  const [invoice] = await dana.invoices()
  const refund = () => ({ userId: dana.userId, invoiceId: invoice?.id ?? '', cents: 500, key: randomUUID() })
  let late: Promise<unknown> = Promise.resolve()
  await run(async (tx) => {
    await billing.refunds.owe(tx, refund())
    late = run((other) => billing.refunds.owe(other, refund())).catch((error: unknown) => error)
    await expect.poll(() => countBlockedQueries(db)).toBe(1)
  })
  expect(await late).toMatchObject({ code: 'conflict', details: { left: 300 } })
})

test('an operator cannot refund a payment that a bank decides about or took back', async () => {
  const { person, run, billing, stripe } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  await dana.buy({ pack: 'pack100' })
  const [invoiceId = ''] = stripe.book.invoices.keys()
  const refund = { userId: dana.userId, invoiceId, cents: 100, key: randomUUID() }
  for (const status of ['needs_response', 'lost'] as const) {
    await stripe.dispute(invoiceId, status)
    await expect(
      run((tx) => billing.refunds.owe(tx, refund)),
      status,
    ).rejects.toMatchObject({ code: 'conflict' })
  }
})

test('a double click is one withdrawal', async () => {
  const { person, mails, logged } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  await dana.buy({ pack: 'pack100' })
  const [invoice] = await dana.invoices()
  const press = () => call(dana.procedures.withdraw, { invoiceId: invoice?.id ?? '' }, dana.context)
  const receipts = await Promise.all(Array.from({ length: 5 }, press))
  expect(new Set(receipts.map(({ refundedCents }) => refundedCents))).toEqual(new Set([800]))
  expect(await dana.invoices()).toMatchObject([{ amountPaid: 800, refunded: 800 }])
  expect([...mails.values()].filter(({ subject }) => subject.includes('withdrawal'))).toHaveLength(1)
  expect(logged).toEqual([])
})

test('the refusal says why there is no right to withdraw', async () => {
  const { person, pass } = await startBilling(db, { provider: 'test' })
  const dana = await person()
  await dana.buy({ pack: 'pack100' })
  const [pack] = await dana.invoices()
  await dana.buy({ plan: 'basic', interval: 'month' })
  await dana.refund(pack?.id ?? '', 800)
  const press = async (invoiceId: string) => call(dana.procedures.withdraw, { invoiceId }, dana.context)
  await dana.start({ pack: 'pack100' }).then(({ checkoutId }) => dana.confirm(checkoutId))
  await expect(press(pack?.id ?? '')).rejects.toThrow('This payment was already refunded.')
  await pass(31 * DAY_MS)
  const [renewal, first] = (await dana.invoices()).filter(({ name }) => name === 'Basic, a month')
  await expect(press(renewal?.id ?? '')).rejects.toThrow('Only the first payment')
  await expect(press(first?.id ?? '')).rejects.toThrow('14 days to withdraw from this payment are over')
})
