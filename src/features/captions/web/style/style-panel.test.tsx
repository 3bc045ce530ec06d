import { afterEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { eventually, showEditor, word } from '../../../../../tests/support/editor.tsx'

const panel = page.getByRole('region', { name: 'Style', exact: true })

afterEach(() => vi.restoreAllMocks())

test("shows the basic style controls with the template's values", async () => {
  await start()
  await expect.element(panel.getByRole('textbox', { name: 'Text' })).toHaveValue('#FFFFFF')
  await expect.element(panel.getByRole('textbox', { name: 'Spoken word' })).toHaveValue('#FFE14D')
  await expect
    .element(panel.getByRole('slider', { name: 'Size' }))
    .toHaveAttribute('aria-valuetext', '4.2% of the video’s height')
  await expect
    .element(panel.getByRole('slider', { name: 'Position from the top' }))
    .toHaveAttribute('aria-valuetext', '68% of the video’s height')
  await expect.element(panel.getByRole('combobox', { name: 'Words at once' })).toHaveDisplayValue('The whole caption')
  await expect.element(panel.getByRole('switch', { name: 'Capital letters' })).not.toBeChecked()
  await expect.element(panel.getByRole('button', { name: 'Reset all' })).toBeDisabled()
  await expect.element(panel.getByRole('slider', { name: 'Outline width' })).not.toBeInTheDocument()
})

test('saves only changed basic style values', async () => {
  const { saved } = await start()
  await panel.getByRole('slider', { name: 'Size' }).fill('5')
  await panel.getByRole('combobox', { name: 'Words at once' }).selectOptions('3')
  await panel.getByRole('switch', { name: 'Capital letters' }).click()
  await saved().toEqual({ font: { size: 0.05, case: 'upper' }, layout: { maxWords: 3 } })
})

test('shows lengths in percent of the text size, and saves them in em', async () => {
  const { saved } = await start()
  await open('Font')
  const height = panel.getByRole('slider', { name: 'Line height' })
  await height.fill('150')
  await expect.element(height).toHaveAttribute('aria-valuetext', '150% of the text size')
  await saved().toEqual({ font: { leading: 1.5 } })
})

test('says once per group of which whole its lengths are percentages', async () => {
  await start()
  await expect.element(panel.getByText('Lengths in % of the video’s height')).toBeVisible()
  await open('Outline')
  const outline = panel.getByText('Lengths in % of the text size')
  await expect.element(outline).toBeVisible()
  await panel.getByRole('switch', { name: 'Outline' }).click()
  await expect.element(outline).not.toBeInTheDocument()
})

test('saves several steps of a slider as one edit, which one undo takes back', async () => {
  const { saved } = await start()
  stepQuickly(panel.getByRole('slider', { name: 'Size' }))
  await saved().toEqual({ font: { size: 0.118 } })
  await page.getByRole('button', { name: 'Undo' }).click()
  await saved().toEqual({})
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
})

test('shows a step of a slider at once, and what follows from it after the paint', async () => {
  const { saved } = await start()
  const size = panel.getByRole('slider', { name: 'Size' })
  const reset = panel.getByRole('button', { name: 'Reset size' })
  stepQuickly(size)
  // Without a pause, nothing was painted in between.
  expect(size.element()).toHaveAttribute('aria-valuetext', '11.8% of the video’s height')
  expect(reset.elements()).toEqual([])
  await expect.element(reset).toBeVisible()
  await expect.element(size).toHaveAttribute('aria-valuetext', '11.8% of the video’s height')
  await saved().toEqual({ font: { size: 0.118 } })
})

test('the button that resets a value can be hit in 24 by 24 pixels, from its left edge on', async () => {
  await start()
  stepQuickly(panel.getByRole('slider', { name: 'Size' }))
  const reset = panel.getByRole('button', { name: 'Reset size' })
  await expect.element(reset).toBeVisible()
  const { x, y, height } = reset.element().getBoundingClientRect()
  const top = y + height / 2 - 12
  const corners = [0.5, 23.5].flatMap((right) => [0.5, 23.5].map((down) => [x + right, top + down] as const))
  const hit = corners.map((corner) => document.elementFromPoint(...corner)?.closest('button')?.title)
  expect(hit).toEqual(corners.map(() => 'Reset size'))
})

test("removes an outline by keyboard and adds the template's again", async () => {
  const { saved } = await start()
  await open('Outline')
  await expect.element(panel.getByRole('slider', { name: 'Outline width' })).toBeVisible()
  const outline = panel.getByRole('switch', { name: 'Outline' })
  await outline.click()
  await expect.element(panel.getByRole('slider', { name: 'Outline width' })).not.toBeInTheDocument()
  await saved().toEqual({ stroke: null })
  await outline.click()
  await saved().toEqual({ stroke: { width: 0.07, color: '#0A0A0A' } })
})

test('adds a box and keeps the opacity of its colour', async () => {
  const { saved } = await start()
  await open('Box')
  await panel.getByRole('switch', { name: 'Box', exact: true }).click()
  await panel.getByRole('textbox', { name: 'Box colour' }).fill('#336699')
  await saved().toMatchObject({ box: { scope: 'line', color: '#336699CC' } })
  await panel.getByRole('slider', { name: 'Box colour: opacity' }).fill('50')
  await panel.getByRole('combobox', { name: 'Box around' }).selectOptions('The spoken word')
  await expect.element(panel.getByRole('slider', { name: 'Time to the next word' })).toBeVisible()
  await saved().toMatchObject({ box: { scope: 'word', color: '#33669980' } })
})

test('sets time and movement of a chosen entrance', async () => {
  const { saved } = await start()
  await open('Animation')
  await panel.getByRole('combobox', { name: 'Entrance' }).selectOptions('Rise')
  await expect.element(panel.getByRole('slider', { name: 'Entrance time' })).toBeVisible()
  await saved().toEqual({ animation: { enter: { preset: 'rise', ms: 220, ease: 'out', amount: 0.4 } } })
})

test('adds up to three shadows, removes them, and keeps the focus', async () => {
  const { saved } = await start()
  await open('Shadows')
  const add = panel.getByRole('button', { name: 'Add shadow' })
  await add.click()
  await add.click()
  await expect.element(add).not.toBeInTheDocument()
  await expect.element(panel.getByRole('group', { name: 'Shadows' })).toHaveFocus()
  await panel.getByRole('group', { name: 'Shadow 3' }).getByRole('slider', { name: 'Blur' }).fill('0')
  await panel.getByRole('button', { name: 'Remove shadow 1' }).click()
  await expect.element(panel.getByRole('group', { name: 'Shadows' })).toHaveFocus()
  const shadow = { x: 0, y: 0.06, blur: 0.16, color: '#00000099' }
  await saved().toEqual({ shadows: [shadow, { ...shadow, blur: 0 }] })
})

test('chooses a font by typing its name, and offers the weights of that font only', async () => {
  const { saved } = await start()
  await open('Font')
  const font = panel.getByRole('combobox', { name: 'Font', exact: true })
  await expect.element(font).toHaveValue('Montserrat')
  await font.fill('osw')
  await expect.element(page.getByRole('group', { name: 'Sans serif' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await saved().toEqual({ font: { family: 'oswald' } })
  const weight = panel.getByRole('combobox', { name: 'Weight' })
  await expect.element(weight).toHaveDisplayValue('Bold')
  expect([...weight.element().querySelectorAll('option')].map(({ text }) => text)).toEqual([
    'Regular',
    'Medium',
    'Semibold',
    'Bold',
  ])
  await weight.selectOptions('Medium')
  await saved().toEqual({ font: { family: 'oswald', weight: 500 } })
})

test('offers italics for fonts that have them, and keeps the font while its name is deleted', async () => {
  const { saved } = await start()
  await open('Font')
  const font = panel.getByRole('combobox', { name: 'Font', exact: true })
  await expect.element(panel.getByRole('switch', { name: 'Italics' })).not.toBeInTheDocument()
  await font.fill('instrument')
  await userEvent.keyboard('{Enter}')
  await panel.getByRole('switch', { name: 'Italics' }).click()
  await font.fill('')
  await userEvent.keyboard('{Escape}')
  await expect.element(panel.getByRole('combobox', { name: 'Weight' })).not.toBeInTheDocument()
  await saved().toEqual({ font: { family: 'instrument-serif', style: 'italic' } })
})

test('resets one field to the template, together with what came with it', async () => {
  const { saved } = await start()
  await panel.getByRole('slider', { name: 'Size' }).fill('5')
  await panel.getByRole('textbox', { name: 'Text', exact: true }).fill('#ff5c38')
  await open('Animation')
  await panel.getByRole('combobox', { name: 'Entrance' }).selectOptions('Rise')
  await panel.getByRole('button', { name: 'Reset entrance', exact: true }).click()
  await expect.element(panel.getByRole('combobox', { name: 'Entrance' })).toHaveFocus()
  await panel.getByRole('button', { name: 'Reset size' }).click()
  await expect
    .element(panel.getByRole('slider', { name: 'Size' }))
    .toHaveAttribute('aria-valuetext', '4.2% of the video’s height')
  await saved().toEqual({ fill: { upcoming: '#ff5c38' } })
  await page.getByRole('button', { name: 'Undo' }).click()
  await saved().toEqual({ fill: { upcoming: '#ff5c38' }, font: { size: 0.05 } })
})

test('gives all captions a random look by one press, which one undo takes back', async () => {
  const { saved } = await start()
  await panel.getByRole('button', { name: 'Surprise me' }).click()
  await saved().toMatchObject({ font: { weight: expect.any(Number) }, accents: expect.any(Array) })
  await page.getByRole('button', { name: 'Undo' }).click()
  await saved().toEqual({})
})

test('copies the look of all captions and pastes what differs on a word', async () => {
  const { saved, server } = await start()
  await panel.getByRole('slider', { name: 'Size' }).fill('5')
  await saved().toEqual({ font: { size: 0.05 } })
  await panel.getByRole('button', { name: 'Copy look' }).click()
  await expect.element(page.getByText(/^Look copied/u)).toBeVisible()
  await panel.getByRole('button', { name: 'Reset all' }).click()
  await saved().toEqual({})
  await word('lose').click()
  await panel.getByText('Selected words', { exact: true }).click()
  await panel.getByRole('button', { name: 'Paste look' }).click()
  const styleOf = (at: number) => server.document.styles[server.document.words[at]?.styleId ?? '']
  await eventually(() => styleOf(1)).toEqual({ font: { size: 0.05 } })
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually(() => styleOf(1)).toBeUndefined()
})

test('says what is wrong with a pasted text, and changes nothing', async () => {
  vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue('never lose a word again.')
  const { saved } = await start()
  await panel.getByRole('button', { name: 'Paste look' }).click()
  await expect.element(page.getByText('There is no look on the clipboard. Copy one first.')).toBeVisible()
  await saved().toEqual({})
})

/** Opens a group of fields with the keyboard. */
async function open(group: string): Promise<void> {
  const summary = panel.getByText(group, { exact: true }).first()
  summary.element().closest('summary')?.focus()
  await userEvent.keyboard('{Enter}')
}

/** An editor of a few words in the template Karaoke; `saved` reads the style on its server. */
/** As End and two arrow keys do; one after another, so that no pause on a busy machine ends the edit. */
function stepQuickly(slider: Locator): void {
  const input = slider.element()
  if (!(input instanceof HTMLInputElement)) throw new Error('no slider')
  for (const step of [() => input.stepUp(1_000), () => input.stepDown(), () => input.stepDown()]) {
    step()
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

async function start() {
  const server = new CaptionServer(documentOf('never lose a word again.'))
  await showEditor(server)
  await expect.element(panel).toBeVisible()
  return { server, saved: () => eventually(() => server.document.styles['main']) }
}
