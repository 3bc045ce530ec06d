import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { currentToasts, toast } from '#platform/web/toast-store.ts'

/** What the project's configuration gives the browser. */
const [WIDTH, HEIGHT] = [1280, 720]

/**
 * A press waits until what is pressed stands still. Nothing here proves how anything moves, so it moves as for people
 * who want no motion (see base.css); the page is not told that they do, so it decides as for everybody.
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

// By itself the library does this in the first file of a page only.
beforeEach(() => cleanup())

/** A toast outlives its test: it would lie over what the next one presses, or say what that one waits for. */
afterEach(() => {
  for (const { id } of currentToasts()) toast.remove(id)
})

/** Files share a page one after the other: each leaves it as it was. */
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
