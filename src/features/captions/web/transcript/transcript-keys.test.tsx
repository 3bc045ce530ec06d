import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { showEditor, word } from '../../../../../tests/support/editor.tsx'

afterEach(() => localStorage.clear())

/** Long enough for every shortcut to find words after earlier ones deleted and joined some. */
const TEXT = Array.from({ length: 80 }, (_, at) => `word${at}${at % 4 === 3 ? '.' : ''}`).join(' ')

/** Ways to reach a word from the first one. */
const MOVES = {
  'Ctrl+Home': '{Control>}{Home}{/Control}',
  ArrowRight: '{ArrowRight}{ArrowRight}',
  ArrowLeft: '{End}{ArrowLeft}',
  ArrowDown: '{ArrowDown}{ArrowDown}',
  ArrowUp: '{ArrowDown}{ArrowDown}{ArrowUp}',
  Home: '{ArrowDown}{ArrowRight}{Home}',
  End: '{ArrowDown}{End}',
  'Ctrl+End': '{Control>}{End}{/Control}',
} as const

/** All shortcuts of a word. */
const SHORTCUTS = {
  Enter: '{Enter}{Escape}',
  F2: '{F2}{Escape}',
  I: 'i{Escape}',
  Backspace: '{Backspace}',
  Delete: '{Delete}',
  W: 'w',
  E: 'e',
  '[': '{[}',
  ']': '{]}',
  S: 's',
  'Ctrl+Enter': '{Control>}{Enter}{/Control}',
  M: 'm',
  'Alt+ArrowUp': '{Alt>}{ArrowUp}{/Alt}',
  'Alt+ArrowDown': '{Alt>}{ArrowDown}{/Alt}',
  'Shift+ArrowRight': '{Shift>}{ArrowRight}{/Shift}',
} as const

test('selects a word on Tab and edits it on Enter', async () => {
  await start()
  await tabToTranscript()
  expect(selected()).toEqual(['word0'])
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'Edit “word0”' })).toHaveFocus()
})

test.each([
  ['is kept', '{Enter}'],
  ['is discarded', '{Escape}'],
])('leaves no caret between the words when a typed word %s', async (_, key) => {
  await start()
  await tabToTranscript()
  await userEvent.keyboard(`{Enter}loud${key}`)
  await expect.poll(focusedId).not.toBe(null)
  expect(getSelection()?.rangeCount).toBe(0)
})

test('applies keys to a word focused by assistive technology', async () => {
  await start()
  const button = word('word5', true).element()
  if (button instanceof HTMLElement) button.focus()
  await expect.poll(selected).toEqual(['word5'])
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(selected).toEqual(['word6'])
})

test('selects a range from the focused word on Shift and click', async () => {
  await start()
  await tabToTranscript()
  await userEvent.keyboard('{ArrowRight}')
  await word('word4', true).click({ modifiers: ['Shift'] })
  expect(selected()).toEqual(['word1', 'word2', 'word3.', 'word4'])
})

test('keeps the focus outside the transcript after a click elsewhere and an edit', async () => {
  await start()
  await word('word5', true).click()
  await userEvent.keyboard('s')
  await page.getByRole('heading', { name: 'My clip' }).click()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(page.getByRole('button', { name: 'Redo' })).toBeEnabled()
  expect(focusedId()).toBe(null)
})

test.each(Object.entries(MOVES))('runs shortcuts three times in a row after %s', async (move, keys) => {
  await start()
  await tabToTranscript()
  for (const [shortcut, pressed] of shortcutsAfter(move)) {
    await userEvent.keyboard(`{Control>}{Home}{/Control}${keys}`)
    for (const time of ['first', 'second', 'third']) {
      await userEvent.keyboard(pressed)
      await expectFocusOnSelected(`${move}, ${shortcut} the ${time} time`)
    }
    await expectArrowMoves(`${move}, ${shortcut}`)
  }
})

/** A quarter of the shortcuts, by turns: each runs after two moves. All pairs would take minutes on a busy machine. */
function shortcutsAfter(move: string): [shortcut: string, keys: string][] {
  const turn = Object.keys(MOVES).indexOf(move)
  return Object.entries(SHORTCUTS).filter((_, at) => (at + turn) % 4 === 0)
}

async function start() {
  await showEditor(new CaptionServer(documentOf(TEXT)))
  await expect.element(page.getByRole('heading', { name: 'My clip' })).toBeVisible()
}

/** Presses Tab from the top of the page until a word has the focus. */
async function tabToTranscript(): Promise<void> {
  for (let tabs = 0; focusedId() === null; tabs += 1) {
    expect(tabs, 'tabs until the transcript').toBeLessThan(40)
    await userEvent.tab()
  }
}

async function expectFocusOnSelected(after: string): Promise<void> {
  await expect
    .poll(() => document.activeElement?.matches('[data-word][aria-pressed=true]'), { message: after })
    .toBe(true)
}

async function expectArrowMoves(after: string): Promise<void> {
  const ids = allIds()
  const at = ids.indexOf(focusedId() ?? '')
  const [key, next] = at < ids.length - 1 ? ['ArrowRight', ids[at + 1]] : ['ArrowLeft', ids[at - 1]]
  await userEvent.keyboard(`{${key}}`)
  await expect.poll(focusedId, { message: `${key} after ${after}` }).toBe(next)
}

function allIds(): (string | undefined)[] {
  return [...document.querySelectorAll<HTMLElement>('[data-word]')].map(({ dataset }) => dataset['word'])
}

function focusedId(): string | null {
  return document.activeElement?.getAttribute('data-word') ?? null
}

function selected(): string[] {
  return [...document.querySelectorAll('[data-word][aria-pressed=true]')].map(({ textContent }) => textContent)
}
