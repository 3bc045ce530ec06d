import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, Site } from '../../../../tests/support/web.tsx'
import { forgetAddress } from './entered-address.ts'
import { ForgotPasswordPage } from './forgot-password-page.tsx'

const SENT = 'If this address has an account, we sent a mail'

afterEach(forgetAddress)

test('every address gets the same response, which says where to look', async () => {
  const { calls } = await open()
  await ask(' dana@example.com ')
  const answer = page.getByRole('status').filter({ hasText: SENT })
  await expect.element(answer).toMatchTextContent('Check the inbox of dana@example.com.')
  expect(calls).toEqual([{ name: 'auth/request-password-reset', input: { email: 'dana@example.com' } }])
})

test('wraps a long address on a phone', async () => {
  onTestFinished(() => page.viewport(1280, 720))
  await page.viewport(320, 640)
  await open()
  await ask(`${'somebody.with.many.names.'.repeat(2)}x@example.com`)
  await expect.element(page.getByRole('status').filter({ hasText: SENT })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(320)
})

test('waits 30 seconds before sending the same mail again; another address needs no wait', async () => {
  const { calls } = await open()
  await ask('dana@example.com')
  await expect.element(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
  await page.getByLabelText('E-mail').fill('dana@example.org')
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect
    .element(page.getByRole('status').filter({ hasText: SENT }))
    .toMatchTextContent('Check the inbox of dana@example.org.')
  expect(calls.map(({ input }) => input)).toEqual([{ email: 'dana@example.com' }, { email: 'dana@example.org' }])
})

test('refuses a malformed address at its field and sends nothing', async () => {
  const { calls } = await open()
  await ask('dana')
  await expect
    .element(page.getByLabelText('E-mail'))
    .toHaveAccessibleDescription('Enter an e-mail address like name@example.com.')
  await expect.element(page.getByLabelText('E-mail')).toHaveFocus()
  expect(calls).toEqual([])
})

test('without a network the page says so and keeps the address', async () => {
  await open(() => {
    throw new TypeError('Failed to fetch')
  })
  await ask('dana@example.com')
  await expect.element(page.getByRole('alert')).toMatchTextContent('The server cannot be reached.')
  await expect.element(page.getByLabelText('E-mail')).toHaveValue('dana@example.com')
})

async function open(answer: unknown = { done: true }) {
  const asked = answerRequests({ 'auth/request-password-reset': answer })
  await render(
    <Site path="/forgot-password">
      <ForgotPasswordPage />
    </Site>,
  )
  return asked
}

async function ask(email: string): Promise<void> {
  await page.getByLabelText('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
}
