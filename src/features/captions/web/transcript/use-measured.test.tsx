import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { editorOf, word } from '../../../../../tests/support/editor.tsx'
import type { EditorProps } from '../slots.ts'

afterEach(() => localStorage.clear())

test('measured facts of a video replace announced ones, and undo still works', async () => {
  const server = new CaptionServer(documentOf('never lose a word again.'))
  const slots: Partial<EditorProps> = {
    preview: ({ document: shown }) => <output aria-label="Facts">{JSON.stringify(shown.media)}</output>,
  }
  const { rerender } = await render(editorOf(server, { ...slots, timeline: { ...VIDEO, probe: null } }))
  await word('lose').click()
  await userEvent.keyboard('{Delete}')
  await expect.element(word('lose')).not.toBeInTheDocument()
  await rerender(editorOf(server, { ...slots, timeline: { ...VIDEO, probe: PROBE } }))
  const { durationMs: durMs, width: w, height: h, fps } = PROBE
  const facts = { ...server.document.media, durMs, w, h, fps: { n: fps.n, d: fps.d } }
  await expect.poll(() => JSON.parse(page.getByLabelText('Facts').element().textContent)).toEqual(facts)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(word('lose')).toBeVisible()
})

const PROBE = {
  container: 'mp4',
  durationMs: 4_321,
  width: 640,
  height: 360,
  fps: { n: 25, d: 1 },
  variableFrameRate: false,
  rotation: 0 as const,
  videoCodec: 'h264',
  audio: null,
  hdr: false,
}
const VIDEO = { id: 'p', assets: { preview: null, peaks: null, filmstrip: null, poster: null, shots: null } }
