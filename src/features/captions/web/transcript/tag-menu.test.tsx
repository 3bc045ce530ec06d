import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { sent, showEditor, word } from '../../../../../tests/support/editor.tsx'

const menu = page.getByRole('button', { name: 'Kind of word' })

test('marks the selected word as a name, shows it in the menu, and takes it back', async () => {
  const server = await start()
  await word('Ana').click()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Name' }).click()
  await sent(() => tagsOf(server, 'Ana')).toEqual(['name'])
  await menu.click()
  await page.getByRole('menuitem', { name: 'Chosen: Name' }).click()
  await sent(() => tagsOf(server, 'Ana')).toEqual([])
})

test('marks all numbers in one edit that undo takes back, and says when there are none left', async () => {
  const server = await start()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Mark all numbers' }).click()
  await expect.element(page.getByText('2 numbers marked.')).toBeVisible()
  await sent(() => [tagsOf(server, '300'), tagsOf(server, '$9.99.')]).toEqual([['number'], ['number']])
  await menu.click()
  await page.getByRole('menuitem', { name: 'Mark all numbers' }).click()
  await expect.element(page.getByText('There are no further numbers in these captions.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await sent(() => tagsOf(server, '300')).toEqual([])
})

test('gives numbers a look of their own, and resets one of its fields alone', async () => {
  const server = await start()
  await page.getByText('Numbers, names and more').click()
  const panel = page.getByRole('region', { name: 'Style', exact: true })
  await panel.getByRole('switch', { name: /^Numbers look different/ }).click()
  await panel.getByRole('slider', { name: 'Number tilt' }).fill('5')
  await panel.getByRole('switch', { name: 'Number box' }).click()
  const saved = () => server.document.styles['main']?.emphasis?.number
  await sent(saved).toMatchObject({ color: '#FFE14D', tilt: 5, box: { color: '#7C3AED' } })
  await panel.getByRole('button', { name: 'Reset number tilt' }).click()
  await sent(() => Object.keys(saved() ?? {})).toEqual(['color', 'scale', 'box'])
})

function tagsOf({ document: { words } }: CaptionServer, text: string) {
  return words.find((each) => each.text === text)?.tags
}

async function start(): Promise<CaptionServer> {
  const server = new CaptionServer(documentOf('we sold 300 to Ana for $9.99.'))
  await showEditor(server)
  return server
}
