import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PlayerClock } from '#features/captions/web/index.ts'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { sent, showEditor, word } from '../../../../../tests/support/editor.tsx'

afterEach(() => localStorage.clear())

const TEXT = 'My dog ate the whole pizza. Then we went home. The rocket lands in the ocean.'

test('finds an emoji by its name and adds it to the word by keyboard alone', async () => {
  const server = await start()
  await openPanel('pizza.')
  await expect.element(page.getByRole('combobox', { name: 'Search emoji' })).toHaveFocus()
  await userEvent.keyboard('dog{ArrowDown}{ArrowUp}{Enter}')
  await sent(() => emojiIn(server)).toEqual({ 'pizza.': ['🐶'] })
  expect(server.document.words[5]?.decor).toMatchObject([{ side: 'above', motion: 'pop' }])
  await expect.element(word('pizza.')).toHaveFocus()
  await expect.element(word('pizza.')).toHaveTextContent('pizza.🐶')
})

test('opens with the search, which takes the focus from nobody once the emoji are loaded', async () => {
  await start()
  const hasSearch = new Promise<boolean>((resolve) => {
    const observer = new MutationObserver(() => {
      const panel = document.querySelector('[role=dialog]')
      if (panel === null) return
      observer.disconnect()
      resolve(panel.querySelector('[role=combobox]') !== null)
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  await openPanel('pizza.')
  expect(await hasSearch).toBe(true)
  await expect.element(page.getByRole('combobox', { name: 'Search emoji' })).toHaveFocus()
})

test('changes the place of an emoji, removes it, and undoes each', async () => {
  const server = await start()
  await addEmoji('pizza.', 'pizza')
  await sent(() => emojiIn(server)).toEqual({ 'pizza.': ['🍕'] })
  await openPanel('pizza.')
  await page.getByRole('combobox', { name: 'Place of 🍕' }).selectOptions('After')
  await sent(() => server.document.words[5]?.decor?.[0]?.side).toBe('after')
  await page.getByRole('button', { name: 'Remove 🍕' }).click()
  await sent(() => emojiIn(server)).toEqual({})
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Undo' }).click()
  await sent(() => server.document.words[5]?.decor?.[0]?.side).toBe('after')
})

test('says when no emoji matches', async () => {
  await start()
  await openPanel('pizza.')
  await userEvent.keyboard('qqqq')
  await expect.element(page.getByText('No emoji found. Try another word.')).toBeVisible()
})

test('shows suggested emoji as ghosts, accepts one by Enter and the rest at once', async () => {
  const server = await start()
  await page.getByRole('button', { name: 'Find emoji' }).click()
  await expect.element(page.getByText('3 emoji found')).toBeVisible()
  expect(emojiIn(server), 'nothing is applied by itself').toEqual({})
  await word('pizza.').click()
  await sent(() => emojiIn(server)).toEqual({ 'pizza.': ['🍕'] })
  await expect.element(word('home.')).toHaveAccessibleDescription('Possible emoji: press Enter to accept it')
  await page.getByRole('button', { name: 'Accept all' }).click()
  await sent(() => Object.keys(emojiIn(server)).length).toBe(3)
  await page.getByRole('button', { name: 'Find emoji' }).click()
  await expect.element(page.getByText('No further emoji were found for these captions.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await sent(() => emojiIn(server)).toEqual({ 'pizza.': ['🍕'] })
})

test('shows an accepted emoji while paused, after it has appeared', async () => {
  let clock: PlayerClock | undefined
  const server = new CaptionServer(documentOf(TEXT))
  await showEditor(server, { preview: (shown) => ((clock = shown.clock), null) })
  const pizza = server.document.words[5]
  await word('My').click()
  expect(clock?.nowMs(), 'another word is shown').toBeLessThan(pizza?.t0 ?? 0)
  await page.getByRole('button', { name: 'Find emoji' }).click()
  await word('pizza.').click()
  await sent(() => emojiIn(server)).toEqual({ 'pizza.': ['🍕'] })
  expect(clock?.nowMs()).toBeGreaterThanOrEqual((pizza?.t0 ?? 0) + 140)
  expect(clock?.nowMs()).toBeLessThan(pizza?.t1 ?? 0)
})

test('suggests no emoji under the line rules of Netflix', async () => {
  const document = documentOf(TEXT)
  await showEditor(new CaptionServer({ ...document, qc: { profile: 'netflix' } }))
  const name = 'Find emoji: the line rules of Netflix allow none'
  await expect.element(page.getByRole('button', { name })).toBeDisabled()
})

async function start(): Promise<CaptionServer> {
  const server = new CaptionServer(documentOf(TEXT))
  await showEditor(server)
  return server
}

async function openPanel(text: string): Promise<void> {
  await word(text).click()
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: `Emoji for “${text}”` })).toBeVisible()
  await expect.element(page.getByRole('listbox', { name: 'Emoji' })).toBeVisible()
}

async function addEmoji(text: string, name: string): Promise<void> {
  await openPanel(text)
  await userEvent.keyboard(`${name}{Enter}`)
}

function emojiIn({ document: { words } }: CaptionServer): Record<string, string[]> {
  const found = words.flatMap(({ text, decor = [] }) =>
    decor.length === 0 ? [] : [[text, decor.map((item) => (item.kind === 'emoji' ? item.emoji : ''))] as const],
  )
  return Object.fromEntries(found)
}
