import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../../tests/support/web.tsx'
import type { OperatorUser } from '../../../model/operator-users.ts'
import { OperatorUserPage } from './user-page.tsx'
import { OperatorUsersPage } from './users-page.tsx'

const ID = '0a000000-0000-4000-8000-000000000012'
const USER: OperatorUser = {
  id: ID,
  email: 'spam@example.com',
  emailVerified: true,
  displayName: 'Sam Pam',
  plan: 'pro',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastSeenAt: '2026-11-20T10:00:00.000Z',
  suspendedAt: null,
  isAffiliate: false,
  videos: 3,
  videoBytes: 1.5e9,
  downloadCount: 2,
  workedMs: 150_000,
  available: 30,
  held: 0,
  usedBytes: 1.6e9,
  quotaBytes: 1e11,
  isOperator: false,
  hasSecondFactor: false,
  suppression: null,
}

test('searches by a part of a name and filters, keeping both in the address', async () => {
  const { calls } = answerRequests({ 'operator/users': { users: [USER], next: null } })
  await renderAt('/operator/users', <OperatorUsersPage />)
  await expect.element(page.getByRole('link', { name: 'Sam Pam' })).toHaveAttribute('href', `/operator/users/${ID}`)
  await expect.element(page.getByRole('row', { name: /Sam Pam/u })).toMatchTextContent('1.5 GB')
  await page.getByLabelText('Search by name or address').fill('pam')
  await userEvent.keyboard('{Enter}')
  await page.getByLabelText('State').selectOptions('Suspended')
  await page.getByLabelText('Videos').selectOptions('From 10 GB')
  await page.getByLabelText('Order').selectOptions('Most video')
  await expect
    .poll(() => calls.at(-1)?.input)
    .toEqual({ json: { search: 'pam', state: 'suspended', minBytes: 1e10, order: 'storage' } })
})

test('ignores filters in the address that do not exist', async () => {
  const { calls } = answerRequests({ 'operator/users': { users: [], next: null } })
  await renderAt('/operator/users?state=angry&plan=gold&size=7&order=up', <OperatorUsersPage />)
  await expect.element(page.getByText('No user found')).toBeVisible()
  expect(calls.map(({ input }) => input)).toEqual([{ json: { order: 'newest' } }])
})

test('suspends a user with a reason, and shows since when', async () => {
  let user = USER
  const { calls } = answerUser(() => user, {
    'operator/decideUser': () => {
      user = { ...USER, suspendedAt: '2026-11-20T12:00:00.000Z' }
      return { done: true }
    },
  })
  await renderAt(`/operator/users/${ID}`, <OperatorUserPage userId={ID} />)
  await expect.element(page.getByText('1.6 GB of 100 GB')).toBeVisible()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByLabelText('Reason').fill('Spam')
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await expect.element(page.getByText(/^Suspended since/u)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reinstate' })).toBeVisible()
  expect(calls.find(({ name }) => name === 'operator/decideUser')?.input).toEqual({
    json: { userId: ID, decision: 'suspend', reason: 'Spam' },
  })
})

test('keeps the dialog open with the reason when an erasure is refused', async () => {
  answerUser(() => USER, {
    'operator/eraseUser': refusal(422, 'unprocessable', 'Type the address of the account to erase it.'),
  })
  await renderAt(`/operator/users/${ID}`, <OperatorUserPage userId={ID} />)
  await page.getByRole('button', { name: 'Erase' }).click()
  await page.getByLabelText('Reason').fill('They asked')
  await page.getByRole('button', { name: 'Erase for good' }).click()
  await expect
    .element(page.getByRole('dialog').getByRole('alert'))
    .toMatchTextContent('Type the address of the account to erase it.')
  await expect.element(page.getByLabelText('Reason')).toHaveValue('They asked')
})

test('offers neither suspension nor erasure of an operator', async () => {
  answerUser(() => ({ ...USER, isOperator: true }), {})
  await renderAt(`/operator/users/${ID}`, <OperatorUserPage userId={ID} />)
  await expect.element(page.getByRole('button', { name: 'End sessions' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Suspend' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Erase' })).not.toBeInTheDocument()
})

test('says that an erased user is gone', async () => {
  answerRequests({ 'operator/user': null })
  await renderAt(`/operator/users/${ID}`, <OperatorUserPage userId={ID} />)
  await expect.element(page.getByText('No such user')).toBeVisible()
})

function answerUser(user: () => OperatorUser, more: Parameters<typeof answerRequests>[0]) {
  return answerRequests({
    'operator/user': user,
    'operator/creditHistory': { movements: [], next: null },
    'operator/payments': { payments: [], next: null },
    'operator/userExports': { exports: [], next: null },
    'operator/userSessions': [],
    'operator/userTeam': { collaborators: [], invitations: [], worksFor: [] },
    'operator/actions': { actions: [], next: null },
    ...more,
  })
}

function renderAt(path: string, element: ReactNode) {
  return render(<Site path={path}>{element}</Site>)
}
