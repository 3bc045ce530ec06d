import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { showEditor, word } from '../../../../../tests/support/editor.tsx'

const PHONE = { width: 390, height: 844 }
const TURNED = { width: 844, height: 390 }
const SENTENCES = Array.from({ length: 40 }, (_, at) => `they say it ${at}.`).join(' ')

afterEach(async () => {
  localStorage.clear()
  await page.viewport(1_280, 720)
})

test.each([
  ['upright', '1', PHONE, 336],
  ['turned', '1', TURNED, 200],
  ['turned', '9', TURNED, 200],
])('leaves five lines to read above the keyboard of a phone held %s, at line %s', async (_, at, size, keyboardPx) => {
  await page.viewport(size.width, size.height)
  await showEditor(new CaptionServer(documentOf(SENTENCES)))
  await expect.element(word('9.', true)).toBeInTheDocument()
  await word(`${at}.`, true).click()
  await userEvent.keyboard('{Enter}')
  const field = page.getByRole('textbox', { name: `Edit “${at}.”` })
  await expect.element(field).toHaveFocus()
  const room = size.height - keyboardPx
  openKeyboard(room)

  expect(readableLines(room)).toBeGreaterThanOrEqual(5)
  expect(bottomOf(field.element())).toBeLessThanOrEqual(room)
  await userEvent.keyboard('one.{Enter}')
  await expect.element(word('one.')).toBeVisible()
  await expect.poll(() => page.getByRole('tablist').elements().length).toBe(1)
})

test('changes nothing for a keyboard while no word is edited, and for a zoomed page', async () => {
  await page.viewport(PHONE.width, PHONE.height)
  await showEditor(new CaptionServer(documentOf(SENTENCES)))
  await expect.element(page.getByRole('tablist')).toBeVisible()
  openKeyboard(508)
  await expect.element(page.getByRole('tablist')).toBeVisible()
  openKeyboard(422, 2)
  await word('1.', true).click()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('tablist')).toBeVisible()
})

/** Covers the lower part of the window, as the keyboard of a phone does: only the visual viewport shrinks. */
function openKeyboard(height: number, scale = 1) {
  const viewport = window.visualViewport ?? window
  Object.defineProperties(viewport, {
    height: { value: height, configurable: true },
    scale: { value: scale, configurable: true },
  })
  onTestFinished(() => {
    Reflect.deleteProperty(viewport, 'height')
    Reflect.deleteProperty(viewport, 'scale')
  })
  viewport.dispatchEvent(new Event('resize'))
}

/** The lines of the transcript that are wholly visible. */
function readableLines(room: number): number {
  const list = document.querySelector('[data-scrolls]')?.getBoundingClientRect() ?? new DOMRect()
  return [...document.querySelectorAll('[data-cue]')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return top >= list.top - 1 && bottom <= Math.min(list.bottom, room) + 1
  }).length
}

function bottomOf(element: Element): number {
  return element.getBoundingClientRect().bottom
}
