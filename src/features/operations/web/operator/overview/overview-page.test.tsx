import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, Site } from '../../../../../../tests/support/web.tsx'
import type { Health } from '../../../model/operator-contract.ts'
import { OperatorOverviewPage } from './overview-page.tsx'

const HOUR_MS = 3_600_000

test.each<{ backup: Health['backup']; badge: string; text: string }>([
  { backup: { made: null, failed: null }, badge: 'Check', text: 'Set BACKUP_FOLDER for a daily one' },
  { backup: { made: made(2), failed: null }, badge: 'Fine', text: '2 hours ago' },
  { backup: { made: made(37), failed: null }, badge: 'Check', text: '2 days ago' },
  {
    backup: { made: made(2), failed: { at: hoursAgo(1), problem: 'ENOSPC: no space left' } },
    badge: 'Check',
    text: 'ENOSPC: no space left',
  },
])('shows “$badge” and “$text” for the last backup', async ({ backup, badge, text }) => {
  await open(backup)
  const figure = page.getByRole('region', { name: 'Backups' })
  await expect.element(figure.getByText(badge)).toBeVisible()
  await expect.element(figure).toMatchTextContent(text)
})

test.each([
  { isEncrypted: true, text: 'Encrypted with a passphrase.' },
  { isEncrypted: false, text: 'Not encrypted. Set BACKUP_PASSPHRASE_FILE and another BACKUP_FOLDER' },
])('says “$text” of the last backup, also where a later one failed', async ({ isEncrypted, text }) => {
  await open({ made: { ...made(2), isEncrypted }, failed: { at: hoursAgo(1), problem: 'ENOSPC' } })
  await expect.element(page.getByRole('region', { name: 'Backups' })).toMatchTextContent(text)
})

test('says nothing of the encryption of a backup made before it was recorded', async () => {
  await open({ made: { ...made(2), isEncrypted: null }, failed: null })
  const figure = page.getByRole('region', { name: 'Backups' })
  await expect.element(figure).toMatchTextContent('2 hours ago')
  await expect.element(figure).not.toMatchTextContent('ncrypted')
})

test('shows the release', async () => {
  await open({ made: null, failed: null })
  await expect.element(page.getByRole('region', { name: 'Release' }).getByText('1.2.3')).toBeVisible()
})

async function open(backup: Health['backup']): Promise<void> {
  const health: Health = {
    audits: [],
    jobs: { queued: 0, running: 0, failedToday: 0, longestWaitMs: 0 },
    mails: { waiting: 0, queued: 0, failed: 0, stopped: 3 },
    storage: null,
    backup,
    release: { version: '1.2.3', migratedAt: hoursAgo(50) },
  }
  answerRequests({
    'operator/health': () => health,
    'operator/trends': { days: [], countedAt: null, failures: [] },
  })
  await render(
    <Site path="/operator">
      <OperatorOverviewPage />
    </Site>,
  )
}

function made(hours: number) {
  return { at: hoursAgo(hours), ageMs: hours * HOUR_MS, sizeBytes: 7_300_000, fileCount: 12, isEncrypted: true }
}

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * HOUR_MS).toISOString()
}
