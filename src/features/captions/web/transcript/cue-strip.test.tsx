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
