import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, Site } from '../../../../../tests/support/web.tsx'
import type { Referral, Timeline } from '../../model/contract-statistics.ts'
import { AffiliateReferralsPage } from './referrals-page.tsx'

const DANA = { id: 'u1', displayName: 'Dana', email: 'dana@example.com', photo: null, plan: 'free' }
const AFFILIATE = { referralCode: 'A1B2C3D4', referralUsername: 'dana', displayName: 'Dana' }
const ERIN: Referral = {
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
  totalCommission: 773,
}
const TIMELINE: Timeline = {
  referral: ERIN,
  purchases: [],
  events: [
    happened('clicked', '2026-11-19T12:00:00Z'),
    happened('signed_up', '2026-11-20T12:00:00Z'),
    { ...happened('paid', '2026-11-20T13:00:00Z'), cents: 1_160, currency: 'usd', productName: 'Pro, a month' },
    {
      ...happened('taken_back', '2026-11-21T13:00:00Z'),
      cents: -387,
      currency: 'usd',
      reason: 'A third of the purchase was refunded.',
    },
    { ...happened('approves', '2026-12-20T13:00:00Z'), cents: 773, currency: 'usd' },
  ],
}

test('lists referrals with their count and keeps filters in the address', async () => {
  const { calls } = await open({ 'referrals/list': { referrals: [ERIN], total: 1, next: null } })
  await expect.element(page.getByText('1 referral', { exact: true })).toBeVisible()
  await expect.element(page.getByText('$7.73')).toBeVisible()
  await page.getByText('Paid', { exact: true }).first().click()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/affiliate/referrals?status=converted')
  await page.getByLabelText('Signed up in').selectOptions('2026-10')
  await expect
    .poll(() => calls.findLast(({ name }) => name === 'referrals/list')?.input)
    .toMatchObject({ json: { status: 'converted', month: '2026-10' } })
})

test('loads older referrals page by page', async () => {
  const old = { ...ERIN, id: 'd2719f0c-94ee-4c1a-a1f8-3f2f6f1f1a02', person: { initial: 'F', email: 'f•••@e•••.com' } }
  await open({
    'referrals/list': (input: { json?: { cursor?: string } }) =>
      input.json?.cursor === 'older'
        ? { referrals: [old], total: 2, next: null }
        : { referrals: [ERIN], total: 2, next: 'older' },
  })
  await page.getByRole('button', { name: 'Show older referrals' }).click()
  await expect.element(page.getByText('f•••@e•••.com')).toBeVisible()
  await expect.element(page.getByText('2 referrals', { exact: true })).toBeVisible()
})

test('shows a referral from click to payout, with reversals and reasons', async () => {
  await open({ 'referrals/list': { referrals: [ERIN], total: 1, next: null }, 'referrals/timeline': TIMELINE })
  await page.getByRole('link', { name: /e•••@e•••\.com/ }).click()
  const story = page.getByRole('dialog', { name: 'e•••@e•••.com' })
  await expect.element(story.getByText('Followed your link')).toBeVisible()
  await expect.element(story.getByText('-$3.87')).toBeVisible()
  await expect.element(story.getByText('A third of the purchase was refunded.')).toBeVisible()
  await expect.element(story.getByText('Will be approved')).toBeVisible()
})

test('opening a referral keeps the filtered list', async () => {
  await open({ 'referrals/list': { referrals: [ERIN], total: 1, next: null }, 'referrals/timeline': TIMELINE })
  await page.getByLabelText('Signed up in').selectOptions('2026-10')
  await page.getByRole('link', { name: /e•••@e•••\.com/ }).click()
  await expect.element(page.getByRole('dialog', { name: 'e•••@e•••.com' })).toBeVisible()
  await expect
    .element(page.getByLabelText('Address'))
    .toHaveTextContent(`/affiliate/referrals?month=2026-10&referral=${ERIN.id}`)
})

test('an empty list offers the link to share; filters without results say so', async () => {
  await open({ 'referrals/list': { referrals: [], total: 0, next: null } })
  await expect.element(page.getByText('No referrals yet')).toBeVisible()
  await expect.element(page.getByLabelText('Your link', { exact: true }).getByRole('textbox')).toHaveValue('/dana')
  await page.getByText('Not yet paid').click()
  await expect.element(page.getByText('No matching referrals')).toBeVisible()
})

function happened(type: Timeline['events'][number]['type'], at: string): Timeline['events'][number] {
  return { type, at, cents: null, currency: null, productName: null, reason: null }
}

async function open(answers: Record<string, unknown>) {
  const asked = answerRequests({
    'accounts/me': DANA,
    'referrals/affiliate': AFFILIATE,
    'referrals/dashboard': { currency: 'usd', thisMonth: { name: '2026-11' } },
    ...answers,
  })
  await render(
    <Site path="/affiliate/referrals">
      <AffiliateReferralsPage />
    </Site>,
  )
  return asked
}
