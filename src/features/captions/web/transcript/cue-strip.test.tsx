import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { showEditor } from '../../../../../tests/support/editor.tsx'

const DESKTOP = { width: 1_280, height: 720 }
const PHONE = { width: 390, height: 844 }

afterEach(async () => {
  localStorage.clear()
  await page.viewport(DESKTOP.width, DESKTOP.height)
})

test('a press on the strip goes to the time under the pointer, also on a phone', async () => {
  await page.viewport(PHONE.width, PHONE.height)
  const server = new CaptionServer(documentOf('one two three'))
  await showEditor(server)
  const strip = page.getByRole('slider', { name: 'Position', exact: true })
  const { width } = strip.element().getBoundingClientRect()
  await strip.click({ position: { x: width / 4, y: 10 } })
  const { durMs } = server.document.media
  // A pixel, and half a step.
  const nearMs = durMs / width + 50
  const shown = strip.element()
  const shownMs = shown instanceof HTMLInputElement ? shown.valueAsNumber : Number.NaN
  expect(Math.abs(shownMs - durMs / 4)).toBeLessThan(nearMs)
})

test('the playhead stays on the strip until it moves visibly', async () => {
  const short = documentOf('one two three')
  await showEditor(new CaptionServer({ ...short, media: { ...short.media, durMs: 7_200_000 } }))
  const strip = page.getByRole('slider', { name: 'Position', exact: true })
  const head = strip.element().previousElementSibling
  if (!(head instanceof HTMLElement)) throw new Error('no playhead')
  let moves = 0
  const observer = new MutationObserver(() => (moves += 1))
  observer.observe(head, { attributes: true })
  await strip.fill('100')
  await expect.element(strip).toHaveAttribute('aria-valuetext', '0:00.1')
  expect(moves).toBe(0)
  await strip.fill('3600000')
  await expect.poll(() => head.style.backgroundPositionX).toBe('50%')
  expect(moves).toBe(1)
  observer.disconnect()
})
