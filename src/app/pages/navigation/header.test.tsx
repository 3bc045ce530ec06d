import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { DANA as NAMED } from '../../../../tests/support/account.ts'
import { answerRequests, Site } from '../../../../tests/support/web.tsx'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { createQueryClient } from '#platform/web/query.ts'
import { Toaster } from '#platform/web/toasts.tsx'
import { siteMarkHtml } from '../router/site-mark.ts'
import { Header } from './header.tsx'
import { useOpenVideo } from './open-video.ts'

/** A user without a name. */
const DANA = { ...NAMED, displayName: '' }
const ADA_AFFILIATE = { referralCode: 'A1B2C3D4', referralUsername: 'ada', displayName: 'Ada' }
const BALANCE = { available: 20, held: 10, expiringSoon: null, unlimited: false }
const NO_OPERATOR = { role: null, mustConfirmEmail: false, mustSetUpSecondFactor: false, mustUsePasskey: false }
const PHONE = [390, 800] as const
const DESKTOP = [1280, 720] as const

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('shows a visitor the pages, Login and Sign Up, and no credits', async () => {
  await open(null)
  for (const name of ['Home', 'Pricing', 'Affiliate', 'Support', 'Updates', 'Contact'])
    await expect.element(bar().getByRole('link', { name, exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  await expect.element(page.getByRole('img', { name: /credits/ })).not.toBeInTheDocument()
})

test('shows a signed-in user their credits and initial', async () => {
  await open(DANA)
  await expect
    .element(page.getByRole('img', { name: '20 credits, and 10 held for running work' }))
    .toHaveTextContent('20')
  await expect.element(userButton()).toHaveTextContent('D')
})

test.each([
  { size: DESKTOP, links: 7 },
  { size: PHONE, links: 0 },
])('nothing in the bar moves when a page for users knows its account: $size', async ({ size, links }) => {
  // Letters that arrive later would move the links.
  for (const family of ['Instrument Sans', 'Bricolage Grotesque'])
    expect(await document.fonts.load(`1em "${family} Variable"`)).not.toEqual([])
  const { promise: answered, resolve } = Promise.withResolvers<object>()
  await open(null, size, { 'accounts/me': () => answered }, { needsAccount: true })
  const fixed = () => [
    page.getByRole('banner').getByText(PRODUCT_NAME, { exact: true }).element(),
    page.getByRole('button', { name: /^Switch to/ }).element(),
    ...bar().getByRole('link').elements(),
  ]
  const placesOf = () => fixed().map((element) => element.getBoundingClientRect().x)
  const before = placesOf()
  // Without My videos there would be six.
  expect(before).toHaveLength(2 + links)
  resolve(DANA)
  await expect.element(userButton()).toBeVisible()
  expect(placesOf()).toEqual(before)
})

test.each([
  { width: 390, shown: [PRODUCT_NAME, 'BETA'] },
  { width: 320, shown: [PRODUCT_NAME] },
])('keeps the name of the product on a signed-in phone of $width px', async ({ width, shown }) => {
  await open(DANA, [width, 800])
  await expect.element(userButton()).toBeVisible()
  for (const text of shown) {
    expect(
      page.getByRole('banner').getByText(text, { exact: true }).first().element().getBoundingClientRect().width,
      text,
    ).toBeGreaterThan(20)
  }
})

test('a wide logo of the site leaves room for the buttons of a phone', async () => {
  const logo = { source: '/none.png', onDark: '/none.png', width: 400, height: 100, showsName: true }
  document.head.insertAdjacentHTML('beforeend', siteMarkHtml(logo))
  const style = document.head.lastElementChild
  onTestFinished(() => style?.remove())
  await open(DANA, PHONE)
  const menu = page.getByRole('button', { name: 'Open menu' })
  await expect.element(menu).toBeVisible()
  expect(menu.element().getBoundingClientRect().right).toBeLessThanOrEqual(390)
  expect(document.querySelector('.site-mark')?.getBoundingClientRect().width).toBeGreaterThan(40)
})

test.each(['Escape', 'an outside press'])('the user menu closes on %s', async (how) => {
  await open(DANA)
  await userButton().click()
  await expect.element(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  if (how === 'Escape') {
    await userEvent.keyboard('{Escape}')
    await expect.element(userButton()).toHaveFocus()
  } else await pressOutside()
  await expect.element(page.getByRole('menuitem', { name: 'Logout' })).not.toBeInTheDocument()
})

test.each(['Your account: dana@example.com', 'Open menu'])(
  'the click that opens "%s" does not close it: outside clicks count after 100 ms',
  async (name) => {
    await open(DANA, PHONE)
    const opener = page.getByRole('button', { name })
    await expect.element(opener).toBeVisible()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    const button = opener.element()
    const panel = () => document.querySelector(':popover-open:not(section)')
    const click = (element: Element) =>
      act(async () => element.dispatchEvent(new MouseEvent('click', { bubbles: true })))
    await click(button)
    await act(() => vi.advanceTimersByTimeAsync(99))
    await click(document.body)
    expect(panel()).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1))
    await click(document.body)
    expect(panel()).toBeNull()
  },
)

test('arrow keys walk through the user menu and wrap around', async () => {
  await open(DANA)
  await userButton().click()
  await expect.element(page.getByRole('menuitem', { name: 'Profile' })).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(page.getByRole('menuitem', { name: 'Logout' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('menuitem', { name: 'Profile' })).toHaveFocus()
})

test('opening one menu on a phone closes the other and locks the page’s scroll', async () => {
  await open(DANA, PHONE)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect.element(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  expect(getComputedStyle(document.documentElement).overflow).toBe('hidden')
  await userButton().click()
  await expect.element(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await expect.element(page.getByRole('navigation', { name: 'Menu' })).not.toBeInTheDocument()
  expect(getComputedStyle(document.documentElement).overflow).not.toBe('hidden')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Logout' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('navigation', { name: 'Menu' })).not.toBeInTheDocument()
})

test('the bar stands out once the page is scrolled by more than 20 px', async () => {
  await open(null)
  scrollTo(0, 20)
  await expect.element(page.getByRole('banner')).not.toHaveAttribute('data-scrolled')
  scrollTo(0, 21)
  await expect.element(page.getByRole('banner')).toHaveAttribute('data-scrolled')
})

test('a log-out is confirmed, then leads home as a visitor', async () => {
  const { calls } = await open(DANA)
  await userButton().click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect.element(page.getByText('Successfully logged out!')).toBeVisible()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/')
  expect(calls.map(({ name }) => name)).toContain('auth/sign-out')
})

test('a failed log-out says so and changes nothing', async () => {
  await open(DANA, DESKTOP, {
    'auth/sign-out': Response.json({ error: { code: 'internal', message: 'x', details: {} } }, { status: 500 }),
  })
  await userButton().click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect.element(page.getByText('Failed to logout. Please try again.')).toBeVisible()
  await expect.element(userButton()).toBeVisible()
})

test('offers a free plan an upgrade, and names a paid plan beside Billing', async () => {
  await open(DANA)
  await expect.element(page.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/pricing')
  await cleanup()
  await open({ ...DANA, plan: 'premium' })
  await userButton().click()
  await expect.element(page.getByRole('menuitem', { name: 'Billing Premium' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Collaborators Pro' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Upgrade' })).not.toBeInTheDocument()
})

test('leads an operator, and nobody else, from the user menu to /operator', async () => {
  await open(DANA, DESKTOP, {
    'operator/me': { role: 'everything', mustConfirmEmail: false, mustSetUpSecondFactor: false, mustUsePasskey: false },
  })
  await userButton().click()
  await expect.element(page.getByRole('menuitem', { name: 'Operator' })).toHaveAttribute('href', '/operator')
  await cleanup()
  const { calls } = await open(DANA)
  await userButton().click()
  await expect.poll(() => calls.map(({ name }) => name)).toContain('operator/me')
  await expect.element(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Operator' })).not.toBeInTheDocument()
})

test('G2: shows an affiliate the affiliate bar under /affiliate only', async () => {
  await open(DANA, DESKTOP, { 'referrals/affiliate': ADA_AFFILIATE }, { path: '/affiliate/dashboard' })
  await expect.element(page.getByText('Affiliate Partner').first()).toBeVisible()
  for (const name of ['Dashboard', 'Referrals', 'Payout Settings', 'Profile'])
    await expect.element(bar().getByRole('link', { name })).toBeVisible()
  await expect.element(bar().getByRole('link', { name: 'Pricing' })).not.toBeInTheDocument()
  await cleanup()
  await open(DANA, DESKTOP, { 'referrals/affiliate': ADA_AFFILIATE }, { path: '/affiliates' })
  await expect.element(bar().getByRole('link', { name: 'Pricing' })).toBeVisible()
  await userButton().click()
  await expect.element(page.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute('href', '/affiliate/profile')
  await expect.element(page.getByRole('menuitem', { name: 'Storage' })).not.toBeInTheDocument()
})

test('shows a user without an affiliate record no affiliate bar anywhere', async () => {
  await open(DANA, DESKTOP, {}, { path: '/affiliate' })
  await expect.element(bar().getByRole('link', { name: 'Pricing' })).toBeVisible()
  await expect.element(page.getByText('Affiliate Partner')).not.toBeInTheDocument()
})

test('the mobile affiliate menu has Promotional Materials', async () => {
  await open(DANA, PHONE, { 'referrals/affiliate': ADA_AFFILIATE }, { path: '/affiliate' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect.element(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect
    .element(menu.getByRole('link', { name: 'Promotional Materials' }))
    .toHaveAttribute('href', '/affiliate/materials')
})

test('moves links without room under More', async () => {
  await open(DANA, [700, 600])
  await expect.element(bar().getByRole('link', { name: 'My videos' })).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  for (const name of ['Home', 'Pricing', 'Affiliate', 'Support', 'Updates', 'Contact', 'Upgrade'])
    await expect.element(page.getByRole('menuitem', { name })).toBeVisible()
})

test('on a video of somebody else, names whose plan and credits it uses and offers no upgrade', async () => {
  await open({ ...DANA, plan: 'free' }, DESKTOP, {}, { path: '/projects/1', below: <OpenVideo ownerName="Ada" /> })
  await expect.element(page.getByRole('img', { name: 'Uses the plan and the credits of Ada' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Upgrade' }).query()).toBeNull()
  expect(page.getByRole('img', { name: /^20 credits/ }).query()).toBeNull()
})

test('on the user’s own video, shows their credits and the upgrade', async () => {
  await open({ ...DANA, plan: 'free' }, DESKTOP, {}, { path: '/projects/1', below: <OpenVideo ownerName={null} /> })
  await expect.element(page.getByRole('img', { name: /^20 credits/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Upgrade' })).toBeVisible()
})

test.each([320, 390, 640, 768, 1_024])('the bar on a video of an owner with a long name fits %i px', async (width) => {
  await open(
    DANA,
    [width, 600],
    {},
    { path: '/projects/1', below: <OpenVideo ownerName="Alexandrina Wolfeschlegelstein" /> },
  )
  await expect.element(page.getByRole('img', { name: /^Uses the plan/ })).toBeVisible()
  const row = page.getByRole('banner').element().firstElementChild
  expect(row?.scrollWidth).toBeLessThanOrEqual(row?.clientWidth ?? 0)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

function OpenVideo({ ownerName }: { ownerName: string | null }) {
  useOpenVideo(ownerName)
  return null
}

const EVERYBODY = [
  { who: 'a visitor', account: null, affiliate: null, path: '/somewhere' },
  { who: 'a user', account: { ...DANA, displayName: 'Dana' }, affiliate: null, path: '/somewhere' },
  { who: 'an affiliate', account: DANA, affiliate: ADA_AFFILIATE, path: '/affiliate' },
]
test.each(EVERYBODY)('the bar of $who fits from 320 to 1280 px wide', async ({ account, affiliate, path }) => {
  await open(
    account,
    DESKTOP,
    { 'referrals/affiliate': affiliate, 'credits/balance': { ...BALANCE, available: 12_345 } },
    { path },
  )
  const settled = account === null ? page.getByRole('link', { name: 'Login' }) : userButtonOf(account.displayName)
  await expect.element(settled.first()).toBeVisible()
  for (const width of [320, 360, 390, 639, 640, 700, 767, 768, 900, 1023, 1024, 1100, 1280]) {
    await page.viewport(width, 600)
    const row = page.getByRole('banner').element().firstElementChild
    expect(row?.scrollWidth, `${width}`).toBeLessThanOrEqual(row?.clientWidth ?? 0)
    expect(document.documentElement.scrollWidth, `${width}`).toBeLessThanOrEqual(width)
  }
})

test('G2: a log-out turns an affiliate’s bar into a visitor’s at once', async () => {
  await page.viewport(...DESKTOP)
  answerRequests({
    'accounts/me': DANA,
    'credits/balance': BALANCE,
    'referrals/affiliate': ADA_AFFILIATE,
    'auth/sign-out': {},
    'operator/me': NO_OPERATOR,
  })
  await render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/affiliate']}>
        <Header />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  )
  await expect.element(bar().getByRole('link', { name: 'Payout Settings' })).toBeVisible()
  await userButton().click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect.poll(() => page.getByRole('link', { name: 'Login' }).query()).not.toBeNull()
  // Both change in one render: a visitor's bar never shows anything of the affiliate.
  expect(page.getByText('Affiliate Partner').query()).toBeNull()
  await expect.element(page.getByText('Successfully logged out!')).toBeVisible()
})

test('shows a visitor’s bar after a log-out in another tab', async () => {
  const answers = { 'accounts/me': () => somebody }
  let somebody: object | null = DANA
  await open(null, DESKTOP, answers)
  await expect.element(userButton()).toBeVisible()
  somebody = null
  const otherTab = new BroadcastChannel('wordpop-account')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is this site's alone and takes none
  otherTab.postMessage('changed')
  await expect.element(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect.element(userButton()).not.toBeInTheDocument()
  otherTab.close()
})

/** The first 100 ms after opening do not count. */
async function pressOutside() {
  await expect
    .poll(async () => {
      await page.getByText('The page below').click()
      return document.querySelector(':popover-open:not(section)')
    })
    .toBeNull()
}

function bar() {
  return page.getByRole('navigation', { name: 'Main' })
}

function userButtonOf(name: string) {
  return name === '' ? userButton() : page.getByRole('button', { name: `Your account: ${name}` })
}

function userButton() {
  return page.getByRole('button', { name: 'Your account: dana@example.com' })
}

type Opened = { readonly path?: string; readonly below?: ReactNode; readonly needsAccount?: boolean }

async function open(
  account: unknown,
  [width, height]: readonly [number, number] = DESKTOP,
  answers: Record<string, unknown> = {},
  { path = '/somewhere', below = null, needsAccount = false }: Opened = {},
) {
  await page.viewport(width, height)
  const asked = answerRequests({
    'accounts/me': account,
    'credits/balance': BALANCE,
    'referrals/affiliate': null,
    'auth/sign-out': {},
    'operator/me': NO_OPERATOR,
    ...answers,
  })
  await render(
    <Site path={path} elsewhere={['/', '/upload']}>
      <Header needsAccount={needsAccount} />
      {below}
      <p style={{ marginTop: 400, height: 2_000 }}>The page below</p>
    </Site>,
  )
  return asked
}
