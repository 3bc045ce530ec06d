import { afterEach, expect, test } from 'vitest'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { showEditor, word } from '../../../../../tests/support/editor.tsx'

afterEach(() => localStorage.clear())

test('opens at a word far down: selected, in view and at its time', async () => {
  const spoken = Array.from({ length: 2_000 }, (_, at) => `word${at}`).join(' ')
  await showEditor(new CaptionServer(documentOf(spoken)), { startMs: 1_500 * 300 + 100 })
  await expect.element(word('word1500')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(word('word1500')).toBeInViewport()
  await expect.element(word('word1500')).toHaveAttribute('data-current')
})

test('opens at the last word for a time after all words', async () => {
  await showEditor(new CaptionServer(documentOf('never lose a word again.')), { startMs: 86_000_000 })
  await expect.element(word('again.')).toHaveAttribute('aria-pressed', 'true')
})
