import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DANA } from '../../../../tests/support/account.ts'
import { answerRequests, Site } from '../../../../tests/support/web.tsx'
import type { Account } from '../model/contract.ts'
import { AuthPage } from './auth-page.tsx'

const GOOGLE = { id: 'google', name: 'Google' }

afterEach(() => void vi.unstubAllGlobals())

test('a site without providers shows the form alone', async () => {
  const { calls } = await open({ providers: [] })
  await expect.poll(() => calls.map(({ name }) => name)).toContain('accounts/providers')
  await expect.element(page.getByRole('button', { name: /^Continue with/ })).not.toBeInTheDocument()
})

test('who was let in by the provider is back where they came from', async () => {
  const { popup, letIn } = await open({ path: '/login?from=%2Fprofile' })
  await googleButton().click()
  expect(popup.opened).toEqual(['/api/auth/provider/google/start'])
  await expect.element(page.getByRole('status').filter({ hasText: 'Go on in the Google window.' })).toBeVisible()
  letIn()
  tell({ type: 'signed-in' })
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/profile')
})

test('a refusal of the provider is told with its reason, and it can be tried again', async () => {
  await open()
  await googleButton().click()
  tell({ type: 'refused', message: 'Google did not share an e-mail address.' })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Google did not share an e-mail address.')
  await googleButton().click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a window closed by the person is said, and a word that was on its way still counts', async () => {
  const { popup, letIn } = await open()
  await googleButton().click()
  popup.closed = true
  await expect.element(page.getByText('The Google window was closed before you were logged in.')).toBeVisible()
  letIn()
  tell({ type: 'signed-in' })
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/upload')
})

test('a browser that blocks the window is told how to allow it', async () => {
  const { popup } = await open()
  popup.blocked = true
  await googleButton().click()
  await expect.element(page.getByText('Your browser blocked the Google window')).toBeVisible()
})

test('waiting can be cancelled, which closes the window and hears nothing more', async () => {
  const { popup } = await open()
  await googleButton().click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(popup.closed).toBe(true)
  tell({ type: 'refused', message: 'Too late' })
  await expect.element(page.getByText('Go on in the Google window.')).not.toBeInTheDocument()
  await expect.element(page.getByText('Too late')).not.toBeInTheDocument()
})

test.each([null, 'signed-in', { type: 'elsewhere' }, { type: 7 }])(
  'another message on the channel, %j, changes nothing',
  async (message) => {
    await open()
    await googleButton().click()
    tell(message)
    await expect.element(page.getByText('Go on in the Google window.')).toBeVisible()
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

/** What the popup's last page does. */
function tell(message: unknown): void {
  const channel = new BroadcastChannel('wordpop-auth')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is this site's alone and takes none
  channel.postMessage(message)
  channel.close()
}
