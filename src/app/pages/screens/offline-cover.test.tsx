import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { OfflineCover } from './offline-cover.tsx'

test('covers the app offline but keeps it mounted; Retry Connection brings it back', async () => {
  let reachable = false
  vi.stubGlobal('fetch', async () => {
    if (!reachable) throw new TypeError('Failed to fetch')
    return new Response('ok')
  })
  await render(
    <OfflineCover>
      <input aria-label="Unsaved" />
    </OfflineCover>,
  )
  const field = page.getByLabelText('Unsaved')
  await field.fill('half a sentence')
  const element = field.element()

  dispatchEvent(new Event('offline'))
  await expect.element(page.getByRole('heading', { name: "You're offline" })).toBeVisible()
  await expect.element(page.getByText('Please check your internet connection and try again.')).toBeVisible()
  expect(element.closest('[inert]')).not.toBeNull()

  reachable = true
  await page.getByRole('button', { name: 'Retry Connection' }).click()
  await expect.element(page.getByRole('heading', { name: "You're offline" })).not.toBeInTheDocument()
  expect(page.getByLabelText('Unsaved').element()).toBe(element)
  await expect.element(field).toHaveValue('half a sentence')
})

test('a heartbeat left hanging by a lost network does not cover the app once it is back', async () => {
  const hanging = Promise.withResolvers<Response>()
  const answers = [hanging.promise, Promise.resolve(new Response('ok'))]
  const asked = vi.fn<() => Promise<Response>>(async () => answers.shift() ?? new Response('ok'))
  vi.stubGlobal('fetch', asked)
  await render(<OfflineCover>The app</OfflineCover>)
  dispatchEvent(new Event('offline'))
  dispatchEvent(new Event('online'))
  await expect.poll(() => asked.mock.settledResults.filter(({ type }) => type === 'fulfilled')).toHaveLength(1)
  hanging.reject(new TypeError('Failed to fetch'))
  await expect.poll(() => asked.mock.settledResults.filter(({ type }) => type === 'rejected')).toHaveLength(1)
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(page.getByRole('heading', { name: "You're offline" }).query()).toBeNull()
})

test("the browser's offline event alone does not cover the app", async () => {
  const asked = vi.fn<() => Promise<Response>>(async () => new Response(null, { status: 500 }))
  vi.stubGlobal('fetch', asked)
  await render(<OfflineCover>The app</OfflineCover>)
  dispatchEvent(new Event('offline'))
  await expect.poll(() => asked.mock.settledResults.length).toBe(1)
  await expect.element(page.getByText('The app')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: "You're offline" })).not.toBeInTheDocument()
})
