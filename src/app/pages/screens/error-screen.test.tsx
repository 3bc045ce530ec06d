import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { EarlyEvents } from '#platform/web/early-events.ts'
import { ErrorScreen } from './error-screen.tsx'

test('shows the specification’s error text without the fault itself', async () => {
  const reported = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', reported)
  const fault = new Error('a secret of the inside')
  await render(<ErrorScreen error={fault} />)
  await expect.element(page.getByRole('heading', { name: 'Something went wrong', exact: true })).toBeVisible()
  await expect
    .element(page.getByText("We're sorry for the inconvenience. Please try refreshing the page.", { exact: true }))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Refresh Page', exact: true })).toBeVisible()
  expect(document.body.textContent).not.toContain('secret')
  expect(reported).toHaveBeenCalledWith(fault)
  vi.unstubAllGlobals()
})

test('holds no press of its own when the page breaks before it is alive', async () => {
  const early: EarlyEvents = { held: [], files: [], fileTargets: 0, isLive: false, announce: () => {} }
  window.earlyEvents = early
  await render(<ErrorScreen />)
  await expect.poll(() => early.isLive).toBe(true)
  delete window.earlyEvents
})
