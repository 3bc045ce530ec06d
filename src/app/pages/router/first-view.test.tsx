import { afterEach, expect, test } from 'vitest'
import '../public.css'
import { drawLaterParts, endFirstView } from './first-view.ts'

/** Far enough below the window that the browser does not draw it ahead. */
const FAR = 10_000

afterEach(() => {
  document.body.replaceChildren()
  endFirstView()
})

test('defers content far below the window, then draws it in a spare moment', async () => {
  const part = drawn(200)
  expect(part.offsetHeight).toBeGreaterThan(200)
  await drawLaterParts()
  expect(part.offsetHeight).toBe(200)
})

test('never defers content in the window', async () => {
  const part = drawn(200, { above: 0 })
  await expect.poll(() => part.offsetHeight).toBe(200)
  expect(document.documentElement.dataset['firstView']).toBe('')
})

test('draws a visited page whole at once, so that its scroll position can be restored', () => {
  const part = drawn(200)
  endFirstView()
  expect(part.offsetHeight).toBe(200)
})

function drawn(height: number, { above = FAR } = {}): HTMLElement {
  document.documentElement.dataset['firstView'] = ''
  const space = document.createElement('div')
  space.style.height = `${above}px`
  const part = document.createElement('section')
  part.className = 'drawn-later'
  const content = document.createElement('div')
  content.style.height = `${height}px`
  part.append(content)
  document.body.append(space, part)
  return part
}
