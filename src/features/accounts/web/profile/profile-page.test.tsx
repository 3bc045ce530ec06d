import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DANA } from '../../../../../tests/support/account.ts'
import { answerRequests, refusal, Site } from '../../../../../tests/support/web.tsx'
import type { MailSwitch, Security, Session } from '../../model/contract.ts'
import { RequireAccount } from '../require-account.tsx'
import { ProfilePage } from './profile-page.tsx'

const SECURITY: Security = {
  hasPassword: true,
  emailVerified: true,
  providers: [],
  domainProvider: null,
  pendingEmail: null,
  hasSecondFactor: false,
  recoveryCodesLeft: 0,
  passkeys: [],
  stoppedMails: null,
}
const HERE: Session = {
  id: '4dd0c8a2-7f5c-4f0e-9f5d-111111111111',
  current: true,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0.0.0 Safari/537.36',
  address: '192.0.2.7',
  createdAt: '2026-11-20T10:00:00Z',
  lastSeenAt: '2026-11-20T10:00:00Z',
}
const PHONE: Session = {
  ...HERE,
  id: '4dd0c8a2-7f5c-4f0e-9f5d-222222222222',
  current: false,
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) Version/18.3 Mobile Safari/604.1',
}
const MAILS: MailSwitch[] = [
  { kind: 'comments', isOn: true },
  { kind: 'team', isOn: false },
  { kind: 'referrals', isOn: true },
]
const OLD = 'sourdough lantern orbit'
const NEW = 'purple otter climbs'

test('saves a new name and shows it', async () => {
  const { calls } = await open({ 'accounts/updateProfile': { ...DANA, displayName: 'Dana Low' } })
  await page.getByLabelText('Display name').fill(' Dana Low ')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect.element(page.getByText('Your name is saved.')).toBeVisible()
  expect(inputOf(calls, 'accounts/updateProfile')).toEqual({ json: { displayName: 'Dana Low' } })
})

test('refuses a picture that is too large, or no picture, before sending a byte', async () => {
  const { calls } = await open()
  await choosePhoto(new File([new Uint8Array(5_000_001)], 'dana.png', { type: 'image/png' }))
  await expect.element(page.getByText('“dana.png” is larger than 5 MB. Choose a smaller picture.')).toBeVisible()
  await choosePhoto(new File(['hello'], 'notes.txt', { type: 'text/plain' }))
  await expect.element(page.getByText('“notes.txt” is not a picture.', { exact: false })).toBeVisible()
  expect(calls.map(({ name }) => name)).not.toContain('account/photo')
})

test('shows the refusal of an unreadable picture beside the button', async () => {
  const { calls } = await open({ 'account/photo': authRefusal(415, 'unsupported_media', 'This is not a picture.') })
  await choosePhoto(new File(['no picture'], 'dana.png', { type: 'image/png' }))
  await expect.element(page.getByText('This is not a picture.')).toBeVisible()
  expect(calls.map(({ name }) => name)).toContain('account/photo')
})

test('marks an unverified address and sends its mail again', async () => {
  // Freeze the countdown: a busy machine may look a second after the response.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { calls } = await open({ 'accounts/security': { ...SECURITY, emailVerified: false } })
  await expect.element(page.getByText('Not verified')).toBeVisible()
  await page.getByRole('button', { name: 'Resend the mail' }).click()
  await expect.element(page.getByText('A mail is on its way to dana@example.com.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Sent. Resend in 30 s' })).toBeDisabled()
  expect(inputOf(calls, 'auth/send-verification-email')).toEqual({ email: 'dana@example.com' })
})

test('turns a kind of mails off, and shows what was off before', async () => {
  const { calls } = await open({
    'accounts/switchMails': MAILS.map((one) => (one.kind === 'comments' ? { ...one, isOn: false } : one)),
  })
  const mails = page.getByRole('region', { name: 'Mails' })
  await expect.element(mails.getByRole('switch', { name: /^Your team/ })).toHaveAttribute('aria-checked', 'false')
  await mails.getByRole('switch', { name: /^Comments/ }).click()
  await expect.element(mails.getByRole('switch', { name: /^Comments/ })).toHaveAttribute('aria-checked', 'false')
  expect(inputOf(calls, 'accounts/switchMails')).toEqual({ json: { kind: 'comments', isOn: false } })
})

test('two switches pressed shortly after each other are saved one after the other', async () => {
  const first = Promise.withResolvers<MailSwitch[]>()
  const both = MAILS.map((one) => (one.kind === 'referrals' ? one : { ...one, isOn: !one.isOn }))
  const answers: (Promise<MailSwitch[]> | MailSwitch[])[] = [first.promise, both]
  const { calls } = await open({ 'accounts/switchMails': () => answers.shift() })
  const mails = page.getByRole('region', { name: 'Mails' })
  const comments = mails.getByRole('switch', { name: /^Comments/ })
  const team = mails.getByRole('switch', { name: /^Your team/ })
  await comments.click()
  await team.click()
  await expect.element(comments).toHaveAttribute('aria-checked', 'false')
  await expect.element(team).toHaveAttribute('aria-checked', 'true')
  const sent = () => calls.filter(({ name }) => name === 'accounts/switchMails').map(({ input }) => input)
  expect(sent()).toEqual([{ json: { kind: 'comments', isOn: false } }])
  first.resolve(MAILS.map((one) => (one.kind === 'comments' ? { ...one, isOn: false } : one)))
  await expect.poll(() => sent().at(-1)).toEqual({ json: { kind: 'team', isOn: true } })
  await expect.element(comments).toHaveAttribute('aria-checked', 'false')
  await expect.element(team).toHaveAttribute('aria-checked', 'true')
})

test('keeps a switch as it was when it cannot be saved, and says so', async () => {
  await open({ 'accounts/switchMails': refusal(503, 'unavailable', 'The site is busy.') })
  const comments = page.getByRole('switch', { name: /^Comments/ })
  await comments.click()
  await expect.element(page.getByText('We couldn’t save this')).toBeVisible()
  await expect.element(comments).toHaveAttribute('aria-checked', 'true')
})

test('says why mails are stopped, and tries again', async () => {
  const stoppedMails = {
    kind: 'bounce' as const,
    reason: 'There is no such mailbox (550 5.1.1).',
    since: '2026-11-20T10:00:00Z',
  }
  let security: Security = { ...SECURITY, stoppedMails }
  await open({
    'accounts/security': () => security,
    'accounts/resumeMails': () => {
      security = SECURITY
      return { done: true }
    },
  })
  const notice = page.getByText('Mail to this address came back')
  await expect.element(notice).toBeVisible()
  await expect
    .element(page.getByText(/There is no such mailbox .* Since .* Change the address, or try again/))
    .toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('A mail is on its way to dana@example.com.')).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
})

test('after a complaint an address that nobody confirmed can only be changed', async () => {
  const stoppedMails = {
    kind: 'complaint' as const,
    reason: 'The recipient reported a mail as spam.',
    since: HERE.createdAt,
  }
  await open({ 'accounts/security': { ...SECURITY, emailVerified: false, stoppedMails } })
  await expect.element(page.getByText(/reported a mail as spam.*Change the address, or contact us/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Change e-mail' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Resend the mail' })).not.toBeInTheDocument()
})

test('wraps a long address, and the texts that quote it, on a phone', async () => {
  onTestFinished(() => page.viewport(1280, 720))
  await page.viewport(320, 640)
  const email = `${'somebody.with.many.names.'.repeat(3)}@example.com`
  await open({
    'accounts/me': { ...DANA, email },
    'accounts/security': { ...SECURITY, emailVerified: false, pendingEmail: `new.${email}` },
  })
  await expect.element(page.getByText('Please verify this address')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(320)
})

test('a new address needs the password and takes effect when its link is opened', async () => {
  const { calls, answer } = await open()
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await page.getByLabelText('New e-mail').fill('dana@example.org')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect.element(page.getByLabelText('Your password', { exact: true })).toHaveFocus()
  answer('accounts/security', { ...SECURITY, pendingEmail: 'dana@example.org' })
  await page.getByLabelText('Your password', { exact: true }).fill(OLD)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect.element(page.getByText('Confirm dana@example.org')).toBeVisible()
  expect(inputOf(calls, 'auth/change-email')).toEqual({ newEmail: 'dana@example.org', password: OLD })
})

test('refuses an address of another account at its field', async () => {
  await open({ 'auth/change-email': authRefusal(409, 'conflict', 'User already exists', 'newEmail') })
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await page.getByLabelText('New e-mail').fill('rosa@example.com')
  await page.getByLabelText('Your password', { exact: true }).fill(OLD)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect.element(page.getByLabelText('New e-mail')).toHaveAccessibleDescription('User already exists')
  await expect.element(page.getByLabelText('New e-mail')).toHaveFocus()
})

test('refuses a wrong current password at its field and accepts the right one', async () => {
  const wrong = authRefusal(403, 'forbidden', 'The password is wrong.', 'currentPassword')
  const { calls, answer } = await open({ 'auth/change-password': wrong })
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabelText('Current password').fill('something else')
  await page.getByLabelText('New password', { exact: true }).fill(NEW)
  await dialogButton('Change password').click()
  await expect.element(page.getByLabelText('Current password')).toHaveAccessibleDescription('The password is wrong.')
  answer('auth/change-password', { done: true })
  await page.getByLabelText('Current password').fill(OLD)
  await dialogButton('Change password').click()
  await expect.element(page.getByText('Your password is changed. All other devices are logged out.')).toBeVisible()
  expect(calls.findLast(({ name }) => name === 'auth/change-password')?.input).toEqual({
    currentPassword: OLD,
    newPassword: NEW,
  })
})

test('an account with only a provider sets a password by mail', async () => {
  const { calls } = await open({
    'accounts/security': { ...SECURITY, hasPassword: false, providers: ['google'] },
    'accounts/providers': [{ id: 'google', name: 'Google' }],
  })
  await expect.element(page.getByText('You can also log in with Google.')).toBeVisible()
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect.element(page.getByText('A mail is on its way to dana@example.com.')).toBeVisible()
  expect(inputOf(calls, 'auth/request-password-reset')).toEqual({ email: 'dana@example.com' })
})

test('names devices in words, marks the current one, and logs out another', async () => {
  const { calls, answer } = await open({ 'accounts/sessions': [HERE, PHONE] })
  const here = page.getByRole('listitem').filter({ hasText: 'Chrome on Linux' })
  await expect.element(here).toMatchTextContent('This device')
  answer('accounts/sessions', [HERE])
  await page.getByRole('button', { name: 'Log out Safari on iPhone' }).click()
  await expect.element(page.getByText('Safari on iPhone is logged out.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Log out Safari on iPhone' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Log out all other devices' })).not.toBeInTheDocument()
  expect(inputOf(calls, 'accounts/revokeSession')).toEqual({ json: { id: PHONE.id } })
})

test('lists passkeys with their use, renames one, and removes it with the password', async () => {
  const passkey = { id: PHONE.id, name: 'Phone', createdAt: '2026-05-04T10:00:00Z', lastUsedAt: null }
  const { calls, answer } = await open({ 'accounts/security': { ...SECURITY, passkeys: [passkey] } })
  const row = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
  await expect.element(row).toMatchTextContent('Added 4 May 2026 · Not used yet')
  await page.getByRole('button', { name: 'Rename Phone' }).click()
  await page.getByRole('dialog').getByLabelText('Name').fill(' Work phone ')
  answer('accounts/security', { ...SECURITY, passkeys: [{ ...passkey, name: 'Work phone' }] })
  await dialogButton('Rename').click()
  await expect.element(row).toMatchTextContent('Work phone')
  expect(inputOf(calls, 'accounts/renamePasskey')).toEqual({ json: { id: PHONE.id, name: 'Work phone' } })

  await page.getByRole('button', { name: 'Remove Work phone' }).click()
  await dialogButton('Remove').click()
  await expect.element(page.getByLabelText('Your password', { exact: true })).toHaveFocus()
  await page.getByLabelText('Your password', { exact: true }).fill(OLD)
  answer('accounts/security', SECURITY)
  await dialogButton('Remove').click()
  await expect.element(page.getByText('You have no passkey yet.')).toBeVisible()
  expect(inputOf(calls, 'auth/passkey/remove')).toEqual({ id: PHONE.id, password: OLD })
})

test('deletes the account only with its address and password, and logs out', async () => {
  const { calls, onDeleted } = await open()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect.element(page.getByText('every video you uploaded')).toBeVisible()
  await page.getByLabelText('Your password', { exact: true }).fill(OLD)
  await page.getByLabelText('Type dana@example.com to confirm').fill('dana')
  await dialogButton('Delete my account').click()
  await expect
    .element(page.getByLabelText('Type dana@example.com to confirm'))
    .toHaveAccessibleDescription('Type your address exactly as shown: dana@example.com')
  expect(calls.map(({ name }) => name)).not.toContain('auth/delete-account')
  await page.getByLabelText('Type dana@example.com to confirm').fill('Dana@Example.com')
  await dialogButton('Delete my account').click()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/')
  await expect.element(page.getByText('Your account is deleted.', { exact: false })).toBeVisible()
  expect(inputOf(calls, 'auth/delete-account')).toEqual({ confirm: 'Dana@Example.com', password: OLD })
  expect(onDeleted).toHaveBeenCalledOnce()
})

test('an account without a password reauthenticates at its provider', async () => {
  const popup = vi.fn<(url: string) => object>(() => ({ closed: false, close: () => {} }))
  vi.stubGlobal('open', popup)
  const { calls } = await open({
    'accounts/security': { ...SECURITY, hasPassword: false, providers: ['google'] },
    'accounts/providers': [{ id: 'google', name: 'Google' }],
  })
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect.element(dialogButton('Delete my account')).toBeDisabled()
  await page.getByRole('button', { name: 'Log in again with Google' }).click()
  expect(popup.mock.lastCall?.[0]).toBe('/api/auth/provider/google/start?again=')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is this site's alone and takes none
  new BroadcastChannel('wordpop-auth').postMessage({ type: 'signed-in' })
  await expect.element(page.getByText('Thank you. This is valid', { exact: false })).toBeVisible()
  await page.getByLabelText('Type dana@example.com to confirm').fill('dana@example.com')
  await dialogButton('Delete my account').click()
  await expect.poll(() => inputOf(calls, 'auth/delete-account')).toEqual({ confirm: 'dana@example.com' })
  vi.unstubAllGlobals()
})

test("an ended session shows 'No user logged in' and leads to the log-in", async () => {
  const { answer } = await open({ 'accounts/updateProfile': refusal(401, 'unauthorized', 'No user logged in') })
  answer('accounts/me', null)
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'No user logged in' })).toBeVisible()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/auth?from=%2Fprofile')
})

async function open(answers: Record<string, unknown> = {}) {
  const all: Record<string, unknown> = {
    'accounts/me': DANA,
    'accounts/security': SECURITY,
    'accounts/sessions': [HERE],
    'accounts/mails': MAILS,
    'accounts/providers': [],
    'accounts/revokeSession': { done: true },
    'account/photo': { done: true },
    'auth/send-verification-email': { done: true },
    'auth/request-password-reset': { done: true },
    'auth/change-email': { done: true },
    'auth/change-password': { done: true },
    'auth/delete-account': { done: true },
    'auth/passkey/remove': { done: true },
    'accounts/renamePasskey': { done: true },
    ...answers,
  }
  const onDeleted = vi.fn<() => void>()
  const { calls } = answerRequests(all)
  await render(
    <Site path="/profile" elsewhere={['/', '/auth']}>
      <RequireAccount>
        <ProfilePage onDeleted={onDeleted} />
      </RequireAccount>
    </Site>,
  )
  await expect.element(page.getByRole('heading', { name: 'Password' })).toBeVisible()
  return { calls, onDeleted, answer: (name: string, value: unknown) => void (all[name] = value) }
}

function dialogButton(name: string) {
  return page.getByRole('dialog').getByRole('button', { name })
}

async function choosePhoto(file: File): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const files = new DataTransfer()
  files.items.add(file)
  if (input === null) throw new Error('no place for a file')
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

function inputOf(calls: readonly { name: string; input: unknown }[], name: string): unknown {
  return calls.find((call) => call.name === name)?.input
}

function authRefusal(status: number, code: string, message: string, field?: string): Response {
  const details = field === undefined ? {} : { field }
  return Response.json({ error: { code, message, details } }, { status })
}
