import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../tests/support/web.tsx'
import type { Payout, PayoutSettings } from '../../model/contract-payouts.ts'
import { AffiliatePayoutPage } from './payout-page.tsx'

const DANA = { id: 'u1', displayName: 'Dana', email: 'dana@example.com', photo: null, plan: 'free' }
const AFFILIATE = { referralCode: 'A1B2C3D4', referralUsername: 'dana', displayName: 'Dana' }
const SETTINGS: PayoutSettings = {
  kind: 'paypal',
  label: 'PayPal, d•••@e•••.com',
  country: 'DE',
  taxResidency: 'DE',
  hasTaxId: false,
  thresholdCents: 5_000,
  frozenUntil: null,
  updatedAt: '2026-11-20T12:00:00Z',
}
const PAYOUT: Payout = {
  id: 'p1',
  period: '2026-11',
  currency: 'usd',
  cents: 5_346,
  state: 'paid',
  label: 'PayPal, d•••@e•••.com',
  preparedAt: '2026-11-01T00:00:00Z',
  paidAt: '2026-11-03T00:00:00Z',
  reference: 'T-1',
}

test('a missing payout method shows the form, with each error at its field', async () => {
  const { calls } = await open({ 'referrals/payoutSettings': null, 'referrals/savePayoutSettings': SETTINGS })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(page.getByLabelText('E-mail of your PayPal account'))
    .toHaveAccessibleDescription('Enter the e-mail address of your PayPal account.')
  await page.getByLabelText('E-mail of your PayPal account').fill('dana@example.com')
  await page.getByLabelText('Country you live in').selectOptions('DE')
  await page.getByLabelText('Country you pay tax in').selectOptions('DE')
  await page.getByLabelText('Your password', { exact: true }).fill('sourdough lantern orbit')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('PayPal, d•••@e•••.com')).toBeVisible()
  expect(calls.find(({ name }) => name === 'referrals/savePayoutSettings')?.input).toEqual({
    json: {
      method: { kind: 'paypal', email: 'dana@example.com' },
      country: 'DE',
      taxResidency: 'DE',
      thresholdCents: 5_000,
      password: 'sourdough lantern orbit',
    },
  })
})

test('shows a wrong password at its field and keeps the entries', async () => {
  await open({
    'referrals/payoutSettings': SETTINGS,
    'referrals/savePayoutSettings': refusal(401, 'unauthorized', 'The password is wrong.', { field: 'password' }),
  })
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByText('Bank transfer').click()
  await page.getByLabelText('Account holder').fill('Dana')
  await page.getByLabelText('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(page.getByLabelText('Your password', { exact: true }))
    .toHaveAccessibleDescription('The password is wrong.')
  await expect.element(page.getByLabelText('IBAN')).toHaveValue('DE89 3704 0044 0532 0130 00')
})

test('another threshold needs no account and mentions no freeze', async () => {
  const { calls } = await open({ 'referrals/payoutSettings': SETTINGS, 'referrals/savePayoutSettings': SETTINGS })
  await page.getByRole('button', { name: 'Change' }).click()
  await expect.element(page.getByRole('radio', { name: 'As before' })).toBeChecked()
  await expect.element(page.getByText('pause payouts for seven days')).not.toBeInTheDocument()
  await page.getByLabelText('Smallest payout, in US dollars').fill('80')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Your payout settings are saved.')).toBeVisible()
  expect(calls.find(({ name }) => name === 'referrals/savePayoutSettings')?.input).toEqual({
    json: { country: 'DE', taxResidency: 'DE', thresholdCents: 8_000 },
  })
})

test('after a change, shows until when payouts are frozen', async () => {
  await open({ 'referrals/payoutSettings': { ...SETTINGS, frozenUntil: '2026-11-28T12:00:00Z' } })
  await expect.element(page.getByText(/nothing is paid out until 28 November 2026/)).toBeVisible()
})

test("shows a payout's statement with every line", async () => {
  await open({
    'referrals/payoutSettings': SETTINGS,
    'referrals/payouts': [PAYOUT],
    'referrals/statement': {
      payout: PAYOUT,
      number: '2026-11-0042',
      issuer: ['Example Ltd', '1 Quay, Dublin'],
      taxNote: 'Reverse charge.',
      affiliate: {
        displayName: 'Dana',
        email: 'dana@example.com',
        referralUsername: 'dana',
        country: 'DE',
        taxId: null,
      },
      lines: [
        {
          date: '2026-09-20T12:00:00Z',
          productName: 'Pro, a month',
          kind: 'sale',
          baseCents: 19_333,
          bps: 4_000,
          cents: 7_733,
        },
        {
          date: '2026-09-20T12:00:00Z',
          productName: 'Pro, a month',
          kind: 'refund',
          baseCents: 0,
          bps: 4_000,
          cents: -2_000,
        },
        {
          date: '2026-10-02T12:00:00Z',
          productName: 'Pro, a month',
          kind: 'clawback',
          baseCents: 0,
          bps: 4_000,
          cents: -387,
        },
      ],
      corrections: [
        {
          date: '2026-11-02T12:00:00Z',
          productName: 'Basic, a month',
          wasCents: 480,
          nowCents: 320,
          reason: 'Refunded payment',
        },
        {
          date: '2026-11-02T12:00:00Z',
          productName: 'Basic, a month',
          wasCents: 480,
          nowCents: 320,
          reason: 'Refunded payment',
        },
      ],
    },
  })
  await expect.element(page.getByText(/3 November 2026, reference T-1/)).toBeVisible()
  await page.getByRole('link', { name: 'Statement of Nov 2026' }).click()
  await expect.element(page.getByRole('heading', { name: 'Commission statement, Nov 2026' })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Pro, a month, reversed after a refund' })).toBeVisible()
  await expect
    .element(page.getByRole('row', { name: /Pro, a month, part refunded before this payout.*-\$20\.00/ }))
    .toBeVisible()
  await expect.element(page.getByRole('row', { name: 'Total $53.46' })).toBeVisible()
  for (const text of ['Number 2026-11-0042', 'Example Ltd', '1 Quay, Dublin', 'Reverse charge.'])
    await expect.element(page.getByText(text)).toBeVisible()
  const corrected = page.getByRole('region', { name: 'Corrected before the approval' }).getByRole('listitem')
  await expect.element(corrected.first()).toMatchTextContent('Basic, a month: $4.80 → $3.20')
  await expect.element(corrected.first()).toMatchTextContent('2 November 2026: Refunded payment')
  expect(corrected.elements()).toHaveLength(2)
})

async function open(answers: Record<string, unknown>) {
  const asked = answerRequests({
    'accounts/me': DANA,
    'referrals/affiliate': AFFILIATE,
    'referrals/payouts': [],
    ...answers,
  })
  await render(
    <Site path="/affiliate/payout-settings">
      <AffiliatePayoutPage />
    </Site>,
  )
  return asked
}
