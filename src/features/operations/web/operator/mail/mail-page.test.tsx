import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../../tests/support/web.tsx'
import type { MailState } from '../../../model/operator-mail.ts'
import { OperatorMailPage } from './mail-page.tsx'

const MAIL_ID = '0a000000-0000-4000-8000-000000000075'
const STATE: MailState = {
  sender: 'Clipfoundry <no-reply@clips.example>',
  domain: 'clips.example',
  hasServer: true,
  bounceAddress: 'bounces@clips.example',
  mails: { waiting: 0, queued: 2, failed: 1 },
  test: null,
}
const FAILED = {
  id: MAIL_ID,
  recipient: 'gone@example.org',
  subject: 'Confirm your address',
  at: '2026-05-01T10:00:00.000Z',
  problem: 'The mail server refused it: 550.',
}

const BOUNCED = {
  id: '0a000000-0000-4000-8000-000000000076',
  address: 'gone@example.org',
  kind: 'bounce',
  reason: 'There is no such mailbox (550 5.1.1).',
  times: 2,
  firstAt: '2026-05-01T10:00:00.000Z',
  lastAt: '2026-05-02T10:00:00.000Z',
}

test('sends a test mail and shows its result', async () => {
  const sent = {
    recipient: 'olga@example.com',
    at: '2026-05-01T10:00:00.000Z',
    state: 'failed',
    problem: 'Refused: 535.',
  }
  let test: object | null = null
  await open(STATE, {
    'operator/mailState': () => ({ ...STATE, test }),
    'operator/sendTestMail': () => {
      test = sent
      return { ...STATE, test }
    },
  })
  await page.getByRole('button', { name: 'Send a test mail to me' }).click()
  await expect.element(page.getByText(/^The last test mail, to olga@example.com/)).toMatchTextContent('Refused: 535.')
})

test('without a mail server it says what to set', async () => {
  await open({ ...STATE, hasServer: false })
  await expect.element(page.getByText(/Set SMTP_URL, then restart/)).toBeVisible()
})

test('checks the records of the domain with the selector', async () => {
  const { calls } = await open(STATE, {
    'operator/checkMailDomain': {
      domain: 'clips.example',
      records: [
        { kind: 'SPF', state: 'missing', name: 'clips.example', found: null, advice: 'Add a TXT record.' },
        { kind: 'DKIM', state: 'fine', name: 's1._domainkey.clips.example', found: 'v=DKIM1; p=AA', advice: 'Signed.' },
        {
          kind: 'DMARC',
          state: 'unknown',
          name: '_dmarc.clips.example',
          found: null,
          advice: 'No name server answered.',
        },
      ],
    },
  })
  await page.getByLabelText('DKIM selector').fill('s1')
  await page.getByRole('button', { name: 'Check clips.example' }).click()
  const list = page.getByRole('list', { name: 'Records' })
  await expect.element(list).toMatchTextContent(/SPF\s*Missing.*DKIM\s*Fine.*DMARC\s*Not checked/su)
  expect(calls.find(({ name }) => name === 'operator/checkMailDomain')?.input).toEqual({ json: { selector: 's1' } })
})

test('a site without a domain of its own says so', async () => {
  await open({ ...STATE, domain: null })
  await expect.element(page.getByText(/Set PUBLIC_URL or MAIL_FROM first/)).toBeVisible()
})

test('sends a failed mail again', async () => {
  const { calls } = await open(STATE, { 'operator/retryMail': { queued: true } })
  await expect.element(page.getByRole('table', { name: 'Failed mails' })).toMatchTextContent('refused it: 550')
  await page.getByRole('button', { name: 'Send again to gone@example.org' }).click()
  await page.getByLabelText('Reason').fill('The mailbox has room again')
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect.element(page.getByText('The mail is sent again.')).toBeVisible()
  expect(calls.find(({ name }) => name === 'operator/retryMail')?.input).toEqual({
    json: { mailId: MAIL_ID, reason: 'The mailbox has room again' },
  })
})

test('a mail that is gone cannot be sent again', async () => {
  await open(STATE, { 'operator/retryMail': refusal(409, 'conflict', 'This mail cannot be sent again.') })
  await page.getByRole('button', { name: 'Send again to gone@example.org' }).click()
  await page.getByLabelText('Reason').fill('They asked')
  await page.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect.element(page.getByText('This mail cannot be sent again.')).toBeVisible()
})

test('shows bounces with their reason, and allows mails again', async () => {
  let suppressions: object[] = [BOUNCED]
  const { calls } = await open(STATE, {
    'operator/suppressions': () => ({ suppressions, next: null }),
    'operator/liftSuppression': () => {
      suppressions = []
      return { lifted: true }
    },
  })
  await expect.element(page.getByText(/return to bounces@clips.example/)).toBeVisible()
  const table = page.getByRole('table', { name: 'Bounces and complaints' })
  await expect.element(table).toMatchTextContent(/gone@example.org.*Bounce.*no such mailbox \(550 5\.1\.1\)\..*2/su)
  await page.getByRole('button', { name: 'Allow mails to gone@example.org' }).click()
  await page.getByLabelText('Reason').fill('They have a new server')
  await page.getByRole('button', { name: 'Allow mails', exact: true }).click()
  await expect.element(page.getByText('Mails go to gone@example.org again.')).toBeVisible()
  await expect.element(page.getByText('No bounces and no complaints')).toBeVisible()
  expect(calls.find(({ name }) => name === 'operator/liftSuppression')?.input).toEqual({
    json: { id: BOUNCED.id, reason: 'They have a new server' },
  })
})

test('searches bounces and complaints', async () => {
  const { calls } = await open(STATE)
  await page.getByLabelText('Search bounces and complaints').fill('gone@')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() =>
      calls.some(({ name, input }) => name === 'operator/suppressions' && JSON.stringify(input).includes('gone@')),
    )
    .toBe(true)
})

test('says what to set where bounces are not received', async () => {
  await open({ ...STATE, bounceAddress: null })
  await expect.element(page.getByText(/Set MAIL_BOUNCES and MAIL_REPORTS_TOKEN/)).toBeVisible()
})

async function open(state: MailState, answers: object = {}) {
  const { calls } = answerRequests({
    'operator/mailState': state,
    'operator/failedMails': { mails: [FAILED], next: null },
    'operator/suppressions': { suppressions: [BOUNCED], next: null },
    ...answers,
  })
  await render(
    <Site path="/operator/mail">
      <OperatorMailPage />
    </Site>,
  )
  await expect.element(page.getByRole('heading', { name: 'Sending' })).toBeVisible()
  return { calls }
}
