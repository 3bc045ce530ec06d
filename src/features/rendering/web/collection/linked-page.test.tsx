import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../tests/support/web.tsx'
import { LinkedPage } from './linked-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const LOOK = { name: 'My neon', look: { template: { id: 'neon', version: 1 }, patch: {} } }

test('shows the look, and leads to using it', async () => {
  await show({ 'templates/linkedLook': LOOK })
  await expect.element(page.getByRole('heading', { name: 'My neon' })).toBeVisible()
  await expect.element(page.getByText(/made from the template Neon/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Use this look' }))
    .toHaveAttribute('href', '/upload?look=the-token')
})

test('says that a revoked link does not exist, and offers the templates', async () => {
  const message = 'This link does not exist any more. Ask for a new one.'
  await show({ 'templates/linkedLook': refusal(404, 'not_found', message) })
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See all templates' })).toBeVisible()
})

test('offers to load the look again after a failure', async () => {
  let isDown = true
  await show({ 'templates/linkedLook': () => (isDown ? refusal(503, 'unavailable', 'Try again in a moment.') : LOOK) })
  await expect.element(page.getByText('The look could not be loaded')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'My neon' })).toBeVisible()
})

async function show(answers: Readonly<Record<string, unknown>>) {
  answerRequests(answers)
  await render(
    <Site path="/">
      <LinkedPage token="the-token" addressOfUse="/upload?look=the-token" />
    </Site>,
  )
}
