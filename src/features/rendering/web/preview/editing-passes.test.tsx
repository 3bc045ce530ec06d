import { Profiler, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import anton from '@fontsource/anton/files/anton-latin-400-normal.woff2?url'
import type { EditorSlots } from '#features/captions/web/index.ts'
import { ownFamily } from '#features/templates/model/index.ts'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { editorOf } from '../../../../../tests/support/editor.tsx'
import type { OwnFontFile } from '../../model/index.ts'
import { CaptionCanvas, OwnFontsContext } from '../index.ts'

afterEach(() => localStorage.clear())

test('renders a step of a style slider in one pass, with its captions', async () => {
  const { passes, frame } = await start()
  const size = page.getByRole('slider', { name: 'Size' })
  await expect.element(size).toBeVisible()
  const input = size.element()
  if (!(input instanceof HTMLInputElement)) throw new Error('no slider')
  for (const step of [1, 2]) {
    const before = frame().getAttribute('style')
    passes.length = 0
    input.stepUp(step)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    // Without a pause, nothing was painted in between.
    expect(passes).toEqual(['captions', 'editor'])
    await expect.poll(() => frame().getAttribute('style')).not.toBe(before)
  }
})

test('renders no captions again with the page around them', async () => {
  const { passes, renderAgain } = await start()
  // Its size is known.
  await expect.poll(() => document.querySelector<HTMLCanvasElement>('[data-captions]')?.width).not.toBe(300)
  passes.length = 0
  flushSync(renderAgain)
  expect(passes).toEqual(['editor'])
})

/** An editor with captions on its picture. `passes`: what React rendered, in order. */
async function start() {
  const passes: string[] = []
  const note = (id: string) => void passes.push(id)
  let renderAgain = () => {}
  const made = documentOf('never lose a word again.')
  const server = new CaptionServer({ ...made, styles: { main: { font: { family: FONT.family, weight: 400 } } } })
  const preview: EditorSlots['preview'] = (slot) => (
    <Profiler id="captions" onRender={note}>
      <CaptionCanvas {...slot} />
    </Profiler>
  )
  function Page() {
    const [, setCount] = useState(0)
    useEffect(() => void (renderAgain = () => setCount((count) => count + 1)), [])
    return (
      <OwnFontsContext value={FONTS}>
        <Profiler id="editor" onRender={note}>
          {editorOf(server, { preview })}
        </Profiler>
      </OwnFontsContext>
    )
  }
  await render(<Page />)
  await expect.element(caption()).toBeVisible()
  return { passes, frame: () => caption().element(), renderAgain: () => renderAgain() }
}

function caption() {
  return page.getByRole('group', { name: /^Caption “/ })
}

const FONT: OwnFontFile = {
  family: ownFamily('00000000-0000-4000-8000-000000000001'),
  weights: { min: 400, max: 400 },
  coverage: '20-7e',
  source: anton,
}
const FONTS = [FONT]
