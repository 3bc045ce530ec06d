import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newestTemplate } from '#features/templates/model/index.ts'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { eventually, showEditor } from '../../../../../tests/support/editor.tsx'

const panel = page.getByRole('region', { name: 'Title and end' })
const undo = page.getByRole('button', { name: 'Undo' })

test('adds a title over the first seconds, and changes its text as one edit', async () => {
  const { saved } = await start()
  await panel.getByRole('switch', { name: 'Title', exact: false }).click()
  await saved().toMatchObject({ title: { text: 'Your title', t0: 0 } })
  await panel.getByRole('textbox', { name: 'Text' }).fill('Three myths\nabout sleep')
  await saved().toMatchObject({ title: { text: 'Three myths\nabout sleep', t0: 0 } })
  await undo.click()
  await saved().toMatchObject({ title: { text: 'Your title' } })
  await undo.click()
  await saved().toEqual(null)
})

test('keeps a title without a text from being saved, and says what to do', async () => {
  const { saved } = await start()
  await panel.getByRole('switch', { name: 'Title', exact: false }).click()
  await panel.getByRole('textbox', { name: 'Text' }).fill('')
  await expect.element(panel.getByText('Enter a text, or switch the title off')).toBeVisible()
  await saved().toMatchObject({ title: { text: 'Your title' } })
})

test('gives the title a look, size and place of its own', async () => {
  const { saved, api } = await start()
  await panel.getByRole('switch', { name: 'Title', exact: false }).click()
  await panel.getByRole('combobox', { name: 'Look' }).selectOptions('Boxed')
  await panel.getByRole('slider', { name: 'Size' }).fill('7')
  await panel.getByRole('slider', { name: 'Position from the top' }).fill('40')
  await saved().toMatchObject({
    title: {
      template: { id: 'boxed', version: newestTemplate('boxed').version },
      styleId: 'overlay-title',
      place: { y: 0.4 },
    },
  })
  expect(api.document.styles).toMatchObject({ 'overlay-title': { font: { size: 0.07 } } })
})

test('adds a progress bar and moves it to the bottom by keyboard', async () => {
  const { saved } = await start()
  panel.getByRole('switch', { name: 'Progress bar', exact: false }).element().focus()
  await userEvent.keyboard(' ')
  await saved().toMatchObject({ progress: { edge: 'top', height: 0.008 } })
  panel.getByRole('radio', { name: 'Top' }).element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await saved().toMatchObject({ progress: { edge: 'bottom' } })
  await panel.getByRole('switch', { name: 'Progress bar', exact: false }).click()
  await saved().toEqual(null)
})

test('shows a closing card over the video instead of a plain colour', async () => {
  const { saved } = await start()
  await panel.getByRole('switch', { name: 'Closing card', exact: false }).click()
  await saved().toMatchObject({ closing: { text: 'Follow for more', background: '#14100E' } })
  await panel.getByRole('switch', { name: 'Cover the video' }).click()
  await saved().toEqual({ closing: { text: 'Follow for more', durationMs: 2_500 } })
})

async function start() {
  const api = new CaptionServer(documentOf('never lose a word again.'))
  await showEditor(api)
  await expect.element(panel).toBeVisible()
  const saved = () => {
    dispatchEvent(new Event('online'))
    return eventually(() => api.document.overlays ?? null)
  }
  return { api, saved }
}
