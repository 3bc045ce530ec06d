import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { sent, showEditor, word } from '../../../../../tests/support/editor.tsx'

afterEach(() => localStorage.clear())

test('labels undo and redo with their step', async () => {
  await start()
  await word('never').click()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{Backspace}')
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.hover()
  await expect.element(page.getByRole('tooltip').filter({ hasText: 'Undo: delete 2 words' })).toBeVisible()
  await expect.element(undo).toHaveAccessibleDescription('Undo: delete 2 words')
  await undo.click()
  await expect.element(undo).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Redo' })).toHaveAccessibleDescription('Redo: delete 2 words')
})

test('announces the step of undo and redo by key', async () => {
  const { server } = await start()
  await word('lose').click()
  await userEvent.keyboard('{Backspace}')
  await userEvent.keyboard('{Control>}z{/Control}')
  await sent(() => server.text()).toBe('never lose a word again.')
  expect(announced('Undone: delete a word')).toBe(1)
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await sent(() => server.text()).toBe('never a word again.')
  expect(announced('Redone: delete a word')).toBe(1)
})

function announced(text: string): number {
  return page.getByRole('status').filter({ hasText: text }).elements().length
}

async function start() {
  const server = new CaptionServer(documentOf('never lose a word again.'))
  await showEditor(server)
  await expect.element(page.getByRole('heading', { name: 'My clip' })).toBeVisible()
  return { server }
}
