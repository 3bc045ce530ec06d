import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../tests/support/captions.ts'
import { sent, showEditor, word } from '../../../../tests/support/editor.tsx'

afterEach(() => localStorage.clear())

const TEXT = 'we sold 300 of them. And then we met Ana again. It was an avalanche.'

test('accepts one suggestion by a click, one by Enter, and dismisses the rest', async () => {
  const server = await start()
  await expect.element(page.getByText('3 keywords suggested')).toBeVisible()
  expect(keywords(server), 'nothing is applied by itself').toEqual([])
  await word('300').click()
  await sent(() => keywords(server)).toEqual(['300'])
  await word('met').click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(word('Ana')).toHaveAccessibleDescription('Suggested keyword: press Enter to accept it')
  await userEvent.keyboard('{Enter}')
  await sent(() => keywords(server)).toEqual(['300', 'Ana'])
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(word('avalanche.')).not.toHaveAttribute('title')
  expect(keywords(server)).toEqual(['300', 'Ana'])
})

test('accepts all suggestions as one edit, and says when there are none left', async () => {
  const server = await start()
  await page.getByRole('button', { name: 'Accept all' }).click()
  await sent(() => keywords(server)).toEqual(['300', 'Ana', 'avalanche.'])
  await page.getByRole('button', { name: 'Suggest keywords' }).click()
  await expect.element(page.getByText('There are no further keywords to suggest in these captions.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await sent(() => keywords(server)).toEqual([])
})

test('leaves out a suggestion whose word was deleted or marked meanwhile', async () => {
  const server = await start()
  server.changeElsewhere([{ type: 'deleteWords', ids: ['w3'] }])
  await expect.element(page.getByText('2 keywords suggested')).toBeVisible()
  await page.getByRole('button', { name: 'Accept all' }).click()
  await sent(() => keywords(server)).toEqual(['Ana', 'avalanche.'])
})

async function start(): Promise<CaptionServer> {
  const server = new CaptionServer(documentOf(TEXT))
  await showEditor(server)
  await page.getByRole('button', { name: 'Suggest keywords' }).click()
  return server
}

function keywords({ document: { words } }: CaptionServer): string[] {
  return words.filter(({ tags }) => tags.includes('keyword')).map(({ text }) => text)
}
