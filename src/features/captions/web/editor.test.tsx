import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '#platform/shared/errors.ts'
import { CaptionServer, documentOf } from '../../../../tests/support/captions.ts'
import { eventually, sent, showEditor, word } from '../../../../tests/support/editor.tsx'
import { cuesOf, linesOf, textOf } from '../model/index.ts'

afterEach(() => localStorage.clear())

test('corrects a word like text and keeps its time', async () => {
  const { server } = await start()
  await word('lose').dblClick()
  await userEvent.keyboard('miss{Enter}')
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  await eventually(() => server.text()).toBe('never miss a word again.')
  expect(server.document.words[1]).toMatchObject({ id: 'w2', t0: 300, t1: 600, raw: 'lose' })
  expect(document.activeElement?.textContent, 'the focus stays on the word').toBe('miss')
})

test('splits a word at a typed blank and shares its time', async () => {
  const { server } = await start()
  await word('again.').click()
  await userEvent.keyboard('{F2}a gain{Enter}')
  await sent(() => server.text()).toBe('never lose a word a gain')
  expect(server.document.words.slice(4).map(({ t0, t1 }) => [t0, t1])).toEqual([
    [1_200, 1_350],
    [1_350, 1_500],
  ])
})

test('restores a word on Escape', async () => {
  const { server } = await start()
  await word('lose').click()
  await userEvent.keyboard('{Enter}nonsense{Escape}')
  await expect.element(word('lose')).toBeVisible()
  expect(server.requests).toBe(0)
})

test('applies the text on Tab and edits the next word', async () => {
  const { server } = await start()
  await word('never').click()
  await userEvent.keyboard('{Enter}always{Tab}')
  await expect.element(page.getByRole('textbox', { name: 'Edit “lose”' })).toHaveFocus()
  await userEvent.keyboard('win{Enter}')
  await sent(() => server.text()).toBe('always win a word again.')
})

test('moves by arrow keys, selects with Shift, deletes with Backspace, undoes with Ctrl+Z', async () => {
  const { server } = await start()
  await word('never').click()
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}')
  expect(selected()).toEqual(['lose', 'a'])
  await userEvent.keyboard('{Backspace}')
  await sent(() => server.text()).toBe('never word again.')
  expect(document.activeElement?.textContent).toBe('word')
  await userEvent.keyboard('{Control>}z{/Control}')
  await sent(() => server.text()).toBe('never lose a word again.')
  // What came back is selected, as it was.
  expect(selected()).toEqual(['lose', 'a'])
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await sent(() => server.text()).toBe('never word again.')
  expect(selected()).toEqual(['word'])
})

test('says why S on the first word of a caption and M on the last caption change nothing', async () => {
  const { server } = await start()
  await word('never').click()
  await userEvent.keyboard('s')
  await expect.element(page.getByText('“never” already starts its caption.')).toBeVisible()
  await userEvent.keyboard('m')
  await expect.element(page.getByText('No caption follows this one.')).toBeVisible()
  expect(captions(server)).toEqual(['never lose a word again.'])
  expect(server.requests).toBe(0)
})

test('splits a caption with S, and merges it with M or Backspace', async () => {
  const { server } = await start()
  await word('a', true).click()
  await userEvent.keyboard('s')
  await sent(() => captions(server)).toEqual(['never lose', 'a word again.'])
  await word('never').click()
  await userEvent.keyboard('m')
  await sent(() => captions(server)).toEqual(['never lose a word again.'])
  await word('word').click()
  await userEvent.keyboard('s')
  await sent(() => captions(server)).toEqual(['never lose a', 'word again.'])
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'Edit “word”' })).toHaveFocus()
  await userEvent.keyboard('{Home}{Backspace}')
  await sent(() => captions(server)).toEqual(['never lose a word again.'])
})

test('inserts, joins and marks words by keyboard', async () => {
  const { server } = await start()
  await word('never').click()
  await userEvent.keyboard('iever ever{Enter}')
  await sent(() => server.text()).toBe('never ever ever lose a word again.')
  await word('a', true).click()
  await userEvent.keyboard('w')
  await sent(() => server.text()).toBe('never ever ever lose aword again.')
  await userEvent.keyboard('e')
  await sent(() => server.document.words.find(({ text }) => text === 'aword')?.tags).toEqual(['keyword'])
})

test('moves a word by 10 and 100 ms and to the playhead, within its neighbours', async () => {
  const { server } = await start()
  await word('again.').click()
  await openTimes()
  await page.getByRole('button', { name: 'End later by 100 ms' }).click()
  await page.getByRole('button', { name: 'Start later by 10 ms' }).click()
  await page.getByRole('button', { name: 'Start earlier by 100 ms' }).click()
  await sent(() => server.document.words[4]).toMatchObject({ t0: 1_200, t1: 1_600, timing: 'manual' })
  await page.getByRole('slider', { name: 'Position' }).fill('3000')
  await page.getByRole('button', { name: 'End here, at the playhead' }).click()
  await sent(() => server.document.words[4]?.t1).toBe(3_000)
})

test('shows once why a word cannot move, by button and by key', async () => {
  const { server } = await start()
  await word('again.').click()
  await openTimes()
  for (const times of [1, 2])
    await page.getByRole('button', { name: `Start earlier by ${times === 1 ? 10 : 100} ms` }).click()
  await expect.element(page.getByText('“again.” cannot start earlier: “word” ends there.')).toBeVisible()
  await word('a', true).click()
  await userEvent.keyboard('{Shift>}l{/Shift}]')
  await expect.element(page.getByText('“a” cannot end later: “word” begins there.')).toBeVisible()
  await word('never').click()
  await page.getByRole('button', { name: 'Start earlier by 10 ms' }).click()
  await expect.element(page.getByText('“never” cannot start earlier: the video begins there.')).toBeVisible()
  expect(page.getByRole('status').filter({ hasText: 'cannot' }).elements()).toHaveLength(1)
  expect(server.requests).toBe(0)
})

test('replaces all matches at once and undoes them in one step', async () => {
  const { server } = await start('the cat and the dog and the bird')
  await userEvent.keyboard('{Control>}f{/Control}')
  await userEvent.keyboard('the')
  await expect.element(page.getByText('1 of 3')).toBeVisible()
  await page.getByRole('textbox', { name: 'Replace with' }).fill('a')
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await sent(() => server.text()).toBe('a cat and the dog and the bird')
  await page.getByRole('button', { name: 'Replace all' }).click()
  await sent(() => server.text()).toBe('a cat and a dog and a bird')
  await expect.element(page.getByText('2 matches replaced.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus()
  await page.getByRole('button', { name: 'Undo' }).click()
  await sent(() => server.text()).toBe('a cat and the dog and the bird')
})

test('marks uncertain words until they are corrected', async () => {
  await start('never lose a word again.', { unsure: ['lose'] })
  await expect.element(word('lose')).toHaveAccessibleDescription('The recogniser was not sure of this word')
  await word('lose').dblClick()
  await userEvent.keyboard('loose{Enter}')
  await expect.element(word('loose')).not.toHaveAccessibleDescription('The recogniser was not sure of this word')
})

test('marks the word at the playhead', async () => {
  await start()
  await page.getByRole('slider', { name: 'Position' }).fill('1000')
  await expect.element(word('word')).toHaveAttribute('data-current')
  await page.getByRole('slider', { name: 'Position' }).fill('4000')
  await expect.element(word('word')).not.toHaveAttribute('data-current')
})

test('shows a colour at once and saves it after a pause', async () => {
  const { server } = await start()
  await page.getByRole('textbox', { name: 'Spoken word' }).fill('#ff0000')
  await eventually(() => page.getByLabelText('Live captions').element().textContent).toContain('#ff0000')
  await eventually(() => server.document.styles['main']).toEqual({ fill: { active: '#ff0000' } })
  await page.getByRole('button', { name: 'Reset all' }).click()
  await eventually(() => server.document.styles['main']).toEqual({})
})

test('saves a chosen template', async () => {
  const { server } = await start()
  await page.getByRole('button', { name: 'Use boxed' }).click()
  await sent(() => server.document.template).toEqual({ id: 'boxed', version: 1 })
})

test('reports a lost network, keeps all edits and saves them when it is back', async () => {
  const { server } = await start()
  server.online = false
  await word('lose').dblClick()
  await userEvent.keyboard('miss{Enter}')
  await expect.element(page.getByText('Offline – will save')).toBeVisible()
  expect(localStorage.length).toBe(1)
  server.online = true
  dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(server.text()).toBe('never miss a word again.')
  expect(localStorage.length).toBe(0)
})

test('reports a full server, keeps all edits and saves them when it has room', async () => {
  const { server } = await start()
  server.refuses = new AppError('unavailable', "The server's disk is full. Try again in a few minutes.")
  await word('lose').dblClick()
  await userEvent.keyboard('miss{Enter}')
  await expect.element(page.getByText('Not saved yet')).toBeVisible()
  await expect.element(page.getByText("The server's disk is full. Try again in a few minutes.")).toBeVisible()
  const kept = 'Your edits are stored in this browser and will be saved when the server is available.'
  await expect.element(page.getByText(kept)).toBeVisible()
  expect(localStorage.length).toBe(1)
  server.refuses = undefined
  dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(server.text()).toBe('never miss a word again.')
})

test("shows others' changes at once, under local edits", async () => {
  const { server } = await start()
  await word('lose').dblClick()
  server.changeElsewhere([{ type: 'setWordText', id: 'w1', text: 'always' }])
  await expect.element(word('always')).toBeVisible()
  await userEvent.keyboard('miss{Enter}')
  await sent(() => server.text()).toBe('always miss a word again.')
})

test('resolves a conflict to mine by keyboard', async () => {
  const { server } = await start()
  await word('lose').dblClick()
  server.changeElsewhere([{ type: 'setWordText', id: 'w2', text: 'Lose' }])
  await userEvent.keyboard('loose{Enter}')
  await expect.element(page.getByText('Ana changed “lose” to “Lose” while you changed it to “loose”.')).toBeVisible()
  expect(server.text()).toBe('never Lose a word again.')
  page.getByRole('button', { name: 'Keep mine: “loose”' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await sent(() => server.text()).toBe('never loose a word again.')
  await expect.element(page.getByText('Ana changed')).not.toBeInTheDocument()
})

test('turns typed text of a deleted word into a conflict', async () => {
  const { server } = await start()
  await word('lose').dblClick()
  await userEvent.keyboard('loose')
  server.changeElsewhere([{ type: 'deleteWords', ids: ['w2'] }])
  await expect.element(page.getByText('Ana deleted “lose” while you changed it to “loose”.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep mine: “loose”' }).click()
  await sent(() => server.text()).toBe('never loose a word again.')
})

test('shows and announces the other people', async () => {
  const { server } = await start()
  server.sendPeople([{ userId: 'u1', name: 'Ana Lima', role: 'editor' }])
  await expect.element(page.getByRole('img', { name: 'Ana Lima, editor' })).toHaveTextContent('AL')
  await expect.element(page.getByText('Ana Lima is here too.')).toBeInTheDocument()
  server.sendPeople([])
  await expect.element(page.getByRole('img', { name: 'Ana Lima, editor' })).not.toBeInTheDocument()
})

test('hides edit controls from a viewer and says why', async () => {
  const server = new CaptionServer(documentOf('never lose a word again.'))
  server.access = 'viewer'
  await open(server)
  await expect.element(page.getByText('You can view these captions, but not change them')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'lose' })).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Export' })).toBeVisible()
  expect(page.getByRole('tab', { name: 'Comments' }).query()).toBeNull()
  for (const name of ['Undo', 'Redo', 'Delete', 'Edit word', 'Add at 0:00.0'])
    expect(page.getByRole('button', { name, exact: true }).query(), name).toBeNull()
  await page.getByRole('button', { name: 'lose' }).dblClick()
  await userEvent.keyboard('{Backspace}')
  expect(page.getByRole('textbox', { name: /^Edit/ }).query()).toBeNull()
  expect(server.text()).toBe('never lose a word again.')
})

test('a reviewer has the comments, and no edit controls', async () => {
  const server = new CaptionServer(documentOf('never lose a word again.'))
  server.access = 'reviewer'
  await open(server, { ownerName: 'Ada' })
  await expect.element(page.getByText('You can comment on these captions, but not change them')).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Comments' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Undo' }).query()).toBeNull()
  await page.getByRole('button', { name: 'lose' }).dblClick()
  await userEvent.keyboard('{Backspace}')
  expect(page.getByRole('textbox', { name: /^Edit/ }).query()).toBeNull()
  expect(server.text()).toBe('never lose a word again.')
})

test('starts a video without words empty and adds a typed line at the playhead', async () => {
  const { server } = await start('')
  await expect.element(page.getByText('No words yet')).toBeVisible()
  await page.getByRole('slider', { name: 'Position' }).fill('2000')
  await page.getByRole('textbox', { name: 'Add a caption at the playhead' }).fill('Hello there')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => server.document.words.map(({ text, t0 }) => [text, t0]))
    .toEqual([
      ['Hello', 2_000],
      ['there', 2_360],
    ])
})

test('reports captions that cannot be loaded and retries', async () => {
  const server = new CaptionServer(documentOf('back again'))
  server.online = false
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  await open(server)
  await expect.element(page.getByText('The captions could not be opened'), { timeout: 10_000 }).toBeVisible()
  server.online = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('button', { name: 'back', exact: true })).toBeVisible()
})

test('opens help with a question mark and disables keys behind it', async () => {
  const { server } = await start()
  await word('lose').click()
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await userEvent.keyboard('{Control>}z{/Control}{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).not.toBeInTheDocument()
  expect(server.requests).toBe(0)
})

test('places the preview above tabs for transcript, style and export on a phone', async () => {
  await page.viewport(390, 844)
  await start()
  await expect.element(word('lose')).toBeVisible()
  await page.getByRole('tab', { name: 'Style' }).click()
  await expect.element(page.getByRole('slider', { name: 'Size' })).toBeVisible()
  await page.getByRole('tab', { name: 'Export' }).click()
  await expect.element(page.getByRole('link', { name: /^SRT/ })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.viewport(1280, 720)
})

test('shows a correction among 3,500 words in the next frame, rerendering only its row', async () => {
  await open(new CaptionServer(documentOf(Array.from({ length: 3_500 }, (_, at) => `word${at}`).join(' '))))
  // By selector and without a pointer: searching thousands of buttons by role takes many seconds.
  await eventually(() => wordAt('w8')?.textContent).toBe('word7')
  wordAt('w8')?.click()
  await eventually(() => document.activeElement).toBe(wordAt('w8'))
  await userEvent.keyboard('{Enter}')
  await eventually(() => document.activeElement?.getAttribute('aria-label')).toBe('Edit “word7”')
  await userEvent.keyboard('seven')

  const before = new Map(rows().map((row) => [row, renderingOf(row)]))
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(wordAt('w8')?.textContent).toBe('seven')
  const rendered = rows().filter((row) => renderingOf(row) !== before.get(row))
  expect(rendered.map((row) => row.textContent)).toEqual([wordAt('w8')?.closest('[data-cue]')?.textContent])
})

/** Opens the times of the selected word, which are closed on a low screen. */
async function openTimes(): Promise<void> {
  await page.getByText(/^0:\d\d\.\d{3} – 0:/).click()
}

/** An editor of captions with this text, and its server. */
async function start(text = 'never lose a word again.', o: { unsure?: readonly string[] } = {}) {
  const server = new CaptionServer(documentOf(text, o))
  await open(server)
  await expect.element(page.getByRole('heading', { name: 'My clip' })).toBeVisible()
  return { server }
}

function open(server: CaptionServer, o: { ownerName?: string } = {}) {
  return showEditor(server, {
    ...o,
    preview: ({ document: shown }) => <output aria-label="Live captions">{JSON.stringify(shown.styles)}</output>,
    templatePicker: ({ onChange }) => (
      <button type="button" onClick={() => onChange({ id: 'boxed', version: 1 })}>
        Use boxed
      </button>
    ),
  })
}

function wordAt(id: string): HTMLElement | null {
  return document.querySelector(`[data-word=${id}]`)
}

function rows(): Element[] {
  return [...document.querySelectorAll('[data-cue]')]
}

/** React's props object of an element, which changes with each render. */
function renderingOf(element: Element): unknown {
  const kept = Object.entries(element).find(([key]) => key.startsWith('__reactProps$'))
  if (kept === undefined) throw new Error('React keeps what it rendered elsewhere now')
  return kept[1]
}

function selected(): string[] {
  return [...document.querySelectorAll('[data-word][aria-pressed=true]')].map((word) => word.textContent)
}

function captions(server: CaptionServer): string[] {
  return cuesOf(server.document).map((cue) => linesOf(server.document, cue).map(textOf).join(' '))
}
