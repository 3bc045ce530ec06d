import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../tests/support/web.tsx'
import type { OperatorRole } from '../../model/operator-roles.ts'
import type { Operator } from '../../model/operator-team.ts'
import { RoleContext } from './may.tsx'
import { OperatorsPage } from './operators-page.tsx'

const OLGA: Operator = {
  email: 'olga@example.com',
  role: 'everything',
  source: 'settings',
  userId: '0a000000-0000-4000-8000-000000000001',
  displayName: 'Olga',
  isActive: true,
  lastSeenAt: '2026-11-20T10:00:00.000Z',
  grantedAt: null,
}
const FIN: Operator = {
  ...OLGA,
  email: 'fin@example.com',
  role: 'finance',
  source: 'granted',
  userId: null,
  displayName: '',
  isActive: false,
  lastSeenAt: null,
  grantedAt: '2026-11-19T10:00:00.000Z',
}

test('lists operators with their roles; those of the settings cannot be changed', async () => {
  await open({ 'operator/operators': [OLGA, FIN] })
  const olga = page.getByRole('row', { name: /Olga/ })
  await expect.element(olga).toMatchTextContent('By the settings')
  await expect.element(olga.getByRole('button')).not.toBeInTheDocument()
  const fin = page.getByRole('row', { name: /fin@example.com/ })
  await expect.element(fin).toMatchTextContent('Not signed up')
  await expect.element(fin.getByRole('button', { name: 'Revoke of fin@example.com' })).toBeVisible()
})

test('adds an operator with a role, a reason and the password', async () => {
  const { calls } = await open({ 'operator/operators': [OLGA], 'operator/grantRole': [OLGA, FIN] })
  await page.getByRole('button', { name: 'Add operator' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('E-mail address').fill('fin@example.com')
  await dialog.getByLabelText('Role').selectOptions('Finance')
  await expect.element(dialog.getByText(/^Reads all pages; refunds/)).toBeVisible()
  await dialog.getByLabelText('Reason').fill('Does the books')
  await dialog.getByLabelText('Your password').fill('purple otter climbs')
  await userEvent.click(dialog.getByRole('button', { name: 'Add operator' }))
  await expect
    .poll(() => calls.find(({ name }) => name === 'operator/grantRole')?.input)
    .toEqual({
      json: {
        email: 'fin@example.com',
        role: 'finance',
        reason: 'Does the books',
        password: 'purple otter climbs',
      },
    })
  await expect.element(page.getByText('The role is granted.')).toBeVisible()
})

test('a missing password is asked for at its field', async () => {
  const message = 'Enter your password.'
  await open({
    'operator/operators': [FIN],
    'operator/revokeRole': refusal(403, 'forbidden', message, { field: 'password' }),
  })
  await page.getByRole('button', { name: 'Revoke of fin@example.com' }).click()
  await page.getByLabelText('Reason').fill('Has left')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(page.getByLabelText('Your password')).toHaveAttribute('aria-invalid', 'true')
})

test('an operator who may only read sees the list without buttons', async () => {
  await open({ 'operator/operators': [OLGA, FIN] }, 'read-only')
  await expect.element(page.getByRole('row', { name: /fin@example.com/ })).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

async function open(answers: Record<string, unknown>, role: OperatorRole = 'everything') {
  const answered = answerRequests(answers)
  await render(
    <Site path="/operator/operators">
      <RoleContext value={role}>
        <OperatorsPage />
      </RoleContext>
    </Site>,
  )
  return answered
}
