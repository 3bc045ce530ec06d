import { expect, test } from 'vitest'
import { isOfferedUpgrade, morePagesFor, pagesFor, userPagesFor } from './pages.ts'

const PLANS = ['free', 'basic', 'pro', 'premium', 'enterprise'] as const

test('shows a visitor Home, Pricing, Affiliate, Support, Updates and Contact', () => {
  expect(labels(pagesFor({ account: null, isExpected: false, inAffiliateArea: false, sells: true }))).toBe(
    'Home, Pricing, Affiliate, Support, Updates, Contact',
  )
  expect(pagesFor({ account: undefined, isExpected: false, inAffiliateArea: false, sells: true })).toEqual(
    pagesFor({ account: null, isExpected: false, inAffiliateArea: false, sells: true }),
  )
})

test('has the links of a signed-in user before their account is known, on their pages', () => {
  const known = { inAffiliateArea: false, sells: true, account: undefined }
  expect(labels(pagesFor({ ...known, isExpected: true }))).toBe(
    'My videos, Home, Pricing, Affiliate, Support, Updates, Contact',
  )
})

test('shows an affiliate Dashboard, Referrals, Payout Settings, Profile and mobile materials', () => {
  expect(labels(pagesFor({ account: null, isExpected: false, inAffiliateArea: true, sells: true }))).toBe(
    'Dashboard, Referrals, Payout Settings, Profile',
  )
  expect(morePagesFor({ inAffiliateArea: true })).toEqual([
    { to: '/affiliate/materials', label: 'Promotional Materials' },
  ])
  expect(morePagesFor({ inAffiliateArea: false })).toEqual([])
})

test.each([
  { plan: 'free', pages: 'Profile, My videos, Storage, Brand kit' },
  { plan: 'basic', pages: 'Profile, My videos, Storage, Brand kit, Billing (Basic)' },
  { plan: 'pro', pages: 'Profile, My videos, Storage, Brand kit, Collaborators (Pro), Billing (Pro)' },
  { plan: 'premium', pages: 'Profile, My videos, Storage, Brand kit, Collaborators (Pro), Billing (Premium)' },
  { plan: 'enterprise', pages: 'Profile, My videos, Storage, Brand kit, Collaborators (Pro), Billing (Enterprise)' },
] as const)('the menu of a user on $plan has $pages', ({ plan, pages }) => {
  expect(labels(userPagesFor({ plan }, { isAffiliate: false, sells: true, isOperator: false }))).toBe(pages)
})

test.each(PLANS)('shows an affiliate on %s the affiliate profile, and no storage', (plan) => {
  const pages = userPagesFor({ plan }, { isAffiliate: true, sells: true, isOperator: false })
  expect(pages[0]).toEqual({ to: '/affiliate/profile', label: 'Profile' })
  expect(pages.map(({ label }) => label)).not.toContain('Storage')
})

test('offers an upgrade to free, to basic and without a plan', () => {
  expect(PLANS.filter(isOfferedUpgrade)).toEqual(['free', 'basic'])
  expect(isOfferedUpgrade(undefined)).toBe(true)
})

test('hides Billing where nothing is sold', () => {
  const pages = userPagesFor({ plan: 'pro' }, { isAffiliate: false, sells: false, isOperator: false })
  expect(pages.map(({ label }) => label)).not.toContain('Billing')
})

test('links to collaborators without a tag, and to nothing about sales, where nothing is sold', () => {
  const menu = userPagesFor({ plan: 'free' }, { isAffiliate: false, sells: false, isOperator: false })
  expect(labels(menu)).toBe('Profile, My videos, Storage, Brand kit, Collaborators')
  const bar = pagesFor({ account: null, isExpected: false, inAffiliateArea: false, sells: false })
  expect(bar.map(({ label }) => label)).toEqual(['Home', 'Support', 'Updates', 'Contact'])
})

function labels(pages: readonly { label: string; tag?: string }[]): string {
  return pages.map(({ label, tag }) => (tag === undefined ? label : `${label} (${tag})`)).join(', ')
}
