import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DANA } from '../../../../tests/support/account.ts'
import { answerRequests, Site } from '../../../../tests/support/web.tsx'
import { RequireAccount } from './require-account.tsx'

test('sends a visitor to /auth, which remembers the page with its query', async () => {
  await open({ 'accounts/me': null })
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/auth?from=%2Fupload%3Ftab%3Dall')
})

test("shows 'Checking authentication...' during the check", async () => {
  await open({ 'accounts/me': () => new Promise(() => {}) })
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Checking' }))
    .toHaveTextContent('Checking authentication...')
  await expect.element(page.getByText('Only for Dana')).not.toBeInTheDocument()
})

test('shows the page to a signed-in user', async () => {
  await open({ 'accounts/me': DANA })
  await expect.element(page.getByText('Only for Dana')).toBeVisible()
})

test('a failed check redirects nobody and can be retried', async () => {
  let answer: unknown = Response.json(
    { json: { code: 'internal', status: 500, message: 'Something went wrong', data: {} } },
    { status: 500 },
  )
  await open({ 'accounts/me': () => answer })
  await expect.element(page.getByRole('alert')).toMatchTextContent('We couldn’t check your session')
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
