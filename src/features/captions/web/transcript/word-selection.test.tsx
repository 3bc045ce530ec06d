import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { sent, showEditor, word } from '../../../../../tests/support/editor.tsx'
import { cuesOf, restTime, textOf, wordsOf } from '../../model/index.ts'
import type { PlayerClock } from '../playback/player.ts'

afterEach(() => localStorage.clear())

test('selects words by dragging over them, in either direction', async () => {
  await start()
  await userEvent.dragAndDrop(word('lose'), word('word'))
  expect(selected()).toEqual(['lose', 'a', 'word'])
  await userEvent.dragAndDrop(word('again.'), word('a', true))
  expect(selected()).toEqual(['a', 'word', 'again.'])
  await word('lose').click()
  expect(selected()).toEqual(['lose'])
})

test('a click on a word shows it at rest; a step by a frame shows the true picture', async () => {
  let clock: PlayerClock | undefined
  const { server } = await start({
    preview: (slot) => {
      clock = slot.clock
      return null
    },
  })
  const drawnMs = () => Math.round(clock?.nowMs() ?? 0)
  const [, lose, , third] = server.document.words
  if (lose === undefined || third === undefined) throw new Error('no words')
  await word('lose').click()
  expect(drawnMs()).toBe(restTime(server.document, lose))
  await userEvent.keyboard('.')
  expect(drawnMs()).toBeLessThan(lose.t0 + 100)
  await page.getByRole('button', { name: 'Go to 0:00.0' }).click()
  expect(drawnMs(), 'the whole caption').toBeGreaterThan(third.t0)
})

test('leaves the field of a word before the field is removed', async () => {
  await start()
  await word('lose').click()
  await userEvent.keyboard('{Enter}')
  const field = page.getByRole('textbox', { name: 'Edit “lose”' })
  await field.fill('win')
  const fieldElement = field.element()
  const { removeChild } = Node.prototype
  let focused: Element | null = fieldElement
  Node.prototype.removeChild = function noteFocus(child) {
    if (child.contains(fieldElement)) focused = document.activeElement
    return removeChild.call(this, child) as typeof child
  }
  onTestFinished(() => void (Node.prototype.removeChild = removeChild))
  await userEvent.keyboard('{Enter}')
  await expect.element(word('win')).toHaveFocus()
  expect(focused).toBe(document.body)
})

test('selects the pressed word, also when the typed word before it moves it aside', async () => {
  await start()
  await word('lose').dblClick()
  await page.getByRole('textbox', { name: 'Edit “lose”' }).fill('everlasting')
  await word('a', true).click()
  await expect.poll(selected).toEqual(['a'])
  await expect.element(word('a', true)).toHaveFocus()
  await userEvent.dragAndDrop(word('a', true), word('again.'))
  expect(selected(), 'a drag').toEqual(['a', 'word', 'again.'])
})

test('selects a caption by a double click on its time', async () => {
  const { server } = await start()
  await word('a', true).click()
  await userEvent.keyboard('s')
  await sent(() => captions(server)).toEqual(['never lose', 'a word again.'])
  await page.getByRole('button', { name: 'Go to 0:00.6' }).dblClick()
  expect(selected()).toEqual(['a', 'word', 'again.'])
})

test('hides all words with Ctrl+A and H, shows them again with H, and undoes in one step', async () => {
  const { server } = await start()
  await word('lose').click()
  await userEvent.keyboard('{Control>}a{/Control}')
  expect(selected()).toHaveLength(5)
  await userEvent.keyboard('h')
  await sent(() => server.document.words.filter(({ hidden }) => hidden).length).toBe(5)
  await expect.element(word('never')).toHaveAccessibleDescription('Hidden: spoken, but not shown')
  await userEvent.keyboard('h')
  await sent(() => server.document.words.filter(({ hidden }) => hidden).length).toBe(0)
  await userEvent.keyboard('{Control>}z{/Control}')
  await sent(() => server.document.words.filter(({ hidden }) => hidden).length).toBe(5)
})

test('censors words with X, and chooses how in the menu beside Censor', async () => {
  const { server } = await start()
  await word('lose').click()
  await userEvent.keyboard('x')
  await sent(() => server.document.words[1]?.censored).toEqual({ text: 'first-letter', sound: 'mute' })
  await page.getByRole('button', { name: 'How to censor' }).click()
  await page.getByRole('menuitem', { name: 'Beep' }).click()
  await sent(() => server.document.words[1]?.censored).toEqual({ text: 'first-letter', sound: 'beep' })
  await page.getByRole('button', { name: 'How to censor' }).click()
  await page.getByRole('menuitem', { name: 'Chosen: Keep the first letter' }).click()
  await sent(() => server.document.words[1]?.censored).toEqual({ sound: 'beep' })
  await page.getByRole('button', { name: 'Censor', exact: true }).click()
  await sent(() => server.document.words[1]?.censored).toBeUndefined()
})

test('offers the actions of the selected words on a right click', async () => {
  const { server } = await start()
  await userEvent.dragAndDrop(word('lose'), word('word'))
  await word('a', true).click({ button: 'right' })
  expect(selected(), 'a click inside keeps the selection').toHaveLength(3)
  await page.getByRole('menuitem', { name: /^Hide/ }).click()
  await sent(() => hiddenTexts(server)).toEqual(['lose', 'a', 'word'])
  await expect.poll(() => document.activeElement?.textContent).toBe('word')
  await word('never').click({ button: 'right' })
  expect(selected(), 'a click outside selects its word').toEqual(['never'])
  await page.getByRole('menuitem', { name: /^Edit word/ }).click()
  await expect.element(page.getByRole('textbox', { name: 'Edit “never”' })).toHaveFocus()
  await userEvent.keyboard('always{Enter}')
  await sent(() => server.text()).toBe('always lose a word again.')
})

test('moves the selected words to the neighbouring line', async () => {
  const { server } = await start()
  await word('word').click()
  await userEvent.keyboard('s')
  await sent(() => captions(server)).toEqual(['never lose a', 'word again.'])
  await userEvent.dragAndDrop(word('lose'), word('a', true))
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await sent(() => captions(server)).toEqual(['never', 'lose a word again.'])
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await sent(() => captions(server)).toEqual(['never lose a', 'word again.'])
})

test('rerenders only the rows where a selection changes', async () => {
  const text = Array.from({ length: 400 }, (_, at) => `word${at}${at % 4 === 3 ? '.' : ''}`).join(' ')
  await showEditor(new CaptionServer(documentOf(text)))
  await word('word0', true).click()
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  const changed = new Set<Element>()
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const row = target instanceof Element ? target.closest('li') : null
      if (row) changed.add(row)
    }
  })
  const list = page.getByRole('list', { name: 'Transcript' }).element()
  observer.observe(list, { subtree: true, attributes: true, childList: true })
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.element(word('word12', true)).toHaveFocus()
  observer.disconnect()
  expect([...changed].map((row) => row.textContent)).toHaveLength(2)
})

test('offers no menu and no tools to a viewer', async () => {
  const server = new CaptionServer(documentOf('never lose a word again.'))
  server.access = 'viewer'
  await showEditor(server)
  await word('lose').click({ button: 'right' })
  await userEvent.keyboard('h')
  expect(page.getByRole('menu').elements()).toEqual([])
  expect(page.getByRole('toolbar', { name: 'Selected words' }).elements()).toEqual([])
  expect(hiddenTexts(server)).toEqual([])
})

async function start(o: Parameters<typeof showEditor>[1] = {}) {
  const server = new CaptionServer(documentOf('never lose a word again.'))
  await showEditor(server, o)
  await expect.element(word('never')).toBeVisible()
  return { server }
}

function selected(): (string | null)[] {
  return [...document.querySelectorAll('[data-word][aria-pressed=true]')].map(({ textContent }) => textContent)
}

function captions({ document: doc }: CaptionServer): string[] {
  return cuesOf(doc).map((cue) => textOf(wordsOf(doc, cue)))
}

function hiddenTexts({ document: { words } }: CaptionServer): string[] {
  return words.filter(({ hidden }) => hidden).map(({ text }) => text)
}
