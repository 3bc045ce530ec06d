import { call } from '@orpc/server'
import { expect, test } from 'vitest'
import { startBilling } from '../../../../tests/support/billing.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { receiptMail, withdrawalMail } from './mails.ts'

const { db } = await testDatabase({ max: 8 })
const DAY_MS = 86_400_000
const TO = { to: 'dana@example.com', publicUrl: 'https://wordpop.example', isTest: false }

test('a receipt shows the amount, its tax, and the credits', () => {
  const money = { amountPaid: 3_451, tax: 551, creditUsed: 0, creditAdded: 0, currency: 'usd' }
  const about = { ...money, name: 'Pro, a month', credits: 600 }
  const { paragraphs, action } = receiptMail({ ...TO, ...about, paidAtMs: Date.parse('2026-11-20T12:00:00Z') })
  expect(paragraphs).toEqual([
    'Thank you. We received $34.51, of which $5.51 tax, for Pro, a month on 20 November 2026.',
    'Your account now has 600 more credits.',
  ])
  expect(action?.url).toBe('https://wordpop.example/billing')
})

test('a withdrawal receipt says when everything was used', () => {
  const at = Date.parse('2026-11-21T09:05:00Z')
  const { paragraphs } = withdrawalMail({
    ...TO,
    name: '100 credits',
    paidAtMs: at,
    atMs: at,
    refundedCents: 0,
    currency: 'usd',
  })
  expect(paragraphs).toEqual([
    'You withdrew from the contract for 100 credits, paid on 21 November 2026. We received your withdrawal on 21 Nov 2026, 09:05 UTC.',
    'Everything it included was already used, so there is nothing to refund.',
  ])
})

test('mails each purchase, change and withdrawal once, marked if it is test money', async () => {
  const { person, mails } = await startBilling(db, { provider: 'test' })
  const dana = await person()
  await dana.buy({ plan: 'basic', interval: 'month' })
  await dana.spend(100)
  await call(dana.procedures.changePlan, { plan: 'pro', interval: 'month' }, dana.context)
  const invoices = await dana.invoices()
  const invoiceId = invoices.find(({ name }) => name === 'Basic, a month')?.id ?? ''
  await call(dana.procedures.withdraw, { invoiceId }, dana.context)
  await call(dana.procedures.withdraw, { invoiceId }, dana.context)
  const sent = [...mails.values()]
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Receipt: Basic, a month',
    'Receipt: Pro, a month',
    'Your Wordpop plan is now Pro',
    'Your withdrawal from Basic, a month',
    'Your Wordpop plan is now Free',
  ])
  expect(new Set(sent.map(({ to }) => to))).toEqual(new Set([dana.caller.email]))
  for (const { paragraphs } of sent) expect(paragraphs).toContain('This was test money: nothing was charged.')
  expect(sent[3]?.paragraphs[1]).toBe('We refund $25.37, the unused part, to your payment method.')
})

test('announces a yearly renewal once, 30 days ahead, unless the plan ends or changes', async () => {
  const { person, pass, mails } = await startBilling(db, { provider: 'test' })
  const [dana, eve, finn] = [await person(), await person(), await person()]
  for (const one of [dana, eve, finn]) await one.buy({ plan: 'basic', interval: 'year' })
  await call(eve.procedures.cancel, undefined, eve.context)
  await call(finn.procedures.changePlan, { plan: 'basic', interval: 'month' }, finn.context)
  await pass(334 * DAY_MS)
  expect(renewals()).toEqual([])
  for (const days of [2, 1, 1]) await pass(days * DAY_MS)
  expect(renewals()).toEqual([[dana.caller.email, 'Basic, a year renews on 20 November 2027']])

  function renewals() {
    return [...mails.values()].flatMap(({ to, subject }) => (subject.includes('renews') ? [[to, subject]] : []))
  }
})
