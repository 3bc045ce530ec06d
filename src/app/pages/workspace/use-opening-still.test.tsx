import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useOpeningStill } from './use-opening-still.ts'

// The browser keeps the first 250 entries of a page, which tests share.
beforeEach(() => performance.clearResourceTimings())

afterEach(() => localStorage.clear())

test('a page that closes has its still drawn, and remembers where its picture stands', async () => {
  const { leave } = await open('one')
  expect(stillsOf('one')).toBe(0)
  dispatchEvent(new Event('pagehide'))
  expect(localStorage.getItem('opening-stills')).toContain('/projects/one')
  await expect.poll(() => stillsOf('one')).toBe(1)
  leave()
})

test('an editor that is left within the page draws nothing', async () => {
  const { leave } = await open('two')
  leave()
  expect(localStorage.getItem('opening-stills')).toContain('/projects/two')
  dispatchEvent(new Event('pagehide'))
  await new Promise(requestAnimationFrame)
  expect(stillsOf('two')).toBe(0)
})

/** An editor that has drawn its first captions. */
async function open(id: string) {
  const { result } = await renderHook(() => useOpeningStill(id, { hasPoster: false }))
  const picture = document.createElement('div')
  Object.assign(picture.style, { width: '90px', height: '160px' })
  document.body.append(picture)
  const leave = result.current.onDrawn(picture)
  return {
    leave() {
      leave()
      picture.remove()
    },
  }
}

function stillsOf(id: string): number {
  return performance.getEntriesByType('resource').filter(({ name }) => name.includes(`/stills/${id}/`)).length
}
