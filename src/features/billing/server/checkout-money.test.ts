import { expect, test } from 'vitest'
import { startBilling } from '../../../../tests/support/billing.ts'
import { testDatabase } from '../../../../tests/support/database.ts'

const { db } = await testDatabase({ max: 8 })

test('a promotion code lowers the price, not the credits, and tax earns no commission', async () => {
  const { person, published, mails } = await startBilling(db, { provider: 'stripe', tax: true })
  const dana = await person()
  const { checkoutId } = await dana.start({ plan: 'basic', interval: 'month' })
  await dana.pay(checkoutId, { percentOff: 50 })
  expect(await dana.has()).toEqual(['basic', 230])
  expect(published).toMatchObject([{ amountPaid: 660, tax: 60, net: 600 }])
  expect(await dana.invoices()).toMatchObject([{ amountPaid: 660, tax: 60 }])
  expect(mails.values().next().value?.paragraphs[0]).toBe(
    'Thank you. We received $6.60, of which $0.60 tax, for Basic, a month on 20 November 2026.',
  )
})

test('the tax share of a refund does not affect commission', async () => {
  const { person, published } = await startBilling(db, { provider: 'stripe', tax: true })
  const dana = await person()
  await dana.buy({ plan: 'basic', interval: 'month' })
  const [invoice] = await dana.invoices()
  await dana.refund(invoice?.id ?? '', 330)
  expect(published.at(-1)).toMatchObject({
    type: 'billing.refunded',
    amountPaid: 1_320,
    refunded: 330,
    refundedNet: 300,
  })
})

test('packs accept promotion codes, and tax is added only if the operator enables it', async () => {
  const { person, published } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  const { checkoutId } = await dana.start({ pack: 'pack500' })
  await dana.pay(checkoutId, { percentOff: 20 })
  expect(await dana.has()).toEqual(['free', 530])
  expect(published).toMatchObject([{ amountPaid: 2_800, tax: 0, net: 2_800 }])
})

test('a code for the full price is a payment of zero with plan and credits', async () => {
  const { person, published } = await startBilling(db, { provider: 'stripe' })
  const dana = await person()
  const { checkoutId } = await dana.start({ plan: 'pro', interval: 'month' })
  await dana.pay(checkoutId, { percentOff: 100 })
  expect(await dana.has()).toEqual(['pro', 630])
  expect(published).toMatchObject([{ amountPaid: 0, net: 0 }])
})
