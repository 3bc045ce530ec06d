import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../tests/support/web.tsx'
import { OperatorAffiliatesPage } from './affiliates-page.tsx'
import { OperatorCommissionsPage } from './commissions-page.tsx'
import { OperatorPayoutsPage } from '../payouts/payouts-page.tsx'

const AT = '2026-11-20T10:00:00.000Z'
const BATCH = { period: '2026-11', currency: 'usd', payouts: 2, cents: 20_000, prepared: 2, approved: 0, paid: 0 }
const ADA = {
  id: '0a000000-0000-4000-8000-000000000001',
  period: '2026-11',
  referralUsername: 'ada',
  displayName: 'Ada',
  label: 'PayPal, a•••@e•••.com',
  country: 'DE',
  currency: 'usd',
  cents: 12_000,
  state: 'prepared',
  lines: 3,
  affiliateState: 'active',
  hasNewDetails: false,
  preparedAt: AT,
  approvedAt: null,
  approvedBy: null,
  paidAt: null,
  reference: null,
  reason: null,
  corrections: [],
}
const BEN = {
  ...ADA,
  id: '0a000000-0000-4000-8000-000000000002',
  referralUsername: 'ben',
  cents: 8_000,
  hasNewDetails: true,
}
const COMMISSION = {
  id: '0a000000-0000-4000-8000-000000000003',
  kind: 'sale',
  referralUsername: 'ada',
  productName: 'Pro, a month',
  currency: 'usd',
  baseCents: 2_900,
  bps: 4_000,
  cents: 1_160,
  state: 'pending',
  holds: [],
  reason: null,
  purchasedAt: AT,
  approvesAt: AT,
  payout: null,
}

test('approves payouts with the amounts shown, and with the password if required', async () => {
  let answer: unknown = refusal(403, 'forbidden', 'Enter your password.', { field: 'password' })
  const { calls } = answerRequests({
    'operator/payoutBatches': [BATCH],
    'operator/closedBalances': [],
    'operator/payouts': [ADA, BEN],
    'operator/approvePayouts': () => answer,
  })
  await render(
    <Site path="/operator/payouts">
      <OperatorPayoutsPage />
    </Site>,
  )
  await expect.element(page.getByText('Details changed since')).toBeVisible()
  await page.getByRole('button', { name: 'Approve 2 payouts, $200.00' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect.element(dialog.getByText('Give a short reason.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Checked with the bank')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect.element(dialog.getByText('Enter your password.')).toBeVisible()
  answer = { approved: 2 }
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('purple otter climbs')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect.element(page.getByText('Approved: 2 payouts.')).toBeVisible()
  expect(calls.findLast(({ name }) => name === 'operator/approvePayouts')?.input).toEqual({
    json: {
      payouts: [
        { id: ADA.id, cents: 12_000 },
        { id: BEN.id, cents: 8_000 },
      ],
      reason: 'Checked with the bank',
      password: 'purple otter climbs',
    },
  })
})

test('shows corrections since the preparation where payouts are approved, with reasons', async () => {
  const corrections = [
    { date: AT, productName: 'Pro, a month', wasCents: 12_000, nowCents: 8_000, reason: 'Refunded payment' },
    {
      date: AT,
      productName: 'Basic, a month',
      wasCents: 500,
      nowCents: 0,
      reason: 'The customer disputes the payment.',
    },
    // Two identical months, reversed at once.
    { date: AT, productName: 'Pro, a month', wasCents: 12_000, nowCents: 8_000, reason: 'Refunded payment' },
  ]
  answerRequests({
    'operator/payoutBatches': [BATCH],
    'operator/closedBalances': [],
    'operator/payouts': [ADA, { ...BEN, corrections }],
  })
  await render(
    <Site path="/operator/payouts">
      <OperatorPayoutsPage />
    </Site>,
  )
  await expect.element(page.getByText('3 lines corrected, -$85.00')).toBeVisible()
  await page.getByRole('button', { name: 'Approve 2 payouts, $200.00' }).click()
  const list = page.getByRole('dialog').getByRole('region', { name: 'Corrections' })
  expect(list.getByText('ben, Pro, a month: $120.00 → $80.00').elements()).toHaveLength(2)
  await expect.element(list.getByText('ben, Basic, a month: $5.00 → left out')).toBeVisible()
  await expect.element(list.getByText(/^20 Nov 2026.*: Refunded payment$/).first()).toBeVisible()
})

test('lists balances of deleted accounts below the payouts, with their commissions', async () => {
  answerRequests({
    'operator/payoutBatches': [],
    'operator/closedBalances': [{ affiliateId: ADA.id, referralUsername: 'gone', currency: 'usd', cents: 4_200 }],
  })
  await render(
    <Site path="/operator/payouts">
      <OperatorPayoutsPage />
    </Site>,
  )
  const table = page.getByRole('table', { name: 'Left by deleted accounts' })
  await expect.element(table.getByText('$42.00')).toBeVisible()
  await expect
    .element(table.getByRole('link', { name: 'Commissions of gone' }))
    .toHaveAttribute('href', '/operator/commissions?username=gone&state=approved')
})

test('renames an affiliate with a reason', async () => {
  const affiliate = {
    id: ADA.id,
    displayName: 'Ada',
    email: 'ada@example.com',
    referralUsername: 'ada',
    referralCode: 'AAAAAAA1',
    state: 'active',
    joinedAt: AT,
    referrals: 3,
    paidUsers: 1,
    balances: [],
  }
  const { calls } = answerRequests({
    'operator/applications': [],
    'operator/affiliates': { affiliates: [affiliate], next: null },
    'operator/renameAffiliate': { referralUsername: 'ada-cooks' },
  })
  await render(
    <Site path="/operator/affiliates">
      <OperatorAffiliatesPage />
    </Site>,
  )
  await page.getByRole('button', { name: 'Rename ada' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename ada' })
  await dialog.getByRole('textbox', { name: 'New name' }).fill('Ada-Cooks')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They asked by mail')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect.element(page.getByText('ada is ada-cooks now.')).toBeVisible()
  expect(calls.find(({ name }) => name === 'operator/renameAffiliate')?.input).toEqual({
    json: { affiliateId: ADA.id, username: 'Ada-Cooks', reason: 'They asked by mail' },
  })
})

test('opens a commission with its entries and voids it only with a reason', async () => {
  const { calls } = answerRequests({
    'operator/commissions': { commissions: [COMMISSION], next: null },
    'operator/commission': {
      commission: COMMISSION,
      steps: [{ at: AT, what: 'bought', cents: 1_160, text: 'Pro, a month' }],
      actions: [],
    },
    'operator/decideCommission': { ...COMMISSION, state: 'rejected', cents: 0 },
  })
  await render(
    <Site path="/operator/commissions?state=pending">
      <OperatorCommissionsPage />
    </Site>,
  )
  await page.getByRole('button', { name: 'Open Pro, a month of ada' }).click()
  await expect.element(page.getByText('+$11.60')).toBeVisible()
  await page.getByRole('button', { name: 'Void' }).click()
  const asks = page.getByRole('dialog', { name: 'Void this commission' })
  await asks.getByRole('button', { name: 'Void' }).click()
  await expect.element(asks.getByText('Give a short reason.')).toBeVisible()
  await asks.getByRole('textbox', { name: 'Reason' }).fill('A stolen card')
  await asks.getByRole('switch').click()
  await asks.getByRole('button', { name: 'Void' }).click()
  await expect.element(page.getByText('The commission is void.')).toBeVisible()
  expect(calls.find(({ name }) => name === 'operator/commissions')?.input).toEqual({ json: { state: 'pending' } })
  expect(calls.find(({ name }) => name === 'operator/decideCommission')?.input).toEqual({
    json: { commissionId: COMMISSION.id, decision: 'void', reason: 'A stolen card', isFraud: true },
  })
})
