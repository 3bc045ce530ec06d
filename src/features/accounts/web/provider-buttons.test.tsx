import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DANA } from '../../../../tests/support/account.ts'
import { answerRequests, Site } from '../../../../tests/support/web.tsx'
import type { Account } from '../model/contract.ts'
import { AuthPage } from './auth-page.tsx'

const GOOGLE = { id: 'google', name: 'Google' }

afterEach(() => void vi.unstubAllGlobals())

test('a site without providers shows only the form', async () => {
  const { calls } = await open({ providers: [] })
  await expect.poll(() => calls.map(({ name }) => name)).toContain('accounts/providers')
  await expect.element(page.getByRole('button', { name: /^Continue with/ })).not.toBeInTheDocument()
})

test('returns to the previous page after a log-in at the provider', async () => {
  const { popup, letIn } = await open({ path: '/login?from=%2Fprofile' })
  await googleButton().click()
  expect(popup.opened).toEqual(['/api/auth/provider/google/start'])
  await expect.element(page.getByRole('status').filter({ hasText: 'Continue in the Google window.' })).toBeVisible()
  letIn()
  postMessage({ type: 'signed-in' })
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/profile')
})

test('shows why the provider refused, and allows another try', async () => {
  await open()
  await googleButton().click()
  postMessage({ type: 'refused', message: 'Google did not share an e-mail address.' })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Google did not share an e-mail address.')
  await googleButton().click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('reports a closed window, and still accepts a message on its way', async () => {
  const { popup, letIn } = await open()
  await googleButton().click()
  popup.closed = true
  await expect.element(page.getByText('The Google window was closed before you logged in.')).toBeVisible()
  letIn()
  postMessage({ type: 'signed-in' })
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/upload')
})

test('explains how to allow a blocked window', async () => {
  const { popup } = await open()
  popup.blocked = true
  await googleButton().click()
  await expect.element(page.getByText('Your browser blocked the Google window')).toBeVisible()
})

test('cancelling closes the window and ignores later messages', async () => {
  const { popup } = await open()
  await googleButton().click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(popup.closed).toBe(true)
  postMessage({ type: 'refused', message: 'Too late' })
  await expect.element(page.getByText('Continue in the Google window.')).not.toBeInTheDocument()
  await expect.element(page.getByText('Too late')).not.toBeInTheDocument()
})

test.each([null, 'signed-in', { type: 'elsewhere' }, { type: 7 }])(
  'ignores another message on the channel, %j',
  async (message) => {
    await open()
    await googleButton().click()
    postMessage(message)
    await expect.element(page.getByText('Continue in the Google window.')).toBeVisible()
  },
)

async function open({ path = '/login', providers = [GOOGLE] }: { path?: string; providers?: object[] } = {}) {
  const popup = { opened: [] as string[], blocked: false, closed: false, close: () => void (popup.closed = true) }
  vi.stubGlobal('open', (url: string) => {
    popup.opened.push(url)
    return popup.blocked ? null : popup
  })
  let account: Account | null = null
  const { calls } = answerRequests({ 'accounts/me': () => account, 'accounts/providers': providers })
  await render(
    <Site path={path} elsewhere={['/upload', '/profile']}>
      <AuthPage mode="login" />
    </Site>,
  )
  return { calls, popup, letIn: () => void (account = DANA) }
}

function googleButton() {
  return page.getByRole('button', { name: 'Continue with Google' })
}

/** Posts what the popup's last page posts. */
function postMessage(message: unknown): void {
  const channel = new BroadcastChannel('wordpop-auth')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is this site's alone and takes none
  channel.postMessage(message)
  channel.close()
}
