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

test('refuses a malformed address and a short password at their fields before sending', async () => {
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

test('refuses a known address at its field, in the words of the specification', async () => {
  await open('signup', { 'auth/sign-up/email': refused(409, 'conflict', 'User already exists') })
  await enter('Sign up')
  await expect.element(page.getByLabelText('E-mail')).toHaveAccessibleDescription(/^User already exists\./)
})

test('shows a wrong password at the password field', async () => {
  await open('login', { 'auth/sign-in/email': refused(401, 'unauthorized', 'The e-mail or the password is wrong.') })
  await enter('Log in')
  await expect
    .element(page.getByLabelText('Password', { exact: true }))
    .toHaveAccessibleDescription('The e-mail or the password is wrong.')
})

test.each([
  { mode: 'login', button: 'Log in', path: 'auth/sign-in/email' },
  { mode: 'signup', button: 'Sign up', path: 'auth/sign-up/email' },
] as const)('on $mode, explains that the browser does not accept cookies', async ({ mode, button, path }) => {
  await open(mode, { [path]: { done: true } })
  await enter(button)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Allow cookies for this site, then log in.')
  await expect.element(page.getByLabelText('Address')).toHaveTextContent(`/${mode}`)
})

test('leads to the provider of the domain, also without a password', async () => {
  const message = 'Addresses of acme.example log in with Acme.'
  const details = { field: 'email', providerId: 'acme.example', providerName: 'Acme' }
  const { calls } = await open('login', {
    'auth/sign-in/email': Response.json({ error: { code: 'forbidden', message, details } }, { status: 403 }),
  })
  await page.getByLabelText('E-mail').fill('dana@acme.example')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect.element(page.getByLabelText('E-mail')).toHaveAccessibleDescription(message)
  await expect.element(page.getByRole('button', { name: 'Continue with Acme' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /passkey/ })).not.toBeInTheDocument()
  expect(calls.find(({ name }) => name === 'auth/sign-in/email')?.input).toEqual({
    email: 'dana@acme.example',
    password: '',
  })
})

test('asks for the code of the app after the password, or for a recovery code', async () => {
  const { calls } = await open('login', {
    'auth/sign-in/email': Response.json({ done: false }),
    'auth/two-factor/verify': refusedAt('code', 'The code is wrong.'),
    'auth/two-factor/recover': Response.json({ done: true }),
  })
  await enter('Log in')
  await expect.element(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await page.getByLabelText('Code of your app').fill('123 456')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect.element(page.getByLabelText('Code of your app')).toHaveAccessibleDescription('The code is wrong.')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabelText('Recovery code').fill('abcde-fghjk')
  await page.getByLabelText('Do not ask on this device for 30 days').click()
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect
    .poll(() => calls.find(({ name }) => name === 'auth/two-factor/recover')?.input)
    .toEqual({ code: 'abcde-fghjk', trustDevice: true })
})

test('without a network the form says so and keeps its entries', async () => {
  await open('login', {
    'auth/sign-in/email': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await enter('Log in')
  await expect.element(page.getByRole('alert')).toMatchTextContent('The server cannot be reached.')
  await expect.element(page.getByLabelText('E-mail')).toHaveValue('dana@example.com')
})

test('shows the password on request', async () => {
  await open('login')
  await page.getByLabelText('Password', { exact: true }).fill(GOOD)
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveAttribute('type', 'text')
})

test('links to a password reset from the log-in only', async () => {
  await open('login')
  await expect
    .element(page.getByRole('link', { name: 'Forgot your password?' }))
    .toHaveAttribute('href', '/forgot-password')
})

test('a sign-up names what the visitor agrees to and links to it', async () => {
  await open('signup')
  await expect.element(page.getByText('By signing up you agree to the terms.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms')
  await expect.element(page.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy')
})

test.each(['signup', 'login'] as const)('fills in the invited address on %s and keeps it', async (mode) => {
  await open(mode, {}, { email: 'bob@example.com', ownerName: 'Ada' })
  await expect.element(page.getByText('Ada invited you to their videos.', { exact: false })).toBeVisible()
  const email = page.getByLabelText('E-mail')
  await expect.element(email).toHaveValue('bob@example.com')
  await expect.element(email).toHaveAttribute('readonly')
  await expect.element(email).toHaveAccessibleDescription('The invitation is for this address.')
})

test('carries the typed address from one form to the next until a log-in', async () => {
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

function refusedAt(field: string, message: string): Response {
  return Response.json({ error: { code: 'forbidden', message, details: { field } } }, { status: 403 })
}

function refused(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message, details: {} } }, { status })
}
