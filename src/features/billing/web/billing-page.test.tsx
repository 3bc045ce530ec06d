import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { type Answers, answerRequests, refusal, Site } from '../../../../tests/support/web.tsx'
import {
  BALANCE,
  DANA,
  INVOICE,
  NO_PLAN,
  OFFERS,
  OVERVIEW,
  SUBSCRIPTION,
  TERMS,
} from '../../../../tests/support/billing-answers.ts'
import { BillingPage } from './index.ts'

const GRANT = {
  id: '2',
  kind: 'grant',
  amount: 600,
  balanceAfter: 600,
  reason: 'Pro, November',
  by: null,
  at: '2026-11-20T10:00:00Z',
}
const USAGE = { ...GRANT, id: '1', kind: 'usage', amount: -10, balanceAfter: 20, reason: 'Captions for talk.mp4' }
const BASIC = { plan: 'basic', interval: 'month' }

test('a subscriber sees the plan, its next payment, credits, packs, usage and history', async () => {
  await open({
    'credits/history': (input: { json?: { before?: string } }) =>
      input.json?.before === '2' ? { movements: [USAGE], next: null } : { movements: [GRANT], next: '2' },
  })
  const plan = page.getByRole('region', { name: 'Your plan' })
  await expect.element(plan).toMatchTextContent('Pro')
  await expect.element(plan).toMatchTextContent('Renews on 20 December 2026 for $29.00 before tax')
  await expect.element(plan).toMatchTextContent('Visa ending 4242')
  const credits = page.getByRole('region', { name: 'Your credits' })
  await expect.element(credits).toMatchTextContent('590')
  await expect.element(credits).toMatchTextContent('and 10 held for running work')
  await expect.element(credits).toMatchTextContent('80 of 100 left in a packuntil 20 November 2027')
  await expect.element(page.getByText('30 credits used in the last 30 days.')).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Credits used by day' })).toMatchTextContent('30')
  await expect.element(page.getByText('+600')).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(page.getByText('−10')).toBeVisible()
})

test('credits that expire on several days of a week are not said to expire on the first', async () => {
  const expiringSoon = { amount: 800, at: '2027-01-20T12:00:00Z' }
  await open({ 'credits/balance': { ...BALANCE, expiringSoon } })
  const credits = page.getByRole('region', { name: 'Your credits' })
  await expect.element(credits).toMatchTextContent('800 of them expire within a week, from 20 January 2027 on')
})

test('marks what a collaborator spent', async () => {
  await open({ 'credits/history': { movements: [{ ...USAGE, by: 'Bob' }, GRANT], next: null } })
  const history = page.getByRole('region', { name: 'Credit history' })
  await expect.element(history.getByRole('listitem').first()).toMatchTextContent('20 November 2026 · by Bob')
})

test('explains credits owed after a refund', async () => {
  const refund = { ...GRANT, kind: 'refund', amount: -1_500, balanceAfter: -90, reason: 'Refunded payment' }
  await open({
    'credits/balance': { ...BALANCE, available: -90, held: 0 },
    'credits/history': { movements: [refund], next: null },
  })
  const credits = page.getByRole('region', { name: 'Your credits' })
  await expect.element(credits).toMatchTextContent('−90')
  await expect.element(credits).toMatchTextContent('A payment was refunded after its credits were used.')
  await expect
    .element(page.getByRole('region', { name: 'Credit history' }).getByRole('listitem'))
    .toMatchTextContent('−1,50090 owed')
})

test('a free plan shows its contents and Upgrade', async () => {
  await open({ 'billing/overview': NO_PLAN, 'billing/invoices': { invoices: [], next: null } })
  const plan = page.getByRole('region', { name: 'Your plan' })
  await expect.element(plan).toMatchTextContent('30 credits to start with')
  await expect.element(plan.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/pricing')
  await expect.element(page.getByText('No invoices yet')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Cancel plan' })).not.toBeInTheDocument()
})

test('a plan set by an operator has nothing to pay or cancel', async () => {
  await open({ 'billing/overview': { ...NO_PLAN, plan: 'enterprise' } })
  await expect.element(page.getByText(/^This plan was set up for you/)).toBeVisible()
})

test('says that nothing is for sale if billing is off', async () => {
  const { calls } = await open({
    'billing/plans': { ...OFFERS, provider: null },
    'credits/balance': { ...BALANCE, unlimited: true },
  })
  await expect.element(page.getByText('Credits are unlimited on this site, and there is nothing to pay.')).toBeVisible()
  expect(calls.map(({ name }) => name)).not.toContain('billing/overview')
})

test('cancels a plan in two steps, after showing its end and losses', async () => {
  const ending = { ...OVERVIEW, subscription: { ...SUBSCRIPTION, cancelAtPeriodEnd: true, nextCents: null } }
  let now = OVERVIEW
  const answer = (next: typeof OVERVIEW) => () => {
    now = next
    return next
  }
  await open({
    'billing/overview': () => now,
    'billing/cancel': answer(ending),
    'billing/resume': answer(OVERVIEW),
  })
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('You keep Pro until 20 December 2026')
  await expect.element(page.getByRole('dialog')).toMatchTextContent('New videos can be at most 3 minutes long.')
  await page.getByRole('button', { name: 'Cancel on 20 December 2026' }).click()
  await expect.element(page.getByText(/^Ends on 20 December 2026/)).toBeVisible()
  await page.getByRole('button', { name: 'Keep Pro' }).click()
  await expect.element(page.getByText(/Renews on 20 December 2026/)).toBeVisible()
})

test('a downgrade shows its date and losses before it can be confirmed', async () => {
  const { calls } = await open(
    {
      'billing/previewChange': {
        when: 'period-end',
        at: '2026-12-20T12:00:00Z',
        dueNowCents: 0,
        creditUsedCents: 0,
        creditAddedCents: 0,
        cents: 1_200,
        losses: ['New exports are at most 1080p at 60 frames a second.'],
      },
      'billing/changePlan': {
        ...OVERVIEW,
        subscription: { ...SUBSCRIPTION, next: BASIC, nextCents: 1_200 },
      },
    },
    '/billing?plan=basic&interval=month',
  )
  const dialog = page.getByRole('dialog')
  await expect
    .element(dialog)
    .toMatchTextContent('You keep your current plan until 20 December 2026. Nothing is due now')
  await expect.element(dialog).toMatchTextContent('New exports are at most 1080p')
  await dialog.getByRole('button', { name: 'Change on 20 December 2026' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(calls.find(({ name }) => name === 'billing/changePlan')?.input).toEqual({ json: BASIC })
})

test('an upgrade shows the amount due now', async () => {
  await open({
    'billing/previewChange': {
      when: 'now',
      at: '2026-11-21T12:00:00Z',
      dueNowCents: 4_100,
      creditUsedCents: 0,
      creditAddedCents: 0,
      cents: 6_900,
      losses: [],
    },
  })
  await page.getByRole('button', { name: 'Change plan' }).click()
  await expect.element(page.getByRole('radio', { name: /^Premium/ })).toBeChecked()
  await expect.element(page.getByRole('button', { name: 'Change and pay $41.00' })).toBeVisible()
  await page.getByRole('radio', { name: /^Pro/ }).click()
  await expect.element(page.getByText('This is your current plan.')).toBeVisible()
})

test('a change with a leftover says that it becomes account credit', async () => {
  await open({
    'billing/previewChange': {
      when: 'now',
      at: '2026-11-21T12:00:00Z',
      cents: 6_900,
      losses: [],
      dueNowCents: 0,
      creditUsedCents: 0,
      creditAddedCents: 20_940,
    },
  })
  await page.getByRole('button', { name: 'Change plan' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('$209.40 of your last payment is left over.')
  await expect.element(page.getByRole('button', { name: 'Change now' })).toBeVisible()
})

test('shows account credit with the plan and on the invoices it paid', async () => {
  await open({
    'billing/overview': { ...OVERVIEW, creditCents: 20_940 },
    'billing/invoices': {
      invoices: [
        { ...INVOICE, id: 'in_3', amountPaid: 2_000, creditUsed: 900 },
        { ...INVOICE, id: 'in_2', amountPaid: 0, creditAdded: 20_940 },
      ],
      next: null,
    },
  })
  const plan = page.getByRole('region', { name: 'Your plan' })
  await expect.element(plan).toMatchTextContent('You have $209.40 of account credit.')
  const invoices = page.getByRole('region', { name: 'Invoices' })
  await expect.element(invoices).toMatchTextContent('$20.00and $9.00 account credit')
  await expect.element(invoices).toMatchTextContent('$0.00$209.40 added to account credit')
})

test('shows revoked account credit as owed', async () => {
  await open({ 'billing/overview': { ...OVERVIEW, creditCents: -900 } })
  await expect.element(page.getByRole('region', { name: 'Your plan' })).toMatchTextContent('You owe $9.00')
})

test('a refused change says why and cannot be confirmed', async () => {
  await open({ 'billing/previewChange': refusal(409, 'conflict', 'The last payment failed.') })
  await page.getByRole('button', { name: 'Change plan' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The last payment failed.')
  await expect.element(page.getByRole('button', { name: /^Change and pay/ })).not.toBeInTheDocument()
})

test('shows a planned downgrade, which can be reverted', async () => {
  await open({
    'billing/overview': { ...OVERVIEW, subscription: { ...SUBSCRIPTION, next: BASIC, nextCents: 1_200 } },
  })
  await expect
    .element(page.getByText(/^Becomes Basic, paid each month, on 20 December 2026 for \$12\.00/))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Keep Pro' })).toBeVisible()
})

test('reports a failed renewal, with the way to another card', async () => {
  await open({ 'billing/overview': { ...OVERVIEW, subscription: { ...SUBSCRIPTION, state: 'past_due' } } })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Your last payment failed')
  await expect.element(page.getByRole('button', { name: 'Change your card' })).toBeVisible()
})

test('marks test money, which has no card to change', async () => {
  await open({ 'billing/plans': { ...OFFERS, provider: 'test' } })
  await expect.element(page.getByText('Test money.')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Your plan' })).toMatchTextContent('Visa ending 4242')
  await expect.element(page.getByRole('button', { name: 'Change card' })).not.toBeInTheDocument()
})

test('a withdrawal takes two clearly named steps, shows the amount, and gives a receipt', async () => {
  const withdrawable = { ...INVOICE, withdrawalCents: 2_784 }
  const { calls } = await open({
    'billing/invoices': { invoices: [withdrawable], next: null },
    'billing/withdraw': { refundedCents: 2_784, currency: 'usd', at: '2026-11-21T12:00:00Z' },
  })
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('We refund $27.84')
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('We refund $27.84 to your payment method')
  expect(calls.find(({ name }) => name === 'billing/withdraw')?.input).toEqual({ json: { invoiceId: 'in_1' } })
})

test('lists invoices page by page, with documents, tax and state', async () => {
  await open({
    'billing/invoices': (input: { json?: { before?: string } }) =>
      input.json?.before === 'older'
        ? { invoices: [{ ...INVOICE, id: 'in_0', name: '100 credits', dispute: 'open' }], next: null }
        : {
            invoices: [{ ...INVOICE, tax: 463, refunded: 2_900, url: 'https://pay.example/in_1' }],
            next: 'older',
          },
  })
  const invoices = page.getByRole('region', { name: 'Invoices' })
  await expect.element(invoices).toMatchTextContent('with $4.63 tax')
  await expect.element(invoices).toMatchTextContent('Refunded')
  await expect
    .element(invoices.getByRole('link', { name: /^Receipt/ }))
    .toHaveAttribute('href', 'https://pay.example/in_1')
  await page.getByRole('button', { name: 'Show older invoices' }).click()
  await expect.element(invoices).toMatchTextContent('Disputed')
  await expect.element(page.getByRole('button', { name: 'Withdraw from contract here' })).not.toBeInTheDocument()
})

test("an invoice without a provider's document gets our receipt", async () => {
  const paid = { ...INVOICE, amountPaid: 2_900, tax: 463, refunded: 1_000 }
  const answers = {
    'billing/invoices': (input: { json?: { before?: string } }) =>
      input.json?.before === 'older'
        ? { invoices: [paid], next: null }
        : { invoices: [{ ...INVOICE, id: 'in_2' }], next: 'older' },
  }
  await open(answers)
  await expect
    .element(page.getByRole('link', { name: 'Receipt for Pro, a month' }))
    .toHaveAttribute('href', '/billing?receipt=in_2')
  await cleanup()
  await open(answers, '/billing?receipt=in_1')
  const receipt = page.getByRole('article', { name: 'Receipt' })
  for (const says of ['Receipt numberin_1', 'Paid on20 November 2026', 'ToDanadana@example.com'])
    await expect.element(receipt).toMatchTextContent(says)
  const amounts = receipt.getByRole('table', { name: 'Item' })
  for (const row of [
    'Pro, a month $24.37',
    'Tax $4.63',
    'Total paid $29.00',
    'Refunded -$10.00',
    'Paid after refunds $19.00',
  ])
    await expect.element(amounts.getByRole('row', { name: row })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Print or save as PDF' })).toBeVisible()
})

test("does not show another user's receipt", async () => {
  await open({}, '/billing?receipt=in_of_somebody_else')
  await expect.element(page.getByText('Receipt not found')).toBeVisible()
})

test('reports what failed to load and offers a retry', async () => {
  let tries = 0
  await open({
    'billing/overview': () => {
      tries += 1
      return tries === 1 ? refusal(500, 'internal', 'Something went wrong') : OVERVIEW
    },
  })
  await expect.element(page.getByRole('alert')).toMatchTextContent('We couldn’t load your plan')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('region', { name: 'Your plan' })).toMatchTextContent('Pro')
})

const CONTRACT = {
  id: '0a000000-0000-4000-8000-000000000001',
  plan: 'enterprise',
  name: 'Acme 2027',
  startsAt: '2026-11-20T12:00:00Z',
  endsAt: '2027-11-20T00:00:00Z',
  credits: 5_000,
  endedAt: null,
}

test('shows a contract and the limits that apply, and offers no renewal of what it includes', async () => {
  const limits = { ...TERMS.limits, storageBytes: 1e12 }
  await open({
    'billing/overview': { ...OVERVIEW, subscription: { ...SUBSCRIPTION, cancelAtPeriodEnd: true } },
    'billing/terms': { ...TERMS, plan: 'enterprise', limits, contract: CONTRACT },
  })
  const terms = page.getByRole('region', { name: 'Your limits' })
  await expect
    .element(terms)
    .toMatchTextContent('Your contract “Acme 2027” runs until 20 November 2027. It brings 5,000 credits a month.')
  await expect.element(terms).toMatchTextContent('Storage1 TB')
  const plan = page.getByRole('region', { name: 'Your plan' })
  await expect.element(plan).toMatchTextContent('since your contract “Acme 2027” includes it')
  await expect.element(plan.getByRole('button', { name: 'Keep Pro' })).not.toBeInTheDocument()
})

test('offers packs and plans to somebody who never paid', async () => {
  await open({ 'billing/overview': NO_PLAN })
  await expect
    .element(page.getByRole('region', { name: 'Your plan' }))
    .toMatchTextContent('30 credits to start with, and packs of credits at any time.')
})

test('says that limits were lowered', async () => {
  await open({ 'billing/terms': { ...TERMS, limits: { ...TERMS.limits, jobsAtOnce: 1 }, isLowered: true } })
  const terms = page.getByRole('region', { name: 'Your limits' })
  await expect.element(terms).toMatchTextContent('We have lowered some limits of your account.')
  await expect.element(terms).toMatchTextContent('Jobs at once1')
})

async function open(answers: Answers, path = '/billing') {
  const asked = answerRequests({
    'accounts/me': DANA,
    'billing/plans': OFFERS,
    'billing/overview': OVERVIEW,
    'billing/terms': TERMS,
    'billing/invoices': { invoices: [INVOICE], next: null },
    'credits/balance': BALANCE,
    'credits/history': { movements: [], next: null },
    ...answers,
  })
  await render(
    <Site path={path}>
      <BillingPage />
    </Site>,
  )
  return asked
}
