import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../tests/support/captions.ts'
import { eventually, sent, showEditor, word } from '../../../../tests/support/editor.tsx'

const DESKTOP = { width: 1_280, height: 720 }
const PHONE = { width: 390, height: 844 }

afterEach(async () => {
  localStorage.clear()
  await page.viewport(DESKTOP.width, DESKTOP.height)
})

test('a word that is half typed when the page is reloaded comes back with what was typed', async () => {
  const { server } = await start()
  server.online = false
  await word('lose').dblClick()
  await userEvent.keyboard('miss')
  dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(localStorage).toHaveLength(1)
  expect(localStorage.getItem(localStorage.key(0) ?? '')).toContain('"miss"')
})

test('a colour that was chosen a moment before the page is reloaded comes back', async () => {
  const { server } = await start()
  server.online = false
  await page.getByRole('textbox', { name: 'Spoken word' }).fill('#ff0000')
  dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(localStorage.getItem(localStorage.key(0) ?? '')).toContain('"#ff0000"')
})

test('a word that is half typed when the editor is left by the back button is saved', async () => {
  const { server, leave } = await start()
  await word('lose').dblClick()
  await userEvent.keyboard('miss')
  await leave()
  await eventually(() => server.text()).toBe('never miss a word again.')
})

test('a word that is half typed when a tablet is turned is saved', async () => {
  const { server } = await start()
  await word('lose').dblClick()
  await userEvent.keyboard('miss')
  await page.viewport(PHONE.width, PHONE.height)
  await sent(() => server.text()).toBe('never miss a word again.')
})

test('a word that is half typed when somebody else begins a line with it is saved', async () => {
  const { server } = await start()
  await word('again.').dblClick()
  await userEvent.keyboard('anew.')
  server.changeElsewhere([{ type: 'splitCue', before: 'w4', newId: 'new' }])
  await sent(() => server.text()).toBe('never lose a word anew.')
})

test('a text that is too long for its word stays in the field, for the person to shorten', async () => {
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

test('words that are too long to be one are not joined, and every edit before stays undoable', async () => {
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

test('Replace goes on to the next match, also where the new text holds the old one', async () => {
  const { server } = await start('a cat and a cat and a cat')
  await find('cat')
  await page.getByRole('textbox', { name: 'Replace with' }).fill('cats')
  const replace = page.getByRole('button', { name: 'Replace', exact: true })
  await replace.click()
  await expect.element(page.getByText('2 of 3')).toBeVisible()
  await replace.click()
  await sent(() => server.text()).toBe('a cats and a cats and a cat')
})

test('the keyboard goes from the find bar to the word that was found', async () => {
  await start()
  await find('word')
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement?.textContent).toBe('word')
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('again.')
})

test('Escape of somebody who is choosing characters leaves the find bar open', async () => {
  await start()
  await find('word')
  const composing = { key: 'Escape', isComposing: true, bubbles: true, cancelable: true }
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', composing))
  await expect.element(page.getByRole('textbox', { name: 'Find' })).toHaveValue('word')
})

test('Ctrl+F goes back to a find bar that is open, and leaves the open tab beside it alone', async () => {
  await start()
  await page.getByRole('tab', { name: 'Export' }).click()
  await find('word')
  await expect.element(page.getByRole('tab', { name: 'Export' })).toHaveAttribute('aria-selected', 'true')
  await word('never').click()
  await find('lose')
  await expect.element(page.getByRole('textbox', { name: 'Find' })).toHaveValue('lose')
})

test('on a phone, looking for a word shows the transcript, and leaving the transcript ends it', async () => {
  await page.viewport(PHONE.width, PHONE.height)
  await start()
  await page.getByRole('tab', { name: 'Style' }).click()
  await page.getByRole('button', { name: 'Find and replace' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Find' })).toHaveFocus()
  await page.getByRole('tab', { name: 'Style' }).click()
  await expect.element(page.getByRole('button', { name: 'Find and replace' })).toHaveAttribute('aria-pressed', 'false')
})

test('the focus stays in the transcript when an undo takes the focused word away', async () => {
  await start()
  await word('never').click()
  await userEvent.keyboard('iever{Enter}')
  expect(document.activeElement?.textContent).toBe('ever')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => document.activeElement?.textContent).toBe('lose')
})

test('Space opens the times of a word, as it does everything else that can be opened', async () => {
  await page.viewport(PHONE.width, PHONE.height)
  await start()
  await word('lose').click()
  document.querySelector('summary')?.focus()
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('group', { name: 'Start of “lose”' })).toBeVisible()
})

test('at the end of the clip the time is the length of the clip', async () => {
  const doc = documentOf('never lose a word again.')
  await showEditor(new CaptionServer({ ...doc, media: { ...doc.media, durMs: 25_633 } }))
  await page.getByRole('slider', { name: 'Position' }).fill('25633')
  await expect.element(page.getByText('0:25.6 / 0:25.6')).toBeVisible()
})

test('an editor in one tab too many says so, saves as usual, and follows again later', async () => {
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

/** Looks for a text by keyboard. */
async function find(text: string) {
  await userEvent.keyboard('{Control>}f{/Control}')
  await userEvent.keyboard(text)
}

/** The editor of captions that say `text`, and their server. */
async function start(text = 'never lose a word again.') {
  const server = new CaptionServer(documentOf(text))
  const { unmount } = await showEditor(server)
  await expect.element(page.getByRole('heading', { name: 'My clip' })).toBeVisible()
  return { server, leave: unmount }
}
