import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../tests/support/web.tsx'
import { Part, type PartStatus, type Status } from '../model/index.ts'
import { StatusPage } from './status-page.tsx'

const TODAY = { day: '2026-11-21', operational: 720, degraded: 0, down: 0 }
const WORKS = { state: 'operational', latencyMs: 4, note: null } as const
const CHECKED_AT = '2026-11-21T12:00:00.000Z'

test('on its first day the page says that everything works and that history begins', async () => {
  await open(statusOf({}))
  await expect.element(page.getByText('Everything works')).toBeVisible()
  await expect.element(page.getByText('History begins today.')).toBeVisible()
  for (const name of ['Website', 'Database', 'Worker', 'Storage', 'Queue']) {
    await expect.element(page.getByRole('heading', { name })).toBeVisible()
  }
  await expect.element(page.getByRole('img').first()).toHaveAccessibleName('100% uptime on the one day checked so far')
})

test('shows a part that is down first, with its effect', async () => {
  await open(
    statusOf({
      worker: {
        state: 'down',
        latencyMs: null,
        note: 'No videos are being processed right now. They wait and are not lost.',
        days: [
          { day: '2026-11-19', operational: 1_430, degraded: 7, down: 3 },
          { day: '2026-11-20', operational: 1_440, degraded: 0, down: 0 },
          { day: '2026-11-21', operational: 719, degraded: 0, down: 1 },
        ],
      },
    }),
  )
  await expect.element(page.getByText('Something is not working right now')).toBeVisible()
  await expect
    .element(page.getByText('No videos are being processed right now. They wait and are not lost.'))
    .toBeVisible()
  await expect.element(page.getByText('History begins today.')).not.toBeInTheDocument()
  await expect.element(page.getByRole('img', { name: '99.88% uptime on the 3 days checked so far' })).toBeVisible()
  await page.getByText('2 days with trouble').click()
  await expect.element(page.getByText('19 Nov 2026: down for 3 minutes, degraded for 7 minutes')).toBeVisible()
})

test('says under a red bar of today that the trouble is over', async () => {
  await open(
    statusOf({
      worker: { ...WORKS, days: [{ ...TODAY, down: 3 }] },
      storage: { ...WORKS, days: [{ ...TODAY, degraded: 1 }] },
    }),
  )
  await expect.element(page.getByText('Everything works again')).toBeVisible()
  await expect
    .element(page.getByText('Earlier today there were problems with the worker and the storage.', { exact: false }))
    .toBeVisible()
})

test('shows the time of the last check in 24 hours', async () => {
  await open(statusOf({}))
  await expect.element(page.getByText(/^Checked \d\d:\d\d, and again every minute\.$/)).toBeVisible()
})

test('shows ninety bars, each with its day in words', async () => {
  await open(statusOf({}))
  await expect.element(page.getByText('Everything works')).toBeVisible()
  const bars = [...document.querySelectorAll('[role="img"]')].map((chart) =>
    [...chart.children].map((bar) => bar.getAttribute('title')),
  )
  expect(bars.map((each) => each.length)).toEqual([90, 90, 90, 90, 90])
  expect(bars[0]?.slice(-2)).toEqual(['20 Nov 2026: not checked', '21 Nov 2026: operational'])
})

test('shows the parts while the history is unavailable', async () => {
  const { parts } = statusOf({ database: { state: 'down', note: 'The check failed.', latencyMs: null, days: [] } })
  await open({ checkedAt: CHECKED_AT, historyKnown: false, parts: parts.map((part) => ({ ...part, days: [] })) })
  await expect.element(page.getByText('The history is unavailable right now.')).toBeVisible()
  await expect.element(page.getByText('The check failed.')).toBeVisible()
  await expect.element(page.getByRole('img')).not.toBeInTheDocument()
})

test('reports a server that does not respond and offers a retry', async () => {
  let asked = 0
  await open(() => {
    asked += 1
    return asked === 1 ? refusal(500, 'internal', 'Something went wrong') : statusOf({})
  })
  await expect.element(page.getByRole('alert')).toMatchTextContent('We couldn’t load the status')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Everything works')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('shows that it loads while waiting for the response', async () => {
  const answer = Promise.withResolvers<Status>()
  await open(() => answer.promise)
  await expect.element(page.getByRole('status', { name: 'Loading the status' })).toBeVisible()
  answer.resolve(statusOf({}))
  await expect.element(page.getByText('Everything works')).toBeVisible()
})

function statusOf(given: Partial<Record<Part, Omit<PartStatus, 'part'>>>): Status {
  const fine = { state: 'operational' as const, latencyMs: 4, note: null, days: [TODAY] }
  return {
    checkedAt: CHECKED_AT,
    historyKnown: true,
    parts: Part.options.map((part) => ({ part, ...(given[part] ?? fine) })),
  }
}

async function open(status: Status | (() => unknown)) {
  answerRequests({ 'operations/status': status })
  await render(
    <Site path="/status">
      <StatusPage />
    </Site>,
  )
}
