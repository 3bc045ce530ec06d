import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../public.css'
import { HashScroll } from './hash-scroll.tsx'
import { ScrollToTop } from './scroll-to-top.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  scrollTo(0, 0)
})

test('offers the way back to the top after 300 px of scroll', async () => {
  await open('/')
  const button = page.getByRole('button', { name: 'Scroll to top' })
  for (const { at, isOffered } of [
    { at: 299, isOffered: false },
    { at: 300, isOffered: false },
    { at: 301, isOffered: true },
  ]) {
    scrollTo({ top: at, behavior: 'instant' })
    await expect.poll(() => scrollY).toBe(at)
    if (isOffered) await expect.element(button).toBeVisible()
    else await expect.element(button).not.toBeInTheDocument()
  }
  await button.click()
  await expect.poll(() => scrollY).toBe(0)
  await expect.element(button).not.toBeInTheDocument()
})

test('scrolls to the element of a hash after 100 ms', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await open('/#the%20end')
  await vi.advanceTimersByTimeAsync(99)
  expect(scrollY).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(scrollY).toBeGreaterThan(500)
})

test.each(['/#nowhere', '/#%E0%A4%A'])('ignores %s, which names no element', async (path) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await open(path)
  await vi.advanceTimersByTimeAsync(100)
  expect(scrollY).toBe(0)
})

async function open(path: string) {
  const element = (
    <>
      <p style={{ height: 3_000 }}>A long page</p>
      <p id="the end" style={{ height: 2_000 }}>
        The end
      </p>
      <HashScroll />
      <ScrollToTop />
    </>
  )
  await render(<MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>)
}
