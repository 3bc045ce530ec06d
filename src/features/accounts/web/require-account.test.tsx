import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DANA } from '../../../../tests/support/account.ts'
import { answerRequests, Site } from '../../../../tests/support/web.tsx'
import { RequireAccount } from './require-account.tsx'

test('a visitor is sent to /auth, which remembers the page with its query', async () => {
  await open({ 'accounts/me': null })
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/auth?from=%2Fupload%3Ftab%3Dall')
})

test("while the check runs the page says 'Checking authentication...'", async () => {
  await open({ 'accounts/me': () => new Promise(() => {}) })
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Checking' }))
    .toHaveTextContent('Checking authentication...')
  await expect.element(page.getByText('Only for Dana')).not.toBeInTheDocument()
})

test('a signed-in user sees the page', async () => {
  await open({ 'accounts/me': DANA })
  await expect.element(page.getByText('Only for Dana')).toBeVisible()
})

test('when the check itself fails nobody is sent away, and it can be tried again', async () => {
  let answer: unknown = Response.json(
    { json: { code: 'internal', status: 500, message: 'Something went wrong', data: {} } },
    { status: 500 },
  )
  await open({ 'accounts/me': () => answer })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Your session could not be checked')
  answer = DANA
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Only for Dana')).toBeVisible()
})

async function open(answers: Record<string, unknown>): Promise<void> {
  answerRequests(answers)
  await render(
    <Site path="/upload?tab=all" elsewhere={['/auth']}>
      <RequireAccount>
        <p>Only for Dana</p>
      </RequireAccount>
    </Site>,
  )
}
