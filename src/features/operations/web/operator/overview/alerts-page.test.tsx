import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, Site } from '../../../../../../tests/support/web.tsx'
import type { AlertRules } from '../../../model/alerts.ts'
import type { AlertState } from '../../../model/operator-alerts.ts'
import { OperatorAlertsPage } from './alerts-page.tsx'

const RULES: AlertRules = {
  email: null,
  webhook: null,
  failedJobs: null,
  waitMinutes: null,
  failedMails: null,
  stoppedAddresses: null,
  backupHours: null,
  storageGigabytes: null,
  quietHours: 6,
}
const AT = '2026-05-01T10:00:00.000Z'

test('saves where alerts go and when, with a reason', async () => {
  const { calls } = await open({ rules: RULES, open: [] })
  await expect.element(page.getByText('Alerts are off')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send a test' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'Address' }).fill('ops@example.com')
  await page.getByLabelText('Hours since the last backup').fill('36')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabelText('Reason').fill('So that we notice')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The rules are saved.')).toBeVisible()
  expect(calls.find(({ name }) => name === 'operator/saveAlertRules')?.input).toEqual({
    json: { rules: { ...RULES, email: 'ops@example.com', backupHours: 36 }, reason: 'So that we notice' },
  })
})

test('sends a test to the saved address', async () => {
  const { calls } = await open({ rules: { ...RULES, email: 'ops@example.com' }, open: [] })
  await expect.element(page.getByText('No open alert')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect.element(page.getByText('The test is on its way.')).toBeVisible()
  expect(calls.map(({ name }) => name)).toContain('operator/testAlert')
})

test('shows what is wrong now, and since when', async () => {
  const alert = { kind: 'late-backup', detail: 'There is no backup.', since: AT, notifiedAt: AT } as const
  await open({ rules: RULES, open: [alert] })
  await expect.element(page.getByRole('list', { name: 'Open alerts' })).toMatchTextContent('There is no backup.')
})

async function open(state: AlertState) {
  const { calls } = answerRequests({
    'operator/alerts': state,
    'operator/saveAlertRules': state,
    'operator/testAlert': { sent: true },
  })
  await render(
    <Site path="/operator/alerts">
      <OperatorAlertsPage />
    </Site>,
  )
  await expect.element(page.getByRole('heading', { name: 'Now' })).toBeVisible()
  return { calls }
}
