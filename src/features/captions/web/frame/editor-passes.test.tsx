import { createRef, Profiler, type ReactNode } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { showEditor, word } from '../../../../../tests/support/editor.tsx'
import { EditorContext } from '../store/editor-context.ts'
import { createEditorStore } from '../store/editor-store.ts'
import { newUuid } from '../store/new-id.ts'
import { pendingEdits } from '../store/pending-edits.ts'
import { createPlayer } from '../playback/player.ts'
import { WordListbox } from '../timeline/word-listbox.tsx'
import { WordTiming } from '../times/word-timing.tsx'

const FOLLOWING: readonly [string, ReactNode][] = [
  ['times of the selected word', <WordTiming key="times" open />],
  ['words of the timeline', <WordListbox key="words" ref={createRef()} />],
]

test.each(FOLLOWING)('renders the %s once for another word, after the paint', async (_, part) => {
  const { store, player, words } = openEditor()
  let passes = 0
  const { container } = await render(
    <EditorContext value={{ store, player }}>
      <Profiler id="part" onRender={() => void (passes += 1)}>
        {part}
      </Profiler>
    </EditorContext>,
  )
  const shown = () => container.querySelector('summary, [aria-selected=true]')?.textContent
  for (const { id, text } of words) {
    passes = 0
    store.actions.select({ focus: id, anchor: id })
    await expect.poll(shown).toContain(text)
    expect(passes).toBe(1)
  }
})

test('renders the templates once for a kept word, after the paint', async () => {
  const shown: string[] = []
  await showEditor(new CaptionServer(documentOf('never lose a word again.')), {
    templatePicker: ({ document: { words } }) => void shown.push(words.map(({ text }) => text).join(' ')),
  })
  await expect.poll(() => shown.length).toBeGreaterThan(0)
  await word('lose').dblClick()
  await userEvent.keyboard('miss')
  await expect.element(page.getByRole('textbox', { name: /^Edit/ })).toHaveValue('miss')
  shown.length = 0
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => shown).toEqual(['never miss a word again.'])
})

/** An editor of a few words, without its page. */
function openEditor() {
  const document = documentOf('never lose a word again.')
  const clientId = newUuid()
  const store = createEditorStore({
    document,
    access: 'owner',
    conflicts: [],
    api: new CaptionServer(document),
    projectId: 'p',
    clientId,
    store: pendingEdits('p', clientId),
    onProblem() {},
  })
  onTestFinished(() => store.actions.dispose())
  return { store, player: createPlayer(document.media), words: document.words.slice(0, 2) }
}
