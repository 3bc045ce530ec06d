import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, Site } from '../../../../tests/support/web.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'

const GOOD = 'sourdough lantern orbit'

test('shows the password rule up front and does not send a weak password', async () => {
  const { calls } = await open()
  await expect.element(field()).toHaveAccessibleDescription(/^At least 12 characters/)
  await enter('password1234')
  await expect.element(field()).toHaveAccessibleDescription(/^Too many people use a password like this one/)
  await expect.element(field()).toHaveFocus()
  expect(calls).toEqual([])
})

test('sets a valid password by the token in the address and leads to the log-in', async () => {
  const { calls } = await open()
  await enter(GOOD)
  await expect.element(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
  expect(calls[0]).toEqual({ name: 'auth/reset-password', input: { token: 't0ken', newPassword: GOOD } })
})

test.each(['/reset-password?token=old', '/reset-password'])(
  'a used or truncated link, %s, leads to a new one',
  async (path) => {
    const details = { field: 'token' }
    await open(path, Response.json({ error: { code: 'not_found', message: 'Gone', details } }, { status: 404 }))
    if (path.includes('token')) await enter(GOOD)
    await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Send a new link' }))
      .toHaveAttribute('href', '/forgot-password')
  },
)

async function open(path = '/reset-password?token=t0ken', answer: unknown = { done: true }) {
  const asked = answerRequests({ 'auth/reset-password': answer, 'accounts/me': null })
  await render(
    <Site path={path} elsewhere={['/upload']}>
      <ResetPasswordPage />
    </Site>,
  )
  return asked
}

function field() {
  return page.getByLabelText('New password', { exact: true })
}

async function enter(password: string): Promise<void> {
  await field().fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
}
