import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { currentToasts, toast } from '#platform/web/toast-store.ts'

/** The viewport set in the project's configuration. */
const [WIDTH, HEIGHT] = [1280, 720]

/**
 * A click waits until its target stands still. No test here is about motion, so the styles are those of reduced motion
 * (base.css), while the page itself sees no preference and decides as usual.
 */
const still = document.createElement('style')
still.textContent = `*, *::before, *::after {
  animation-duration: 1ms !important;
  transition-duration: 1ms !important;
}`

beforeAll(async () => {
  document.head.append(still)
  if (innerWidth !== WIDTH || innerHeight !== HEIGHT) await page.viewport(WIDTH, HEIGHT)
})

// The library cleans up automatically only in the first file of a page.
beforeEach(() => cleanup())

/** A toast outlives its test: it would cover a button of the next test, or satisfy its assertion. */
afterEach(() => {
  for (const { id } of currentToasts()) toast.remove(id)
})

/** Files share a page in sequence: each restores it. */
afterAll(async () => {
  await cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  const { dataset } = document.documentElement
  for (const key of Object.keys(dataset)) delete dataset[key]
  still.remove()
})
