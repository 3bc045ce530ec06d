import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../tests/support/web.tsx'
import type { Dashboard } from '../../model/contract-statistics.ts'
import { AffiliateDashboardPage } from './dashboard-page.tsx'

const DANA = { id: 'u1', displayName: 'Dana', email: 'dana@example.com', photo: null, plan: 'free' }
const AFFILIATE = { referralCode: 'A1B2C3D4', referralUsername: 'dana', displayName: 'Dana' }
const OCTOBER = { total: 4, free: 2, paid: 2, conversions: 2, commission: 2_320 }
const NOVEMBER = { total: 6, free: 5, paid: 1, conversions: 1, commission: 1_160 }

const DASHBOARD: Dashboard = {
  currency: 'usd',
  stats: {
    totalReferrals: 10,
    freeUsers: 7,
    paidUsers: 3,
    conversions: 3,
    conversionRate: 0.3,
    totalCommission: 3_480,
    lastUpdated: '2026-11-21T12:00:00Z',
    monthly: { '2026-10': OCTOBER, '2026-11': NOVEMBER },
  },
  referrals: { total: 10, free: 7, paid: 3 },
  earnings: { total: 3_480, pending: 3_480, paid: 0 },
  lastReferralDate: '2026-11-20T12:00:00Z',
  lastCommissionDate: '2026-11-20T12:00:00Z',
  balances: [{ currency: 'usd', total: 3_480, pending: 1_160, hold: 0, approved: 2_320, paid: 0 }],
  thisMonth: { name: '2026-11', ...NOVEMBER, clicks: 80 },
  lastMonth: { name: '2026-10', ...OCTOBER, clicks: 40 },
  growth: { referrals: 50, conversions: -50, earnings: -50 },
  clicks: 1_200,
  waiting: 0,
  recent: [
    {
      id: 'd2719f0c-94ee-4c1a-a1f8-3f2f6f1f1a01',
      person: { initial: 'E', email: 'e•••@e•••.com' },
      createdAt: '2026-11-20T12:00:00Z',
      referralCode: 'A1B2C3D4',
      referralUsername: 'dana',
      signupDate: '2026-11-20T12:00:00Z',
      lastUpdated: '2026-11-20T12:00:00Z',
      status: 'converted',
      userType: 'paid',
      conversionDate: '2026-11-20T13:00:00Z',
      purchases: 1,
      totalCommission: 1_160,
    },
  ],
  nextPayout: {
    date: '2026-12-01T00:00:00Z',
    cents: 2_320,
    currency: 'usd',
    minimumCents: 5_000,
    state: 'below_minimum',
    frozenUntil: null,
  },
}

test('compares this month with last, with growth, conversion rate and newest referrals', async () => {
  await open(DASHBOARD)
  const month = page.getByLabelText('This month')
  await expect.element(month.getByText('+50% against 4 last month')).toBeVisible()
  await expect.element(month.getByText('−50% against $23.20 last month')).toBeVisible()
  await expect.element(month.getByText('30%', { exact: true })).toBeVisible()
  await expect.element(page.getByText('3 of 10 pay. 1,200 visits in all.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: /e•••@e•••\.com/ }))
    .toHaveAttribute('href', '/affiliate/referrals?referral=d2719f0c-94ee-4c1a-a1f8-3f2f6f1f1a01')
})

test.each([
  { total: 0, waiting: 1, says: '1 person is waiting' },
  { total: 10, waiting: 3, says: '3 people are waiting' },
])('shows $waiting people who have yet to confirm their address', async ({ total, waiting, says }) => {
  await open({ ...DASHBOARD, referrals: { ...DASHBOARD.referrals, total }, waiting })
  await expect.element(page.getByText(says)).toBeVisible()
  await expect.element(page.getByText('nobody has signed up yet', { exact: false })).not.toBeInTheDocument()
})

test('puts the numbers of this month above everything else', async () => {
  await page.viewport(390, 800)
  await open(DASHBOARD)
  const top = async (name: string) => {
    const part = page.getByRole('region', { name })
    await expect.element(part).toBeVisible()
    return part.element().getBoundingClientRect().top
  }
  const month = await top('This month')
  for (const later of ['Your link', 'Over time']) expect(await top(later), later).toBeGreaterThan(month)
})

test('offers a table of the months beside the charts; the address keeps the range', async () => {
  await open(DASHBOARD)
  const earnings = page.getByRole('table', { name: 'Earnings by month' })
  await expect.element(earnings.getByRole('row', { name: 'Oct 2026 $23.20' })).toBeInTheDocument()
  await expect.element(earnings.getByRole('row', { name: 'Dec 2025 $0.00' })).toBeInTheDocument()
  await page.getByText('6 months', { exact: true }).first().click()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/affiliate/dashboard?months=6')
  await expect.element(earnings.getByRole('row', { name: 'Dec 2025 $0.00' })).not.toBeInTheDocument()
})

test.each([
  { state: 'below_minimum', says: 'Paid out from $50.00 on; until then it adds up.' },
  { state: 'due', says: 'Prepared on 1 December 2026.' },
  { state: 'no_method', says: 'Add a payout method before 1 December 2026.' },
  { state: 'frozen', says: 'Your payout details changed, so payouts are paused until 28 November 2026.' },
] as const)('explains a next payout that is "$state"', async ({ state, says }) => {
  const frozenUntil = state === 'frozen' ? '2026-11-28T12:00:00Z' : null
  await open({ ...DASHBOARD, nextPayout: { ...DASHBOARD.nextPayout, state, frozenUntil } })
  await expect.element(page.getByRole('region', { name: 'Next payout' })).toMatchTextContent(says)
})

test('figures that fail to load keep the link and can be retried', async () => {
  let isDown = true
  await open(() => (isDown ? refusal(403, 'forbidden', 'Not now.') : DASHBOARD))
  await expect.element(page.getByText('We couldn’t load your figures')).toBeVisible()
  await expect.element(page.getByLabelText('Your link', { exact: true }).getByRole('textbox')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('region', { name: 'Next payout' })).toBeVisible()
})

async function open(dashboard: unknown) {
  answerRequests({ 'accounts/me': DANA, 'referrals/affiliate': AFFILIATE, 'referrals/dashboard': dashboard })
  await render(
    <Site path="/affiliate/dashboard">
      <AffiliateDashboardPage />
    </Site>,
  )
}
