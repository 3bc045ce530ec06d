import { useLocation } from 'react-router'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../tests/support/web.tsx'
import { rememberAccepting } from './pending-acceptance.ts'
import { AcceptInvitationPage, useInvitedEmail } from './index.ts'

const OPEN = {
  state: 'open',
  ownerName: 'Ada',
  ownerEmail: 'ada@example.com',
  role: 'editor',
  email: 'bob@example.com',
  expiresAt: '2026-11-27T10:00:00Z',
  hasAccount: false,
  you: 'visitor',
} as const

beforeEach(() => sessionStorage.clear())

test('a visitor without an account signs up first and returns', async () => {
  await open(OPEN)
  await expect.element(page.getByRole('heading')).toHaveTextContent('Ada invites you to their videos')
  await expect.element(page.getByText('Sign up with bob@example.com', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Sign up and accept' }).click()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/signup?from=%2Faccept-invitation%2Fabc')
})

test("wraps an owner's long name and address on a phone", async () => {
  onTestFinished(() => page.viewport(1280, 720))
  await page.viewport(320, 640)
  const ownerName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)
  await open({ ...OPEN, ownerName, ownerEmail: `${ownerName}@example.com` })
  await expect.element(page.getByRole('heading')).toHaveTextContent(`${ownerName} invites you to their videos`)
  expect(document.documentElement.scrollWidth).toBe(320)
})

test('a visitor with an account logs in first', async () => {
  await open({ ...OPEN, hasAccount: true, role: 'viewer' })
  await expect.element(page.getByText('As a viewer you watch', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Log in and accept' }).click()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/login?from=%2Faccept-invitation%2Fabc')
})

test('the invited person accepts with one click', async () => {
  const { calls } = await open({ ...OPEN, you: 'invited' }, { 'collaboration/accept': ACCEPTED })
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect.element(page.getByText('You now work with Ada.', { exact: false })).toBeVisible()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/upload')
  expect(calls.find(({ name }) => name === 'collaboration/accept')?.input).toEqual({ json: { invitationId: 'abc' } })
})

test('accepting before signing up needs no second click', async () => {
  rememberAccepting('abc')
  await open({ ...OPEN, you: 'invited' }, { 'collaboration/accept': ACCEPTED })
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/upload')
  expect(sessionStorage).toHaveLength(0)
})

test('a user with another address sees which one is invited and can log out', async () => {
  await open({ ...OPEN, you: 'other' }, { 'auth/sign-out': { done: true } })
  await expect.element(page.getByRole('heading')).toHaveTextContent('This invitation is for another address')
  await expect.element(page.getByText('bob@example.com')).toBeVisible()
  await expect.element(page.getByText('eve@example.com')).toBeVisible()
  await page.getByRole('button', { name: 'Log out and continue' }).click()
  await expect.element(page.getByText('Successfully logged out!')).toBeVisible()
  await expect.element(page.getByLabelText('Address')).toHaveTextContent('/accept-invitation/abc')
})

test.each([
  { view: { state: 'used', ownerName: 'Ada', byYou: true }, title: 'You work with Ada', link: 'Open their videos' },
  { view: { state: 'used', ownerName: 'Ada', byYou: false }, title: 'This invitation was used', link: 'Return Home' },
  { view: { state: 'expired', ownerName: 'Ada' }, title: 'This invitation has expired', link: 'Return Home' },
  { view: { state: 'revoked', ownerName: 'Ada' }, title: 'This invitation was revoked', link: 'Return Home' },
  { view: { state: 'full', ownerName: 'Ada' }, title: 'No seat left', link: 'Return Home' },
  {
    view: refusal(404, 'not_found', 'Invitation not found'),
    title: 'Invitation not found',
    link: 'Return Home',
  },
])('an invitation that cannot be accepted says why: $title', async ({ view, title, link }) => {
  await open(view)
  await expect.element(page.getByRole('heading')).toHaveTextContent(title)
  await expect.element(page.getByRole('link', { name: link })).toBeVisible()
})

test('accepting a seat that has just been taken says so', async () => {
  let taken = false
  await open(() => (taken ? { state: 'full', ownerName: 'Ada' } : { ...OPEN, you: 'invited' }), {
    'collaboration/accept': () => {
      taken = true
      return refusal(409, 'conflict', 'No seat left for you.')
    },
  })
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect.element(page.getByRole('heading')).toHaveTextContent('No seat left')
})

test('a failed request can be retried', async () => {
  await open(refusal(500, 'internal', 'Something went wrong'))
  await expect.element(page.getByRole('heading')).toHaveTextContent('We couldn’t load the invitation')
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('the log-in page shows whom the invitation is for', async () => {
  answerRequests({ 'collaboration/invitation': OPEN })
  await render(
    <Site path="/signup?from=%2Faccept-invitation%2Fabc">
      <WhoIsInvited />
    </Site>,
  )
  await expect.element(page.getByText('Invited: bob@example.com by Ada')).toBeVisible()
})

test.each([
  { you: 'visitor', says: 'Log in or sign up with your address at acme.com', action: 'Sign up' },
  { you: 'invited', says: 'can join as an editor', action: 'Join the team' },
  { you: 'other', says: 'You are logged in as', action: 'Log out and continue' },
])('a link for a mail domain tells a person ($you) what to do', async ({ you, says, action }) => {
  await open({ ...DOMAIN, you })
  await expect.element(page.getByText(says, { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: action })).toBeVisible()
})

test('a link for a mail domain sends an unconfirmed address to the profile', async () => {
  await open({ ...DOMAIN, you: 'unconfirmed' })
  await expect.element(page.getByText('Confirm your e-mail address first', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open your profile' })).toHaveAttribute('href', '/profile')
})

const DOMAIN = { state: 'domain', ownerName: 'Ada', ownerEmail: 'a@acme.com', domain: 'acme.com', role: 'editor' }
const ACCEPTED = { ownerId: 'a', ownerName: 'Ada', role: 'editor', suspended: false }

function WhoIsInvited() {
  const invited = useInvitedEmail(useLocation().search)
  return <p>{invited && `Invited: ${invited.email} by ${invited.ownerName}`}</p>
}

async function open(view: unknown, answers: Record<string, unknown> = {}) {
  const asked = answerRequests({
    'accounts/me': { id: 'e', displayName: 'Eve', email: 'eve@example.com', photo: null, plan: 'free' },
    'collaboration/invitation': view,
    ...answers,
  })
  await render(
    <Site path="/accept-invitation/abc" elsewhere={['/upload', '/signup', '/login']}>
      <AcceptInvitationPage invitationId="abc" />
    </Site>,
  )
  return asked
}
