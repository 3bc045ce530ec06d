import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { sent, showEditor, word } from '../../../../../tests/support/editor.tsx'

afterEach(() => localStorage.clear())

const panel = page.getByRole('region', { name: 'Style', exact: true })

test('styles the selected words, shows their values, and resets them', async () => {
  const { server } = await start()
  await userEvent.dragAndDrop(word('lose'), word('a', true))
  await page.getByRole('toolbar').getByRole('button', { name: 'Style' }).click()
  await expect.element(panel.getByRole('radio', { name: 'Selected words' })).toBeChecked()
  await panel.getByRole('textbox', { name: 'Text' }).fill('#ff5c38')
  await sent(() => styles(server)).toEqual([undefined, RED, RED, undefined, undefined])
  await word('never').click()
  await expect.element(panel.getByRole('textbox', { name: 'Text' })).toHaveValue('#FFFFFF')
  await expect.element(panel.getByRole('button', { name: 'Reset all' })).toBeDisabled()
  await word('lose').click()
  await expect.element(panel.getByRole('textbox', { name: 'Text' })).toHaveValue('#ff5c38')
  await panel.getByRole('button', { name: 'Reset all' }).click()
  await sent(() => styles(server)).toEqual([undefined, undefined, RED, undefined, undefined])
})

test('adds a change to the own style of each selected word, and undoes it in one step', async () => {
  const { server } = await start()
  await word('lose').click()
  await choose('Selected words')
  await panel.getByRole('textbox', { name: 'Text' }).fill('#ff5c38')
  await sent(() => styles(server)[1]).toEqual(RED)
  await userEvent.dragAndDrop(word('lose'), word('a', true))
  await panel.getByRole('slider', { name: 'Size' }).fill('8')
  const big = { font: { size: 0.08 } }
  await sent(() => styles(server).slice(1, 3)).toEqual([{ ...RED, ...big }, big])
  await page.getByRole('button', { name: 'Undo' }).click()
  await sent(() => styles(server).slice(1, 3)).toEqual([RED, undefined])
})

test('offers words only what a word can have', async () => {
  await start()
  await word('lose').click()
  await choose('This caption')
  await expect.element(panel.getByRole('slider', { name: 'Position from the top' })).toBeInTheDocument()
  await choose('Selected words')
  await expect.element(panel.getByRole('slider', { name: 'Position from the top' })).not.toBeInTheDocument()
  await expect.element(panel.getByRole('slider', { name: 'Size' })).toBeVisible()
})

test('styles one caption over the style of all', async () => {
  const { server } = await start()
  await word('a', true).click()
  await userEvent.keyboard('s')
  await choose('This caption')
  await panel.getByRole('slider', { name: 'Size' }).fill('6')
  await choose('All captions')
  await panel.getByRole('slider', { name: 'Size' }).fill('3')
  const sizes = () => {
    const { styles: all, tracks } = server.document
    return [all['main'], ...tracks[0].cues.map(({ styleId }) => all[styleId ?? ''])].map((patch) => patch?.font?.size)
  }
  await sent(sizes).toEqual([0.03, undefined, 0.06])
  await choose('This caption')
  await expect
    .element(panel.getByRole('slider', { name: 'Size' }))
    .toHaveAttribute('aria-valuetext', '6% of the video’s height')
})

test('asks to select words before it can style them', async () => {
  await start()
  await choose('Selected words')
  await expect.element(panel.getByText('Select words in the transcript to style them.')).toBeVisible()
  await expect.element(panel.getByRole('slider', { name: 'Size' })).not.toBeInTheDocument()
})

const RED = { fill: { upcoming: '#ff5c38' } }

async function start() {
  const server = new CaptionServer(documentOf('never lose a word again.'))
  await showEditor(server)
  await expect.element(panel).toBeVisible()
  return { server }
}

async function choose(scope: string): Promise<void> {
  await panel.getByText(scope, { exact: true }).click()
}

/** The own style of each word. */
function styles({ document: { words, styles: all } }: CaptionServer) {
  return words.map(({ styleId }) => (styleId === undefined ? undefined : all[styleId]))
}
