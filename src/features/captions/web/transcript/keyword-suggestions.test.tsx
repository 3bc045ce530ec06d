import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { encodePeakPyramid } from '#features/media/model/index.ts'
import { CaptionServer, documentOf } from '../../../../../tests/support/captions.ts'
import { sent, showEditor, word } from '../../../../../tests/support/editor.tsx'

afterEach(() => localStorage.clear())

const TEXT = 'we sold 300 of them. And then we met Ana again. It was an avalanche.'

test('accepts one suggestion by a click, one by Enter, and dismisses the rest', async () => {
  const server = await start()
  await expect.element(page.getByText('3 keywords found')).toBeVisible()
  expect(keywords(server), 'nothing is applied by itself').toEqual([])
  await word('300').click()
  await sent(() => keywords(server)).toEqual(['300'])
  await word('met').click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(word('Ana')).toHaveAccessibleDescription('Possible keyword: press Enter to accept it')
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
  await page.getByRole('button', { name: 'Find keywords' }).click()
  await expect.element(page.getByText('No further keywords were found in these captions.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await sent(() => keywords(server)).toEqual([])
})

test('leaves out a suggestion whose word was deleted or marked meanwhile', async () => {
  const server = await start()
  server.changeElsewhere([{ type: 'deleteWords', ids: ['w3'] }])
  await expect.element(page.getByText('2 keywords found')).toBeVisible()
  await page.getByRole('button', { name: 'Accept all' }).click()
  await sent(() => keywords(server)).toEqual(['Ana', 'avalanche.'])
})

test('reads the waveform for suggestions, and suggests the loudest word', async () => {
  const loud = { from: 1_200, to: 1_500 }
  const fine = new Int8Array(2 * 400 * 5)
  for (let step = 0; step < 2_000; step += 1) {
    const ms = step * 2.5
    fine.set(ms >= loud.from && ms < loud.to ? [-110, 110] : [-40, 40], 2 * step)
  }
  const peaks = URL.createObjectURL(new Blob([encodePeakPyramid(fine, 5_000)]))
  onTestFinished(() => URL.revokeObjectURL(peaks))
  const server = new CaptionServer(documentOf('when they went over that hill with them'))
  const assets = { preview: null, filmstrip: null, poster: null, shots: null, peaks }
  await showEditor(server, { timeline: { id: 'p', probe: null, assets } })
  await page.getByRole('button', { name: 'Find keywords' }).click()
  await expect.element(word('that')).toHaveAttribute('title', 'Possible keyword: spoken with stress')
  await expect.element(page.getByText('1 keyword found')).toBeVisible()
})

async function start(): Promise<CaptionServer> {
  const server = new CaptionServer(documentOf(TEXT))
  await showEditor(server)
  await page.getByRole('button', { name: 'Find keywords' }).click()
  return server
}

function keywords({ document: { words } }: CaptionServer): string[] {
  return words.filter(({ tags }) => tags.includes('keyword')).map(({ text }) => text)
}
