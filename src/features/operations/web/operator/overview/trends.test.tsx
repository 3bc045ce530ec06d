import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../../tests/support/web.tsx'
import type { TrendDay, Trends } from '../../../model/trends.ts'
import { OperatorTrends } from './trends.tsx'

test('shows each figure over thirty days, against the thirty before', async () => {
  await open(trends((at) => ({ signUps: at < 30 ? 1 : 2, waitMedianMs: 340, storedBytes: 5e9 })))
  const signUps = page.getByRole('region', { name: 'Sign-ups' })
  await expect.element(signUps).toMatchTextContent('60100% more than before')
  await expect.element(signUps.getByRole('link', { name: 'Open users' })).toHaveAttribute('href', '/operator/users')
  await expect.element(page.getByRole('region', { name: 'Median wait' })).toMatchTextContent('340 msas before')
  await expect.element(page.getByRole('region', { name: 'Stored videos' })).toMatchTextContent('5 GB')
  await expect.element(page.getByRole('table', { name: 'Sign-ups by day' })).toBeInTheDocument()
})

test('each figure leads to the list of what it counts', async () => {
  await open(trends(() => ({ signUps: 1 })))
  const lists = {
    'Active creators': '/operator/users?state=active&order=seen',
    Uploads: '/operator/jobs?state=done&kind=media.check',
    'Minutes captioned': '/operator/jobs?state=done&kind=transcription.transcribe',
    Exports: '/operator/jobs?state=done&kind=rendering.render',
    Payments: '/operator/payments',
    'Median wait': '/operator/jobs?state=queued',
    'Failed jobs': '/operator/jobs?state=failed',
    'Stored videos': '/operator/users?order=storage',
    'Mails sent': '/operator/mail',
  }
  for (const [name, list] of Object.entries(lists))
    await expect.element(page.getByRole('region', { name }).getByRole('link')).toHaveAttribute('href', list)
})

test('another range asks again', async () => {
  const { calls } = await open(trends(() => ({ uploads: 3 })))
  await expect.element(page.getByRole('region', { name: 'Uploads' })).toMatchTextContent('90')
  await page.getByText('7 days').click()
  await expect
    .poll(() => calls.filter(({ name }) => name === 'operator/trends').map(({ input }) => input))
    .toEqual([{ json: { days: 30 } }, { json: { days: 7 } }])
})

test('before the first count there is a dash, and a sentence says why', async () => {
  await open({ ...trends(() => ({})), countedAt: null })
  await expect.element(page.getByText('the first count is still to come', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Exports' })).toMatchTextContent('–')
})

test('lists the most frequent causes of failures', async () => {
  const failures = [{ job: 'media.check', problem: 'This file is not a video.', count: 12 }]
  await open({ ...trends(() => ({ failedJobs: 1 })), failures })
  const table = page.getByRole('table', { name: 'Frequent failures' })
  await expect.element(table).toMatchTextContent('Check an uploadCauseThis file is not a video.Times12')
})

test('figures that failed to load can be asked for again', async () => {
  await openWith({ 'operator/trends': refusal(503, 'unavailable', 'The server is busy.') })
  await expect.element(page.getByText('The server is busy.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

function open(answer: Trends) {
  return openWith({ 'operator/trends': answer })
}

async function openWith(answers: Record<string, unknown>) {
  const asked = answerRequests(answers)
  await render(
    <Site path="/operator">
      <OperatorTrends />
    </Site>,
  )
  return asked
}

/** Sixty days. @param valuesOf the figures of the day at this index */
function trends(valuesOf: (at: number) => TrendDay['values']): Trends {
  const days = Array.from({ length: 60 }, (_, at) => ({
    day: new Date(Date.UTC(2026, 3, 1 + at)).toISOString().slice(0, 10),
    values: valuesOf(at),
  }))
  return { days, countedAt: '2026-05-30T10:00:00Z', failures: [] }
}
