import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, Site } from '../../../../tests/support/web.tsx'
import { ConfirmEmailPage, VerifyEmailPage } from './mail-link-pages.tsx'

test('a verification link is used once and leads to the log-in', async () => {
  const { calls } = await open('/verify-email?token=t0ken')
  await expect.element(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
  expect(calls.filter(({ name }) => name.startsWith('auth/'))).toEqual([
    { name: 'auth/verify-email', input: { token: 't0ken' } },
  ])
})

test('a link to a new address makes it the current one', async () => {
  const { calls } = await open('/confirm-email?token=t0ken')
  await expect.element(page.getByRole('heading', { name: 'Your new address is active' })).toBeVisible()
  expect(calls.map(({ name }) => name)).toContain('auth/confirm-email')
})

test('an expired link says why, and where to get a new one', async () => {
  const expired = { error: { code: 'not_found', message: 'This link has been used.', details: { field: 'token' } } }
  await open('/verify-email?token=old', Response.json(expired, { status: 404 }))
  await expect.element(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expect.element(page.getByText('This link has been used.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Go to my profile' })).toHaveAttribute('href', '/profile')
})

test('an address without a token sends no request', async () => {
  const { calls } = await open('/confirm-email')
  await expect.element(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  expect(calls.filter(({ name }) => name.startsWith('auth/'))).toEqual([])
})

test('without a network the link can be retried', async () => {
  let online = false
  await open('/verify-email?token=t0ken', () => {
    if (!online) throw new TypeError('Failed to fetch')
    return { done: true }
  })
  await expect.element(page.getByRole('alert')).toMatchTextContent('The server cannot be reached.')
  online = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()
})

async function open(path: string, answer: unknown = { done: true }) {
  const asked = answerRequests({ 'auth/verify-email': answer, 'auth/confirm-email': answer, 'accounts/me': null })
  await render(<Site path={path}>{path.startsWith('/verify') ? <VerifyEmailPage /> : <ConfirmEmailPage />}</Site>)
  return asked
}
