import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../tests/support/captions.ts'
import { showEditor } from '../../../../tests/support/editor.tsx'

const DESKTOP = { width: 1_280, height: 720 }

afterEach(async () => {
  localStorage.clear()
  await page.viewport(DESKTOP.width, DESKTOP.height)
})

const LARGE = { width: 1_440, height: 900 }
const BARS = {
  'Selected words': ['Edit', 'Insert', 'Delete', 'Write it so', 'Split', 'Merge', 'Join', 'Emoji', 'Speaker'],
} as const

test.each(Object.entries(BARS))('the tools of “%s” have words on a large screen', async (label, words) => {
  await open(LARGE)
  for (const word of words) await expect.element(wordIn(label, word)).toBeVisible()
})

test('what a button shows is a part of its name', async () => {
  await open(LARGE)
  await expect.element(wordIn('Selected words', 'Merge')).toBeVisible()
  const buttons = page.getByRole('toolbar', { name: 'Selected words' }).getByRole('button').elements()
  for (const button of buttons) {
    const [shown, name] = [button.textContent, button.getAttribute('aria-label') ?? button.textContent]
    expect(name.toLowerCase()).toContain(shown.toLowerCase())
  }
})

test.each([
  ['in a low window', { width: 1_440, height: 560 }],
  ['on a phone', { width: 390, height: 844 }],
])('%s the tools for the selected words are icons', async (_, size) => {
  await open(size)
  await expect.element(page.getByRole('button', { name: 'Merge with next caption' })).toBeVisible()
  await expect.element(wordIn('Selected words', 'Merge')).not.toBeVisible()
})

function wordIn(toolbar: string, word: string) {
  return page.getByRole('toolbar', { name: toolbar }).getByText(word, { exact: true })
}

async function open({ width, height }: { width: number; height: number }): Promise<void> {
  await page.viewport(width, height)
  await showEditor(new CaptionServer(documentOf('never lose a word again.')))
}
