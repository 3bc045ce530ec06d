import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { sent, showEditor, word } from '../../../../../tests/support/editor.tsx'
import { cuesOf } from '../../model/index.ts'

afterEach(() => localStorage.clear())

test('remembers the speed for the next visit', async () => {
  const first = await start()
  await openOptions()
  await page.getByRole('combobox', { name: 'Speed' }).selectOptions('1.5×')
  await expect.element(page.getByRole('button', { name: 'Playback options' })).toHaveTextContent('1.5×')
  await first.screen.unmount()
  await start()
  await expect.element(page.getByRole('button', { name: 'Playback options' })).toHaveTextContent('1.5×')
})

test('loops the selected caption on R, and from and to the playhead on I and O', async () => {
  await start()
  await word('never').click()
  await userEvent.keyboard('r')
  await expect.element(page.getByText('Loop from 0:00.0 to 0:01.5.')).toBeInTheDocument()
  await userEvent.keyboard('{Shift>}x{/Shift}')
  await expect.element(page.getByText(/^Loop from/)).not.toBeInTheDocument()
  await word('a', true).click()
  await userEvent.keyboard('{Shift>}i{/Shift}')
  await word('word').click()
  await userEvent.keyboard('{Shift>}o{/Shift}')
  await expect.element(page.getByText('Loop from 0:00.6 to 0:00.9.')).toBeInTheDocument()
})

test('adds, names, visits and removes a marker', async () => {
  const { server } = await start()
  await word('word').click()
  await userEvent.keyboard('{Shift>}m{/Shift}')
  await openOptions()
  await page.getByRole('textbox', { name: /^Name of the marker at/ }).fill('Verse')
  await userEvent.keyboard('{Enter}')
  await sent(() => server.document.markers?.map(({ label }) => label)).toEqual(['Verse'])
  const { t = 0 } = server.document.markers?.[0] ?? {}
  expect(t, 'the first frame of the word').toBeGreaterThanOrEqual(900)
  await page.getByRole('button', { name: 'Go to Verse at 0:00.9' }).click()
  await page.getByRole('button', { name: 'Remove the marker at 0:00.9' }).click()
  await expect.element(page.getByText('No markers yet. Mark a place to come back to it.')).toBeVisible()
  await sent(() => server.document.markers).toBeUndefined()
})

test('shifts all words, or those from the selected one on', async () => {
  const { server } = await start()
  await word('word').click()
  await openOptions()
  await page.getByRole('button', { name: 'Shift times…' }).click()
  await page.getByRole('textbox', { name: 'Seconds' }).fill('no')
  await page.getByRole('button', { name: 'Shift times', exact: true }).click()
  await expect.element(page.getByText('Enter seconds above zero, such as 0.5.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Seconds' }).fill('1.2')
  await page.getByText('From “word” at 0:00.9').click()
  await page.getByRole('button', { name: 'Shift times', exact: true }).click()
  await sent(() => server.document.words.map(({ t0 }) => t0)).toEqual([0, 300, 600, 2_100, 2_400])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test.each(['Shift times…', 'Stretch times…', 'Lead-in, linger…'])(
  'closing “%s” leads back to the options',
  async (name) => {
    await start()
    await openOptions()
    await page.getByRole('button', { name }).click()
    await expect.element(page.getByRole('dialog').getByRole('heading')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Playback options' })).toHaveFocus()
  },
)

test('stretches words between two moments, and refuses moments in the wrong order', async () => {
  const { server } = await start()
  await openOptions()
  await page.getByRole('button', { name: 'Stretch times…' }).click()
  const second = page.getByRole('group', { name: 'Second moment' }).getByRole('textbox', { name: 'Should be at' })
  await second.fill('soon')
  await expect.element(page.getByText('Enter a time such as 1:02.5')).toBeVisible()
  await second.fill('0')
  await page.getByRole('button', { name: 'Stretch times', exact: true }).click()
  await expect.element(page.getByText('The second time must be later than the first, before and after.')).toBeVisible()
  await second.fill('0:03')
  await userEvent.keyboard('{Enter}')
  await sent(() => server.document.words.map(({ t0 }) => t0)).toEqual([0, 600, 1_200, 1_800, 2_400])
})

test('sets lead-in and linger of all captions', async () => {
  const { server } = await start()
  await openOptions()
  await page.getByRole('button', { name: 'Lead-in, linger…' }).click()
  await page.getByRole('slider', { name: 'Stay after the last word' }).fill('300')
  await page.getByRole('button', { name: 'Save' }).click()
  await sent(() => server.document.qc.limits).toEqual({ lingerMs: 300 })
})

test('sets when a caption disappears, and returns it to its words', async () => {
  const { server } = await start()
  await word('word').click()
  // The times of a word are closed on a low screen.
  await page.getByText(/^0:\d\d\.\d{3} – 0:/).click()
  const field = page.getByRole('textbox', { name: 'Caption disappears at' })
  await field.fill('0:02.25')
  await userEvent.keyboard('{Enter}')
  await sent(() => cuesOf(server.document)[0]?.t1).toBe(2_250)
  await expect.element(field).toHaveValue('0:02.250')
  await page.getByRole('button', { name: 'Caption disappears at: automatic' }).click()
  await sent(() => cuesOf(server.document)[0]?.t1).toBeUndefined()
  await expect.element(field).toHaveValue('0:01.500')
})

test('nudges the selected words by 10 ms and by a frame', async () => {
  const { server } = await start()
  await word('again.').click()
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await sent(() => server.document.words[4]?.t0).toBe(1_210)
  await userEvent.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}')
  await sent(() => server.document.words[4]?.t0).toBe(1_243)
})

test('nudges words and rolls edges by buttons, as their keys do', async () => {
  const { server } = await start()
  await word('again.').click()
  await openOptions()
  for (const heading of ['Move the playhead', 'Move the selected words', 'Roll edges to the playhead'])
    await expect.element(page.getByText(heading, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '10 ms later' }).click()
  await sent(() => server.document.words[4]?.t0).toBe(1_210)
  await page.getByRole('button', { name: 'One frame later' }).click()
  await sent(() => server.document.words[4]?.t0).toBe(1_243)
  // The playhead is at the first frame of the word, where it began before.
  await page.getByRole('button', { name: 'Roll the start of the word here' }).click()
  await sent(() => server.document.words.slice(3).map(({ t0, t1 }) => [t0, t1])).toEqual([
    [900, 1_201],
    [1_201, 1_543],
  ])
  await page.getByRole('button', { name: 'Roll the end of the caption here' }).click()
  await sent(() => cuesOf(server.document)[0]?.t1).toBe(1_201)
})

test('rolls the edge between two captions to the playhead on ( and )', async () => {
  const { server } = await start()
  await word('a', true).click()
  await userEvent.keyboard('s')
  await sent(() => cuesOf(server.document)).toHaveLength(2)
  await word('word').click()
  await word('a', true).click({ modifiers: ['Shift'] })
  await userEvent.keyboard('(')
  const edges = () => cuesOf(server.document).map(({ t0, t1 }) => [t0, t1])
  await expect.poll(edges).toEqual([
    [undefined, 601],
    [601, undefined],
  ])
})

test('jumps back by the button of J', async () => {
  await start()
  await word('again.').click()
  const position = page.getByRole('slider', { name: 'Position', exact: true })
  await expect.element(position).toHaveValue('1200')
  await openOptions()
  await page.getByRole('button', { name: 'Slower, or back 3 seconds' }).click()
  await expect.element(position).toHaveValue('0')
})

test('offers a viewer playback without the tools that edit', async () => {
  await start({ access: 'viewer' })
  await openOptions()
  await expect.element(page.getByRole('combobox', { name: 'Speed' })).toBeVisible()
  await expect.element(page.getByText('This video has no markers.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Shift times…' })).not.toBeInTheDocument()
})

async function openOptions() {
  await page.getByRole('button', { name: 'Playback options' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Playback' })).toBeVisible()
}

async function start({ access = 'owner' }: { access?: 'owner' | 'viewer' } = {}) {
  const server = new CaptionServer(documentOf('never lose a word again.'))
  server.access = access
  const screen = await showEditor(server)
  await expect.element(word('never')).toBeVisible()
  return { server, screen }
}
