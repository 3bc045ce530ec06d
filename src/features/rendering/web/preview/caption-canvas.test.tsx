import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import anton from '@fontsource/anton/files/anton-latin-400-normal.woff2?url'
import { type OwnFamily, ownFamily } from '#features/templates/model/index.ts'
import { documentOf } from '../../../../../tests/support/captions.ts'
import type { OwnFontFile } from '../../model/index.ts'
import { CaptionCanvas, OwnFontsContext } from '../index.ts'

test('keeps its captions while a font is missing, and says so until another is chosen', async () => {
  const inFont = (family: OwnFamily) => (
    <OwnFontsContext value={FONTS}>
      <CaptionCanvas document={{ ...SAID, styles: { main: { font: { family, weight: 400 } } } }} clock={STILL} />
    </OwnFontsContext>
  )
  const { rerender, container } = await render(inFont(WHOLE.family))
  const isDrawn = () => container.querySelector('[data-captions=drawn]') !== null
  await expect.poll(isDrawn).toBe(true)

  await rerender(inFont(BROKEN.family))
  const problem = page.getByText('The caption fonts could not be loaded. Check your connection.')
  await expect.element(problem).toBeVisible()
  expect(isDrawn()).toBe(true)

  await rerender(inFont(WHOLE.family))
  await expect.element(problem).not.toBeInTheDocument()
  expect(isDrawn()).toBe(true)
})

test('is drawn at once in fonts that are loaded, not a frame after it is shown', async () => {
  const drawn: string[] = []
  const captions = (name: string) => (
    <OwnFontsContext value={FONTS}>
      <CaptionCanvas document={IN_OWN_FONT} clock={STILL} onLayout={() => drawn.push(name)} />
    </OwnFontsContext>
  )
  await render(captions('while its font loads'))
  await expect.poll(() => drawn).toEqual(['while its font loads'])
  const room = document.body.appendChild(document.createElement('div'))
  room.style.cssText = 'position: relative; width: 270px; height: 480px'
  const root = createRoot(room)
  flushSync(() => root.render(captions('at once')))
  expect(drawn).toEqual(['while its font loads', 'at once'])
  root.unmount()
  room.remove()
})

const SAID = documentOf('never lose a word again.')
const IN_OWN_FONT = {
  ...SAID,
  styles: { main: { font: { family: ownFamily('00000000-0000-4000-8000-000000000001'), weight: 400 } } },
}
const STILL = {
  onTime(listener: (tMs: number) => void) {
    listener(0)
    return () => {}
  },
}

const [WHOLE, BROKEN] = [fontOf(1, anton), fontOf(2, 'data:font/woff2;base64,AAAA')]
const FONTS = [WHOLE, BROKEN]

function fontOf(n: number, source: string): OwnFontFile {
  const family = ownFamily(`00000000-0000-4000-8000-00000000000${n}`)
  return { family, weights: { min: 400, max: 400 }, coverage: '20-7e', source }
}
