import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { showEditor, word } from '../../../../../tests/support/editor.tsx'

afterEach(() => localStorage.clear())

test('shows the tour on the first visit, and Escape ends it', async () => {
  const { shown } = await start()
  await expect.element(step(1)).toBeVisible()
  expect(shown).toEqual(['shown'])
  await expect.element(page.getByRole('button', { name: 'Next', exact: true })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(step(2)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(document.querySelector('[data-tour-target]')).toBeNull()
  expect(shown).toEqual(['shown'])
})

test('leaves the focus on the first word after a tour that began with the focus nowhere', async () => {
  await start()
  await expect.element(step(1)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(word('never')).toHaveFocus()
})

test('returns the focus to the word that had it when the tour was asked for', async () => {
  await start()
  await expect.element(step(1)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await word('lose').click()
  await userEvent.keyboard('?')
  await page.getByRole('button', { name: 'Show the tour' }).click()
  await expect.element(step(1)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(word('lose')).toHaveFocus()
})

test('keeps the tour open while the editor around it is used', async () => {
  await start()
  await expect.element(step(1)).toBeVisible()
  await word('lose').click()
  await expect.element(word('lose')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(step(1)).toBeVisible()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('waits with the tour until an open dialog is closed', async () => {
  const dialog = document.createElement('dialog')
  document.body.append(dialog)
  onTestFinished(() => dialog.remove())
  dialog.showModal()
  const { shown } = await start()
  await new Promise((resolve) => requestIdleCallback(resolve))
  expect(shown).toEqual([])
  dialog.close()
  await expect.element(step(1)).toBeVisible()
})

test('shows a viewer no tour, and offers none', async () => {
  const { shown } = await start('viewer')
  await new Promise((resolve) => requestIdleCallback(resolve))
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Show the tour' })).not.toBeInTheDocument()
  expect(shown).toEqual([])
})

async function start(access: CaptionServer['access'] = 'owner') {
  const server = new CaptionServer(documentOf('never lose a word again.'))
  server.access = access
  const shown: string[] = []
  await showEditor(server, { tour: { isDue: true, onShown: () => shown.push('shown') } })
  await expect.element(word('never')).toBeVisible()
  return { shown }
}

function step(number: number) {
  return page.getByText(`Step ${number} of 5`)
}
