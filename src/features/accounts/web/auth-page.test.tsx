import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, Site } from '../../../../tests/support/web.tsx'
import { AuthPage } from './auth-page.tsx'
import { forgetAddress } from './entered-address.ts'
import type { AuthMode } from './use-auth-form.ts'

const DANA = { id: 'u1', displayName: 'Dana', email: 'dana@example.com' }
const GOOD = 'sourdough lantern orbit'

afterEach(forgetAddress)

test('an address that is none and a short password are refused at their fields before anything is sent', async () => {
  const { calls } = await open('signup')
  await page.getByLabelText('E-mail').fill('dana')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect
    .element(page.getByLabelText('E-mail'))
    .toHaveAccessibleDescription('Enter an e-mail address like name@example.com.')
  await page.getByLabelText('E-mail').fill('dana@example.com')
  await page.getByLabelText('Password', { exact: true }).fill('elevenchars')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect
    .element(page.getByLabelText('Password', { exact: true }))
    .toHaveAccessibleDescription('Use at least 12 characters.')
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus()
  expect(calls.filter(({ name }) => name.startsWith('auth/'))).toEqual([])
})

test('an address that has an account is refused at its field, in the words of the specification', async () => {
  await open('signup', { 'auth/sign-up/email': refused(409, 'conflict', 'User already exists') })
  await enter('Sign up')
  await expect.element(page.getByLabelText('E-mail')).toHaveAccessibleDescription(/^User already exists\./)
})

test('a wrong password is said at the password', async () => {
  await open('login', { 'auth/sign-in/email': refused(401, 'unauthorized', 'The e-mail or the password is wrong.') })
  await enter('Log in')
  await expect
    .element(page.getByLabelText('Password', { exact: true }))
    .toHaveAccessibleDescription('The e-mail or the password is wrong.')
})

test.each([
  { mode: 'login', button: 'Log in', path: 'auth/sign-in/email' },
  { mode: 'signup', button: 'Sign up', path: 'auth/sign-up/email' },
] as const)('on $mode, a browser that keeps no cookies is told so', async ({ mode, button, path }) => {
  await open(mode, { [path]: { done: true } })
  await enter(button)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Allow cookies for this site, then log in.')
  await expect.element(page.getByLabelText('Address')).toHaveTextContent(`/${mode}`)
})

test('without a network the form says so and keeps what was entered', async () => {
  await open('login', {
    'auth/sign-in/email': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await enter('Log in')
  await expect.element(page.getByRole('alert')).toMatchTextContent('The server cannot be reached.')
  await expect.element(page.getByLabelText('E-mail')).toHaveValue('dana@example.com')
})

test('the password can be shown', async () => {
  await open('login')
  await page.getByLabelText('Password', { exact: true }).fill(GOOD)
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveAttribute('type', 'text')
})

test('who forgot the password finds the way to a new one from the log-in only', async () => {
  await open('login')
  await expect
    .element(page.getByRole('link', { name: 'Forgot your password?' }))
    .toHaveAttribute('href', '/forgot-password')
})

test('who signs up is told what they agree to, and can read it before', async () => {
  await open('signup')
  await expect.element(page.getByText('By signing up you agree to the terms.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms')
  await expect.element(page.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy')
})

test.each(['signup', 'login'] as const)(
  'who was invited finds the address filled in on %s, and it stays',
  async (mode) => {
    await open(mode, {}, { email: 'bob@example.com', ownerName: 'Ada' })
    await expect.element(page.getByText('Ada invited you to their videos.', { exact: false })).toBeVisible()
    const email = page.getByLabelText('E-mail')
    await expect.element(email).toHaveValue('bob@example.com')
    await expect.element(email).toHaveAttribute('readonly')
    await expect.element(email).toHaveAccessibleDescription('The invitation is for this address.')
  },
)

test('the address that was typed into one form stands in the next, until somebody is let in', async () => {
  const visitor = await open('login')
  await page.getByLabelText('E-mail').fill('dana@example.com')
  await visitor.leave()
  const signingUp = await open('signup')
  await expect.element(page.getByLabelText('E-mail')).toHaveValue('dana@example.com')
  await signingUp.leave()
  const signedIn = await open('login', { 'accounts/me': DANA })
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/upload')
  await signedIn.leave()
  await open('login')
  await expect.element(page.getByLabelText('E-mail')).toHaveValue('')
})

async function open(
  mode: AuthMode,
  answers: Record<string, unknown> = {},
  invited?: { email: string; ownerName: string },
) {
  const asked = answerRequests({ 'accounts/me': null, 'accounts/providers': [], ...answers })
  const { unmount } = await render(
    <Site path={`/${mode}`} elsewhere={['/upload']}>
      <AuthPage mode={mode} invited={invited} />
    </Site>,
  )
  return { ...asked, leave: unmount }
}

async function enter(button: string): Promise<void> {
  await page.getByLabelText('E-mail').fill('dana@example.com')
  await page.getByLabelText('Password', { exact: true }).fill(GOOD)
  await page.getByRole('button', { name: button }).click()
}

function refused(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message, details: {} } }, { status })
}
