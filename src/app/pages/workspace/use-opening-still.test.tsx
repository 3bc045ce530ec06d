import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useOpeningStill } from './use-opening-still.ts'

// The browser keeps the first 250 entries of a page, which tests share.
beforeEach(() => performance.clearResourceTimings())

afterEach(() => delete window.openingStill)

test('the still of the document ends with the captions, and without them', async () => {
  let ended = 0
  window.openingStill = { end: () => (ended += 1) }
  const { result } = await renderHook(() => useOpeningStill('one'))
  expect(ended).toBe(0)
  result.current.onDrawn()()
  expect(ended).toBe(1)
  result.current.onFailed()
  expect(ended).toBe(2)
})

test('a page that closes has its still drawn', async () => {
  const { result } = await renderHook(() => useOpeningStill('two'))
  const leave = result.current.onDrawn()
  expect(stillsOf('two')).toBe(0)
  dispatchEvent(new Event('pagehide'))
  await expect.poll(() => stillsOf('two')).toBe(1)
  leave()
})

test('an editor that is left within the page draws nothing', async () => {
  const { result } = await renderHook(() => useOpeningStill('three'))
  result.current.onDrawn()()
  dispatchEvent(new Event('pagehide'))
  await new Promise(requestAnimationFrame)
  expect(stillsOf('three')).toBe(0)
})

function stillsOf(id: string): number {
  return performance.getEntriesByType('resource').filter(({ name }) => name.includes(`/stills/${id}/`)).length
}
