import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Answers, answerRequests, refusal, Site } from '../../../../../../tests/support/web.tsx'
import { TERMS } from '../../../../../../tests/support/billing-answers.ts'
import type { OperatorRole } from '../../../model/operator-roles.ts'
import type { OperatorUser } from '../../../model/operator-users.ts'
import { RoleContext } from '../may.tsx'
import { UserTermsSection } from './user-terms.tsx'

const AT = '2026-11-20T10:00:00.000Z'
const USER: OperatorUser = {
  id: '0a000000-0000-4000-8000-000000000002',
  email: 'ada@example.com',
  emailVerified: true,
  displayName: 'Ada',
  plan: 'pro',
  createdAt: AT,
  lastSeenAt: AT,
  suspendedAt: null,
  isAffiliate: false,
  videos: 0,
  videoBytes: 0,
  downloadCount: 0,
  workedMs: 150_000,
  available: 0,
  held: 0,
  usedBytes: 0,
  quotaBytes: null,
  isOperator: false,
  hasSecondFactor: false,
  suppression: null,
}
const NONE = { ...TERMS, own: {}, creditsPerMonth: null, lower: null, past: [] }
const CONTRACT = {
  id: '0a000000-0000-4000-8000-000000000001',
  plan: 'enterprise',
  name: 'Acme 2027',
  startsAt: AT,
  endsAt: '2027-11-20T00:00:00.000Z',
  credits: 5_000,
  endedAt: null,
}

test('agrees an enterprise contract with the limits that were entered', async () => {
  const { calls } = await open({ 'operator/userTerms': NONE, 'operator/saveContract': NONE })
  await page.getByRole('button', { name: 'Give a plan or contract' }).click()
  await expect.element(page.getByLabelText('Storage, GB')).not.toBeInTheDocument()
  await page.getByLabelText('Plan', { exact: true }).selectOptions('Enterprise contract')
  await page.getByLabelText('Name of the contract').fill('Acme 2027')
  await page.getByLabelText('Ends on').fill('2027-11-20')
  await page.getByLabelText('Credits a month').fill('5000')
  await page.getByLabelText('Storage, GB').fill('1000')
  await page.getByLabelText('Exports up to').selectOptions('4K')
  await page.getByLabelText('Reason').fill('Signed on Monday')
  await page.getByRole('button', { name: 'Start contract' }).click()
  await expect.element(page.getByText('The contract runs.')).toBeVisible()
  expect(inputOf(calls, 'operator/saveContract')).toEqual({
    userId: USER.id,
    contractId: null,
    reason: 'Signed on Monday',
    contract: {
      plan: 'enterprise',
      name: 'Acme 2027',
      endsAt: '2027-11-20T00:00:00Z',
      creditsPerMonth: 5_000,
      limits: { storageBytes: 1e12, exportHeight: 2160 },
    },
  })
})

test('shows what runs and what was lowered, and asks before it ends', async () => {
  const limits = { ...TERMS.limits, jobsAtOnce: 1 }
  const { calls } = await open({
    'operator/userTerms': { ...NONE, limits, contract: CONTRACT, lower: { jobsAtOnce: 1 }, isLowered: true },
    'operator/revokeContract': NONE,
    'operator/lowerLimits': NONE,
  })
  await expect
    .element(
      page.getByText(
        'Contract “Acme 2027” since 20 November 2026, until 20 November 2027, with 5,000 credits a month.',
      ),
    )
    .toBeVisible()
  await expect.element(page.getByText('Lowered')).toBeVisible()
  await page.getByRole('button', { name: 'Lift lower limits' }).click()
  await page.getByLabelText('Reason').fill('A mistake')
  await page.getByRole('button', { name: 'Lift', exact: true }).click()
  await expect.element(page.getByText('The limits are lifted.')).toBeVisible()
  expect(inputOf(calls, 'operator/lowerLimits')).toMatchObject({ limits: null })
  await page.getByRole('button', { name: 'Revoke contract' }).click()
  await page.getByLabelText('Reason').fill('They left')
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect.element(page.getByText('The contract has ended.')).toBeVisible()
})

test('names a field that is no number, and keeps what was entered after a refusal', async () => {
  await open({
    'operator/userTerms': NONE,
    'operator/lowerLimits': refusal(
      422,
      'unprocessable',
      'Enter at least one limit that is lower than the present one.',
    ),
  })
  await page.getByRole('button', { name: 'Lower limits' }).click()
  await page.getByLabelText('Jobs in line').fill('few')
  await page.getByLabelText('Reason').fill('Fills the queue')
  const send = page.getByRole('dialog').getByRole('button', { name: 'Lower limits' })
  await send.click()
  await expect.element(page.getByText('“Jobs in line” must be a number.')).toBeVisible()
  await page.getByLabelText('Jobs in line').fill('900')
  await send.click()
  await expect.element(page.getByText('Enter at least one limit that is lower than the present one.')).toBeVisible()
  await expect.element(page.getByLabelText('Jobs in line')).toHaveValue('900')
})

test.each([
  ['support', false, true],
  ['finance', true, false],
  ['read-only', false, false],
] as const)('offers an operator with the role %s their work only', async (role, mayAgree, mayLower) => {
  await open({ 'operator/userTerms': NONE }, role)
  await expect.element(page.getByText('Longest video')).toBeVisible()
  const shown = (name: string) => page.getByRole('button', { name }).elements().length === 1
  expect([shown('Give a plan or contract'), shown('Lower limits')]).toEqual([mayAgree, mayLower])
})

async function open(answers: Answers, role: OperatorRole = 'everything') {
  const asked = answerRequests(answers)
  await render(
    <Site path="/operator/users/1">
      <RoleContext value={role}>
        <UserTermsSection user={USER} />
      </RoleContext>
    </Site>,
  )
  return asked
}

function inputOf(calls: readonly { name: string; input: unknown }[], name: string): unknown {
  return (calls.find((one) => one.name === name)?.input as { json: unknown } | undefined)?.json
}
