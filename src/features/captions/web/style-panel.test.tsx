import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../tests/support/captions.ts'
import { eventually, showEditor } from '../../../../tests/support/editor.tsx'

const panel = page.getByRole('region', { name: 'Style', exact: true })

test("shows the basic style controls with the template's values", async () => {
  await start()
  await expect.element(panel.getByRole('textbox', { name: 'Text' })).toHaveValue('#FFFFFF')
  await expect.element(panel.getByRole('textbox', { name: 'Spoken word' })).toHaveValue('#FFE14D')
  await expect.element(panel.getByRole('slider', { name: 'Size' })).toHaveAttribute('aria-valuetext', '4.2%')
  await expect
    .element(panel.getByRole('slider', { name: 'Position from the top' }))
    .toHaveAttribute('aria-valuetext', '68%')
  await expect.element(panel.getByRole('combobox', { name: 'Words at once' })).toHaveDisplayValue('The whole caption')
  await expect.element(panel.getByRole('switch', { name: 'Capital letters' })).not.toBeChecked()
  await expect.element(panel.getByRole('button', { name: 'Reset' })).toBeDisabled()
  await expect.element(panel.getByRole('slider', { name: 'Outline width' })).not.toBeInTheDocument()
})

test('saves only changed basic style values', async () => {
  const { saved } = await start()
  await panel.getByRole('slider', { name: 'Size' }).fill('5')
  await panel.getByRole('combobox', { name: 'Words at once' }).selectOptions('3')
  await panel.getByRole('switch', { name: 'Capital letters' }).click()
  await saved().toEqual({ font: { size: 0.05, case: 'upper' }, layout: { maxWords: 3 } })
})

test('saves several steps of a slider by keys as one edit, which one undo takes back', async () => {
  const { saved } = await start()
  panel.getByRole('slider', { name: 'Size' }).element().focus()
  await userEvent.keyboard('{End}{ArrowLeft}{ArrowLeft}')
  await saved().toEqual({ font: { size: 0.118 } })
  await page.getByRole('button', { name: 'Undo' }).click()
  await saved().toEqual({})
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
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

/** Opens a group of fields with the keyboard. */
async function open(group: string): Promise<void> {
  const summary = panel.getByText(group, { exact: true }).first()
  summary.element().closest('summary')?.focus()
  await userEvent.keyboard('{Enter}')
}

/** An editor of a few words in the template Karaoke; `saved` reads the style on its server. */
async function start() {
  const server = new CaptionServer(documentOf('never lose a word again.'))
  await showEditor(server)
  await expect.element(panel).toBeVisible()
  return { saved: () => eventually(() => server.document.styles['main']) }
}
