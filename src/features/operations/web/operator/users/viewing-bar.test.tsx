import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../../tests/support/web.tsx'
import { ViewingBar } from './viewing-bar.tsx'

const VIEW = {
  userId: '0a000000-0000-4000-8000-000000000002',
  email: 'ada@example.com',
  endsAt: new Date(Date.now() + 600_000).toISOString(),
  hasEnded: false,
}

test('names whose pages these are, and leads back to the page of the user', async () => {
  const { left } = await open(VIEW)
  await expect
    .element(page.getByRole('region', { name: 'Viewing' }))
    .toMatchTextContent('You see the pages of ada@example.com, read-only, until')
  await page.getByRole('button', { name: 'Stop viewing' }).click()
  await expect.poll(() => left).toEqual([`/operator/users/${VIEW.userId}`])
})

test('says that a view has ended', async () => {
  await open({ ...VIEW, hasEnded: true })
  await expect.element(page.getByText('The view of ada@example.com has ended.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Stop viewing' })).toBeVisible()
})

test('says what went wrong when stopping fails, and can be pressed again', async () => {
  const { left } = await open(VIEW, refusal(503, 'unavailable', 'We are busy. Try again in a moment.'))
  await page.getByRole('button', { name: 'Stop viewing' }).click()
  await expect.element(page.getByText('We are busy. Try again in a moment.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Stop viewing' })).toBeEnabled()
  expect(left).toEqual([])
})

test('shows nothing without a view', async () => {
  const { calls } = await open(null)
  await expect.poll(() => calls.length).toBe(1)
  await expect.element(page.getByRole('region', { name: 'Viewing' })).not.toBeInTheDocument()
})

async function open(view: object | null, stopped: unknown = { userId: VIEW.userId }) {
  const left: string[] = []
  const { calls } = answerRequests({ 'viewing/current': view, 'viewing/stop': stopped })
  await render(
    <Site path="/upload">
      <ViewingBar leave={(path) => left.push(path)} />
    </Site>,
  )
  return { calls, left }
}
