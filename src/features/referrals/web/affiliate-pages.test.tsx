import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../tests/support/web.tsx'
import {
  AffiliateDashboardPage,
  AffiliateMaterialsPage,
  AffiliatePayoutPage,
  AffiliateProfilePage,
  AffiliateReferralsPage,
  JoinPage,
} from './index.ts'

const DANA = { id: 'u1', displayName: 'Dana', email: 'dana@example.com', photo: null, plan: 'free' }
const AFFILIATE = { referralCode: 'A1B2C3D4', referralUsername: 'dana', displayName: 'Dana' }
const NOTHING = { total: 0, free: 0, paid: 0, conversions: 0, commission: 0, clicks: 0 }
const NEW_DASHBOARD = {
  referrals: { total: 0, free: 0, paid: 0 },
  clicks: 0,
  waiting: 0,
  thisMonth: { name: '2026-11', ...NOTHING },
}
const PAGES = [
  { Page: AffiliateDashboardPage, title: 'Dashboard' },
  { Page: AffiliateReferralsPage, title: 'Referrals' },
  { Page: AffiliatePayoutPage, title: 'Payout Settings' },
  { Page: AffiliateProfilePage, title: 'Affiliate profile' },
  { Page: () => <AffiliateMaterialsPage paintWords={async () => {}} />, title: 'Promotional Materials' },
]

test.each(PAGES)('G1: a visitor to "$title" gets a way to log in and return', async ({ Page, title }) => {
  answerRequests({ 'accounts/me': null })
  await render(
    <Site path="/affiliate/some">
      <Page />
    </Site>,
  )
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Log in' }))
    .toHaveAttribute('href', '/login?from=%2Faffiliate%2Fsome')
})

test.each(PAGES)('G1: "$title" invites other users to become an affiliate', async ({ Page }) => {
  answerRequests({ 'accounts/me': DANA, 'referrals/affiliate': null, 'referrals/application': null })
  await render(
    <Site path="/affiliate/some">
      <Page />
    </Site>,
  )
  await expect
    .element(page.getByRole('link', { name: 'Become an affiliate' }))
    .toHaveAttribute('href', '/affiliate/signup')
})

test('a new affiliate sees their link and what it could earn', async () => {
  answerRequests({ 'accounts/me': DANA, 'referrals/affiliate': AFFILIATE, 'referrals/dashboard': NEW_DASHBOARD })
  await render(
    <Site path="/affiliate/dashboard">
      <AffiliateDashboardPage />
    </Site>,
  )
  await expect.element(page.getByRole('heading', { name: 'What would you earn?' })).toBeVisible()
  await expect.element(page.getByText(/^Nobody has followed your link yet\./)).toBeVisible()
  await expect.element(page.getByLabelText('Your link', { exact: true }).getByRole('textbox')).toHaveValue('/dana')
  await expect.element(page.getByText('A1B2C3D4')).toBeVisible()
})

test('joining requires a valid name and the terms; then it shows the link', async () => {
  const { calls } = answerRequests({
    'accounts/me': DANA,
    'referrals/affiliate': null,
    'referrals/application': null,
    'referrals/join': AFFILIATE,
  })
  await openJoin()
  const join = page.getByRole('button', { name: 'Become an affiliate' })
  await page.getByLabelText('Username').fill('pricing')
  await join.click()
  await expect.element(page.getByText('This name is reserved. Please choose another.')).toBeVisible()
  await page.getByLabelText('Username').fill(' Dana ')
  await join.click()
  await expect.element(page.getByText('Tell us where you will share your link.')).toBeVisible()
  await page.getByLabelText('Where will you share your link?').fill(' A channel about cooking ')
  await join.click()
  await expect.element(page.getByText('Choose a country.')).toBeVisible()
  await page.getByLabelText('Country you live in').selectOptions('Germany')
  await join.click()
  await expect.element(page.getByText('Please accept the terms to join.')).toBeVisible()
  expect(calls.map(({ name }) => name)).not.toContain('referrals/join')
  await page.getByRole('checkbox').click()
  await join.click()
  await expect.element(page.getByText('You are an affiliate')).toBeVisible()
  expect(calls.find(({ name }) => name === 'referrals/join')?.input).toEqual({
    json: { username: 'dana', channel: 'A channel about cooking', country: 'DE', acceptsTerms: true },
  })
})

test('joining during a check of the affiliate record still makes one', async () => {
  const asked = Promise.withResolvers<null>()
  const answers = [null, asked.promise, AFFILIATE]
  const { calls } = answerRequests({
    'accounts/me': DANA,
    'referrals/affiliate': () => answers.shift(),
    'referrals/application': null,
    'referrals/join': AFFILIATE,
  })
  const questions = () => calls.filter(({ name }) => name === 'referrals/affiliate').length
  await openJoin()
  await fillIn()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  onTestFinished(() => void vi.useRealTimers())
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(questions).toBe(2)
  await page.getByRole('button', { name: 'Become an affiliate' }).click()
  await expect.element(page.getByText('You are an affiliate')).toBeVisible()
  await expect.poll(questions).toBe(3)
  asked.resolve(null)
  await expect.element(page.getByText('You are an affiliate')).toBeVisible()
})

test('refuses a taken name beside its field', async () => {
  answerRequests({
    'accounts/me': DANA,
    'referrals/affiliate': null,
    'referrals/application': null,
    'referrals/join': refusal(409, 'conflict', 'This username is taken.'),
  })
  await openJoin()
  await fillIn()
  await page.getByRole('button', { name: 'Become an affiliate' }).click()
  await expect.element(page.getByLabelText('Username')).toHaveAccessibleDescription('This username is taken.')
})

test('a visitor creates an account first and returns', async () => {
  answerRequests({ 'accounts/me': null })
  await openJoin()
  await expect
    .element(page.getByRole('link', { name: 'Sign up' }))
    .toHaveAttribute('href', '/signup?from=%2Faffiliate%2Fcomplete-profile')
})

test('a pending applicant sees so on each page of the area, without another form', async () => {
  answerRequests({ 'accounts/me': DANA, 'referrals/affiliate': null, 'referrals/application': APPLICATION })
  await openJoin()
  await expect.element(page.getByText('Your application is under review')).toBeVisible()
  await expect.element(page.getByText(/^You applied as dana on 20 November 2026\./)).toBeVisible()
  await expect.element(page.getByLabelText('Username')).not.toBeInTheDocument()
})

test('a rejected applicant reads why and may apply again', async () => {
  const refused = { ...APPLICATION, state: 'rejected', reason: 'Tell us more about your channel.' }
  answerRequests({ 'accounts/me': DANA, 'referrals/affiliate': null, 'referrals/application': refused })
  await openJoin()
  await expect.element(page.getByText('Tell us more about your channel. You can apply again.')).toBeVisible()
  await expect.element(page.getByLabelText('Username')).toBeVisible()
})

const APPLICATION = {
  username: 'dana',
  channel: 'A channel about cooking',
  country: 'DE',
  termsVersion: '2026-11-21',
  reason: null,
  state: 'applied',
  appliedAt: '2026-11-20T12:00:00.000Z',
}

async function openJoin() {
  await render(
    <Site path="/affiliate/signup">
      <JoinPage title="Become an affiliate" />
    </Site>,
  )
}

async function fillIn() {
  await page.getByLabelText('Username').fill('dana')
  await page.getByLabelText('Where will you share your link?').fill('A channel')
  await page.getByLabelText('Country you live in').selectOptions('Germany')
  await page.getByRole('checkbox').click()
}
