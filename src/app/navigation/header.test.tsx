import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, Site } from '../../../tests/support/web.tsx'
import { Header } from './header.tsx'

const DANA = {
  id: 'u1',
  displayName: '',
  email: 'dana@example.com',
  photo: null,
  plan: 'free',
  preferences: {},
  downloadCount: 0,
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
}
const PHONE = [390, 800] as const
const DESKTOP = [1280, 720] as const

test('a visitor finds Login and Sign Up, and no credits', async () => {
  await open(null)
  await expect.element(page.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Sign Up' })).toBeVisible()
  await expect.element(page.getByRole('img', { name: /credits/ })).not.toBeInTheDocument()
})

test('a signed-in user sees the credits, and the letter that stands for them', async () => {
  await open(DANA)
  await expect
    .element(page.getByRole('img', { name: '20 credits, and 10 held for work under way' }))
    .toHaveTextContent('20')
  await expect.element(userButton()).toHaveTextContent('D')
})

test.each(['Escape', 'an outside press'])('the user menu closes on %s', async (how) => {
  await open(DANA)
  await userButton().click()
  await expect.element(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  if (how === 'Escape') await userEvent.keyboard('{Escape}')
  else await page.getByText('The page below').click()
  await expect.element(page.getByRole('menuitem', { name: 'Logout' })).not.toBeInTheDocument()
})

test('arrow keys walk through the user menu and wrap around', async () => {
  await open(DANA)
  await userButton().click()
  await expect.element(page.getByRole('menuitem', { name: 'My videos' })).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(page.getByRole('menuitem', { name: 'Logout' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('menuitem', { name: 'My videos' })).toHaveFocus()
})

test('on a phone opening one menu closes the other, and the page does not scroll under the mobile menu', async () => {
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

test('logging out says so, then goes home as a visitor', async () => {
  const { calls } = await open(DANA)
  await userButton().click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect.element(page.getByText('Successfully logged out!')).toBeVisible()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/')
  expect(calls.map(({ name }) => name)).toContain('auth/sign-out')
})

test('a logout that fails says so and changes nothing', async () => {
  await open(DANA, DESKTOP, {
    'auth/sign-out': Response.json({ error: { code: 'internal', message: 'x', details: {} } }, { status: 500 }),
  })
  await userButton().click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect.element(page.getByText('Failed to logout. Please try again.')).toBeVisible()
  await expect.element(userButton()).toBeVisible()
})

function userButton() {
  return page.getByRole('button', { name: 'Your account: dana@example.com' })
}

async function open(
  account: unknown,
  [width, height]: readonly [number, number] = DESKTOP,
  answers: Record<string, unknown> = {},
) {
  await page.viewport(width, height)
  const asked = answerRequests({
    'accounts/me': account,
    'credits/balance': { available: 20, held: 10 },
    'auth/sign-out': {},
    ...answers,
  })
  await render(
    <Site path="/somewhere" elsewhere={['/', '/upload']}>
      <Header />
      <p style={{ marginTop: 400, height: 2_000 }}>The page below</p>
    </Site>,
  )
  return asked
}
