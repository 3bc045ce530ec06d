import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Link, MemoryRouter, useLocation } from 'react-router'
import { z } from 'zod'
import { refreshAccount } from '#features/accounts/web/index.ts'
import { type AffiliateTerms, DEFAULT_AFFILIATE_TERMS } from '#platform/shared/contacts.ts'
import { beginNavigation } from '#platform/web/navigation-state.ts'
import { createQueryClient } from '#platform/web/query.ts'
import { SiteContext } from '#platform/web/use-site.ts'
import { answerRequests } from '../../../../../tests/support/web.tsx'
import { LazyReferralTracker } from './lazy-referral-tracker.tsx'
import { endVisit, referralClaim } from './visit.ts'

const ERIN = { id: 'u2', displayName: 'Erin', email: 'erin@example.com', photo: null, plan: 'free' }
const DANA = { type: 'code', referralCode: 'A1B2C3D4', referralUsername: 'dana', displayName: 'Dana' }
const VISIT = { clickId: 'c1', affiliateId: 'id-of-dana', type: 'code' }
const ANSWERS = { 'accounts/me': null, 'referrals/lookup': DANA, 'referrals/click': VISIT }

beforeEach(endVisit)

test('C6: asks a visitor before writing, and stores everything after consent', async () => {
  answerRequests(ANSWERS)
  await open('/?ref=a1b2c3d4')
  await expect
    .element(page.getByRole('region', { name: 'Affiliate link' }))
    .toMatchTextContent('You came through Dana’s link.')
  expect(localStorage.getItem('referralData')).toBeNull()
  await page.getByRole('button', { name: 'Yes, remember' }).click()
  await expect.element(page.getByRole('region', { name: 'Affiliate link' })).not.toBeInTheDocument()
  const stored: unknown = JSON.parse(localStorage.getItem('referralData') ?? 'null')
  expect(stored).toMatchObject({
    type: 'code',
    affiliateId: 'id-of-dana',
    referralCode: 'A1B2C3D4',
    referralUsername: 'dana',
    timestamp: expect.any(Number),
    expirationTime: expect.any(Number),
  })
  expect(referralClaim()).toEqual({ code: 'A1B2C3D4', username: 'dana', clickId: 'c1' })
})

test('C6: consent after a reload still stores that the visitor came by a username', async () => {
  const { calls } = answerRequests({ ...ANSWERS, 'referrals/click': { ...VISIT, type: null } })
  await open('/?ref=A1B2C3D4&click=c1&by=username')
  await page.getByRole('button', { name: 'Yes, remember' }).click()
  await expect.poll(() => localStorage.getItem('referralData')).toContain('"type":"username"')
  expect(calls.filter(({ name }) => name === 'referrals/click').map(({ input }) => input)).toEqual([
    { json: { code: 'A1B2C3D4', clickId: 'c1' } },
  ])
})

test('C6: declining writes nothing; the link stays in the address up to the sign-up', async () => {
  answerRequests(ANSWERS)
  await open('/?ref=a1b2c3d4')
  await page.getByRole('button', { name: 'No' }).click()
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/signup?ref=A1B2C3D4&click=c1')
  await expect.element(page.getByRole('region', { name: 'Affiliate link' })).not.toBeInTheDocument()
  expect(localStorage.getItem('referralData')).toBeNull()
  expect(referralClaim()).toEqual({ code: 'A1B2C3D4', username: 'dana', clickId: 'c1' })
})

test('C6: a link pressed before the lookup works; the next page continues it', async () => {
  const lookup = Promise.withResolvers<typeof DANA>()
  answerRequests({ ...ANSWERS, 'referrals/lookup': () => lookup.promise })
  await open('/?ref=a1b2c3d4')
  const arrive = beginNavigation()
  lookup.resolve(DANA)
  await expect.element(page.getByRole('region', { name: 'Affiliate link' })).toBeVisible()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/?ref=a1b2c3d4')
  arrive()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/?ref=A1B2C3D4&click=c1')
})

test('C6: a sign-up before the lookup uses the address; a later result is ignored', async () => {
  const lookup = Promise.withResolvers<typeof DANA>()
  const { calls } = answerRequests({ ...ANSWERS, 'referrals/lookup': () => lookup.promise })
  await open('/?ref=a1b2c3d4')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect.poll(() => calls.map(({ name }) => name)).toContain('referrals/lookup')
  expect(referralClaim()).toEqual({ code: 'a1b2c3d4' })
  endVisit()
  lookup.resolve(DANA)
  await expect.poll(() => calls.map(({ name }) => name)).toContain('referrals/click')
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(referralClaim()).toBeUndefined()
  await expect.element(page.getByRole('region', { name: 'Affiliate link' })).not.toBeInTheDocument()
})

test('C6: a link followed before the session is known continues on the next page', async () => {
  const me = Promise.withResolvers<null>()
  answerRequests({ ...ANSWERS, 'accounts/me': () => me.promise })
  await open('/?ref=a1b2c3d4')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/signup')
  me.resolve(null)
  await expect.element(page.getByRole('region', { name: 'Affiliate link' })).toBeVisible()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/signup?ref=A1B2C3D4&click=c1')
})

test("without required consent, remembers at once for the operator's period", async () => {
  answerRequests(ANSWERS)
  await open('/?ref=a1b2c3d4', { asksConsent: false, windowDays: 90 })
  await expect.poll(() => localStorage.getItem('referralData')).toContain('"referralUsername":"dana"')
  await expect.element(page.getByRole('region', { name: 'Affiliate link' })).not.toBeInTheDocument()
  const stored: unknown = JSON.parse(localStorage.getItem('referralData') ?? 'null')
  const { timestamp, expirationTime } = z.object({ timestamp: z.int(), expirationTime: z.int() }).parse(stored)
  expect(expirationTime - timestamp).toBe(90 * 86_400_000)
})

test('tells the visitor for how many days the link is remembered', async () => {
  answerRequests(ANSWERS)
  await open('/?ref=a1b2c3d4', { windowDays: 90 })
  await expect
    .element(page.getByRole('region', { name: 'Affiliate link' }))
    .toMatchTextContent('May we remember that on this device for 90 days?')
})

test('with last-click attribution, another affiliate’s link replaces the first', async () => {
  answerRequests({ ...ANSWERS, 'referrals/lookup': { ...DANA, referralCode: 'E1E2E3E4', referralUsername: 'erin' } })
  const earlier = { ...DANA, affiliateId: DANA.referralCode, timestamp: Date.now(), expirationTime: Date.now() + 1e6 }
  localStorage.setItem('referralData', JSON.stringify(earlier))
  await open('/?ref=E1E2E3E4', { attribution: 'last' })
  await expect.poll(() => localStorage.getItem('referralData')).toContain('"referralUsername":"erin"')
})

test('C7: a logged-in user who follows a link leaves no trace and no lookup', async () => {
  const { calls } = answerRequests({ 'accounts/me': ERIN })
  await open('/?ref=a1b2c3d4')
  await expect.poll(() => calls.map(({ name }) => name)).toContain('accounts/me')
  await expect.element(page.getByRole('region', { name: 'Affiliate link' })).not.toBeInTheDocument()
  expect(calls.map(({ name }) => name)).not.toContain('referrals/lookup')
  expect(localStorage.getItem('referralData')).toBeNull()
})

test('C7: a link followed while logged in does not count after the log-out either', async () => {
  let account: typeof ERIN | null = ERIN
  const { calls } = answerRequests({ ...ANSWERS, 'accounts/me': () => account })
  const lookups = () => calls.filter(({ name }) => name === 'referrals/lookup').map(({ input }) => input)
  const client = createQueryClient()
  await open('/?ref=a1b2c3d4', {}, client)
  await refreshAccount(client)
  await page.getByRole('link', { name: 'Sign up' }).click()
  account = null
  await refreshAccount(client)
  await page.getByRole('link', { name: 'Another affiliate' }).click()
  await expect.element(page.getByRole('region', { name: 'Affiliate link' })).toBeVisible()
  expect(lookups()).toEqual([{ json: { code: 'E1E2E3E4' } }])
})

test('an unknown link leaves no trace', async () => {
  const { calls } = answerRequests({ ...ANSWERS, 'referrals/lookup': null })
  await open('/?ref=ZZZZZZZZ')
  await expect.poll(() => calls.map(({ name }) => name)).toContain('referrals/lookup')
  await expect.poll(() => referralClaim()).toBeUndefined()
  await expect.element(page.getByRole('region', { name: 'Affiliate link' })).not.toBeInTheDocument()
})

test('a visitor without a link sends no request', async () => {
  const { calls } = answerRequests(ANSWERS)
  await open('/')
  await expect.element(page.getByRole('link', { name: 'Sign up' })).toBeVisible()
  expect(calls).toEqual([])
})

const SITE = {
  origin: 'https://wordpop.example',
  contacts: { legal: 'l@x.example', support: 's@x.example', general: 'g@x.example' },
  links: {},
  sells: true,
}

async function open(path: string, terms: Partial<AffiliateTerms> = {}, client = createQueryClient()) {
  await render(
    <QueryClientProvider client={client}>
      <SiteContext value={{ ...SITE, affiliates: { ...DEFAULT_AFFILIATE_TERMS, ...terms } }}>
        <MemoryRouter initialEntries={[path]}>
          <AnyPage />
        </MemoryRouter>
      </SiteContext>
    </QueryClientProvider>,
  )
}

/** The common part of every page: the tracker stays mounted during navigation. */
function AnyPage() {
  const { pathname, search } = useLocation()
  return (
    <>
      <LazyReferralTracker isUnknownPage={false} />
      <Link to="/signup">Sign up</Link>
      <Link to="/?ref=E1E2E3E4">Another affiliate</Link>
      <output aria-label="Address">{pathname + search}</output>
    </>
  )
}
