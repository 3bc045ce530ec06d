import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DEFAULT_TEMPLATE, MAIN_STYLE } from '#features/captions/model/index.ts'
import { type OwnLook, writeTemplateFile } from '#features/templates/model/index.ts'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { sent, showEditor } from '../../../../../tests/support/editor.tsx'
import { answerRequests, refusal } from '../../../../../tests/support/web.tsx'
import { TemplatePicker } from '../index.ts'

afterEach(() => vi.unstubAllGlobals())

const NEON: OwnLook = {
  id: '0a000000-0000-4000-8000-000000000001',
  name: 'My neon',
  look: { template: { id: 'neon', version: 1 }, patch: { font: { size: 0.07 } } },
  isShared: false,
  linkToken: null,
  sharedBy: null,
  createdAt: '2026-11-24T12:00:00.000Z',
}
const TEAM: OwnLook = { ...NEON, id: '0a000000-0000-4000-8000-000000000002', name: 'House style', sharedBy: 'Ada' }

test('gives all captions a saved look as one edit, which one undo takes back', async () => {
  const { server } = await start([NEON])
  const use = page.getByRole('button', { name: 'Use My neon' })
  await expect.element(use).toHaveAttribute('aria-pressed', 'false')
  use.element().focus()
  await userEvent.keyboard('{Enter}')
  await sent(() => server.document.template).toEqual(NEON.look.template)
  expect(server.document.styles[MAIN_STYLE]).toEqual(NEON.look.patch)
  await expect.element(use).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Undo' }).click()
  await sent(() => server.document.template).toEqual(DEFAULT_TEMPLATE)
  expect(server.document.styles[MAIN_STYLE] ?? {}).toEqual({})
})

test('a look saved in a wide video is as large, by the shorter side, in an upright one', async () => {
  const wide = { ...NEON.look, template: { id: 'neon', version: 2 }, shape: { w: 1_920, h: 1_080 } }
  const { server } = await start([{ ...NEON, look: wide }])
  const use = page.getByRole('button', { name: 'Use My neon' })
  await use.click()
  await sent(() => server.document.styles[MAIN_STYLE]).toEqual({ font: { size: 0.0438 } })
  await expect.element(use).toHaveAttribute('aria-pressed', 'true')
})

test('says how to begin without looks, on a phone too', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1_280, 720))
  await start([])
  await page.getByRole('tab', { name: 'Style' }).click()
  await expect.element(page.getByText('None yet. “Save look” below adds one.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.element(page.getByText(/^No look of yours yet/u)).toBeVisible()
})

test('saves the look of the captions under a name, and shows why a name is refused', async () => {
  const answer = refusal(409, 'conflict', 'You have a look called “Mine”. Choose another name.')
  const { calls } = await start([NEON], { 'templates/saveLook': answer })
  await page.getByRole('button', { name: 'Save look' }).click()
  await userEvent.keyboard('Mine{Enter}')
  await expect.element(page.getByText('You have a look called “Mine”. Choose another name.')).toBeVisible()
  expect(calls.at(-1)?.input).toEqual({
    json: { name: 'Mine', look: { template: DEFAULT_TEMPLATE, patch: {}, shape: { w: 1_080, h: 1_920 } } },
  })
})

test('deletes a look from its menu by keyboard, and restores it', async () => {
  const { calls } = await start([NEON], { 'templates/removeLook': { removed: true }, 'templates/restoreLook': NEON })
  await expect.element(page.getByRole('button', { name: 'Actions for My neon' })).toBeVisible()
  page.getByRole('button', { name: 'Actions for My neon' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Use' })).toHaveFocus()
  await userEvent.keyboard('{End}{Enter}')
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect.poll(() => calls.some(({ name }) => name === 'templates/restoreLook')).toBe(true)
})

test('offers less for a look that an owner shares', async () => {
  await start([TEAM])
  await expect.element(page.getByText('From Ada')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for House style' }).click()
  const items = page.getByRole('menuitem').elements()
  expect(items.map(({ textContent }) => textContent)).toEqual(['Use', 'Save to my looks', 'Download'])
})

test('a refused file does not stop the import of the others, and is named with its fault', async () => {
  const { calls } = await start([], { 'templates/saveLook': NEON })
  await userEvent.upload(page.getByLabelText('Import'), [
    jsonFile('{"format":"wordpop-template/3"}', 'Later.json'),
    jsonFile(writeTemplateFile(NEON)),
  ])
  await expect.element(page.getByText('Imported “My neon”.')).toBeVisible()
  expect(calls.find(({ name }) => name === 'templates/saveLook')?.input).toEqual({
    json: { name: 'My neon', look: NEON.look, mayNumber: true },
  })
  await expect.element(page.getByText('Later.json')).toBeVisible()
  await expect.element(page.getByText(/has the format wordpop-template\/3/u)).toBeVisible()
})

test('imports a dropped file', async () => {
  await start([], { 'templates/saveLook': NEON })
  await expect.element(page.getByRole('region', { name: 'Your looks' })).toBeVisible()
  const data = new DataTransfer()
  data.items.add(jsonFile(writeTemplateFile(NEON)))
  page
    .getByRole('region', { name: 'Your looks' })
    .element()
    .dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
  await expect.element(page.getByText('Imported “My neon”.')).toBeVisible()
})

test('the search covers saved looks', async () => {
  await start([NEON, TEAM])
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('house')
  await expect.element(page.getByRole('button', { name: 'Use House style' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Use My neon' })).not.toBeInTheDocument()
})

test('offers to load the looks again after a failure', async () => {
  let isDown = true
  await start([], {
    'templates/looks': () => (isDown ? refusal(503, 'unavailable', 'Try again in a moment.') : [NEON]),
  })
  await expect.element(page.getByText(/^Your looks could not be loaded/u)).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('button', { name: 'Use My neon' })).toBeVisible()
})

function jsonFile(text: string, name = 'Neon.json'): File {
  return new File([text], name, { type: 'application/json' })
}

/** The editor of captions in Karaoke, with these saved looks. */
async function start(looks: readonly OwnLook[], answers: Readonly<Record<string, unknown>> = {}) {
  const { calls } = answerRequests({ 'templates/looks': looks, ...answers })
  const server = new CaptionServer(documentOf('never lose a word again.'))
  await showEditor(server, { templatePicker: (slot) => <TemplatePicker {...slot} /> })
  await expect.element(page.getByRole('heading', { name: 'My clip' })).toBeVisible()
  return { server, calls }
}
