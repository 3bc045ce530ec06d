import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { eventually, sent, showEditor, word } from '../../../../../tests/support/editor.tsx'

const DESKTOP = { width: 1_280, height: 720 }
const PHONE = { width: 390, height: 844 }

afterEach(async () => {
  localStorage.clear()
  await page.viewport(DESKTOP.width, DESKTOP.height)
})

test('saves a half-typed word when the page is reloaded', async () => {
  const { server } = await start()
  server.online = false
  await word('lose').dblClick()
  await userEvent.keyboard('miss')
  dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(localStorage).toHaveLength(1)
  expect(localStorage.getItem(localStorage.key(0) ?? '')).toContain('"miss"')
})

test('saves a colour chosen just before the page is reloaded', async () => {
  const { server } = await start()
  server.online = false
  await page.getByRole('textbox', { name: 'Spoken word' }).fill('#ff0000')
  dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(localStorage.getItem(localStorage.key(0) ?? '')).toContain('"#ff0000"')
})

test('saves a half-typed word when the editor is left by the back button', async () => {
  const { server, leave } = await start()
  await word('lose').dblClick()
  await userEvent.keyboard('miss')
  await leave()
  await eventually(() => server.text()).toBe('never miss a word again.')
})

test('saves a half-typed word when a tablet is turned', async () => {
  const { server } = await start()
  await word('lose').dblClick()
  await userEvent.keyboard('miss')
  await page.viewport(PHONE.width, PHONE.height)
  await sent(() => server.text()).toBe('never miss a word again.')
})

test('saves a half-typed word when somebody else starts a line with it', async () => {
  const { server } = await start()
  await word('again.').dblClick()
  await userEvent.keyboard('anew.')
  server.changeElsewhere([{ type: 'splitCue', before: 'w4', newId: 'new' }])
  await sent(() => server.text()).toBe('never lose a word anew.')
})

test('keeps a text too long for a word in its field', async () => {
  const { server } = await start()
  await word('lose').dblClick()
  const paragraph = Array.from({ length: 250 }, (_, at) => `w${at}`).join(' ')
  await page.getByRole('textbox', { name: 'Edit “lose”' }).fill(paragraph)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('This edit is too large. Make it in smaller parts.')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Edit “lose”' })).toHaveValue(paragraph)
  await page.getByRole('textbox', { name: 'Edit “lose”' }).fill('miss')
  await userEvent.keyboard('{Enter}')
  await sent(() => server.text()).toBe('never miss a word again.')
})

test('rejects joining words that are too long, and keeps earlier edits undoable', async () => {
  const { server } = await start(Array.from({ length: 60 }, (_, at) => `word${at}`).join(' '))
  await word('word0', true).click()
  await userEvent.keyboard('e')
  await word('word59', true).click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Join words' }).click()
  await expect.element(page.getByText('These words are too long to be one', { exact: false })).toBeVisible()
  await sent(() => server.document.words[0]?.tags).toEqual(['keyword'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await sent(() => server.document.words[0]?.tags).toEqual([])
})

test('moves Replace to the next match, even if the new text contains the old one', async () => {
  const { server } = await start('a cat and a cat and a cat')
  await find('cat')
  await page.getByRole('textbox', { name: 'Replace with' }).fill('cats')
  const replace = page.getByRole('button', { name: 'Replace', exact: true })
  await replace.click()
  await expect.element(page.getByText('2 of 3')).toBeVisible()
  await replace.click()
  await sent(() => server.text()).toBe('a cats and a cats and a cat')
})

test('moves the focus from the find bar to the found word', async () => {
  await start()
  await find('word')
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement?.textContent).toBe('word')
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('again.')
})

test('keeps the find bar open on Escape in an input method', async () => {
  await start()
  await find('word')
  const composing = { key: 'Escape', isComposing: true, bubbles: true, cancelable: true }
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', composing))
  await expect.element(page.getByRole('textbox', { name: 'Find' })).toHaveValue('word')
})

test('focuses an open find bar on Ctrl+F and keeps the open tab', async () => {
  await start()
  await page.getByRole('tab', { name: 'Export' }).click()
  await find('word')
  await expect.element(page.getByRole('tab', { name: 'Export' })).toHaveAttribute('aria-selected', 'true')
  await word('never').click()
  await find('lose')
  await expect.element(page.getByRole('textbox', { name: 'Find' })).toHaveValue('lose')
})

test('shows the transcript for a search on a phone, and closes the search with it', async () => {
  await page.viewport(PHONE.width, PHONE.height)
  await start()
  await page.getByRole('tab', { name: 'Style' }).click()
  await page.getByRole('button', { name: 'Find and replace' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Find' })).toHaveFocus()
  await page.getByRole('tab', { name: 'Style' }).click()
  await expect.element(page.getByRole('button', { name: 'Find and replace' })).toHaveAttribute('aria-pressed', 'false')
})

test('keeps the focus in the transcript when undo removes the focused word', async () => {
  await start()
  await word('never').click()
  await userEvent.keyboard('iever{Enter}')
  expect(document.activeElement?.textContent).toBe('ever')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => document.activeElement?.textContent).toBe('lose')
})

test('opens the times of a word on Space', async () => {
  await page.viewport(PHONE.width, PHONE.height)
  await start()
  await word('lose').click()
  await expect.poll(() => document.querySelector('summary')).not.toBeNull()
  document.querySelector('summary')?.focus()
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('group', { name: 'Start of “lose”' })).toBeVisible()
})

test('shows the length of the clip as the time at its end', async () => {
  const doc = documentOf('never lose a word again.')
  await showEditor(new CaptionServer({ ...doc, media: { ...doc.media, durMs: 25_633 } }))
  await page.getByRole('slider', { name: 'Position' }).fill('25633')
  await expect.element(page.getByText('0:25.6 / 0:25.6')).toBeVisible()
})

test('reports too many live tabs, still saves, and follows again later', async () => {
  const server = new CaptionServer(documentOf('never lose a word again.'))
  server.isCrowded = true
  await showEditor(server)
  const notice = page.getByText('Changes by others do not appear live')
  await expect.element(notice).toBeVisible()
  await word('lose').dblClick()
  await userEvent.keyboard('miss{Enter}')
  await sent(() => server.text()).toBe('never miss a word again.')
  server.isCrowded = false
  await expect.element(notice).not.toBeInTheDocument()
})

/** Searches for a text by keyboard. */
async function find(text: string) {
  await userEvent.keyboard('{Control>}f{/Control}')
  await userEvent.keyboard(text)
}

/** An editor of captions with this text, and its server. */
async function start(text = 'never lose a word again.') {
  const server = new CaptionServer(documentOf(text))
  const { unmount } = await showEditor(server)
  await expect.element(page.getByRole('heading', { name: 'My clip' })).toBeVisible()
  return { server, leave: unmount }
}
