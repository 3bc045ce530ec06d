import { readFile } from 'node:fs/promises'
import { expectAccessible } from './accessibility.ts'
import { expectSaved, exportVideo, previewAt, savedDocument } from './editor.ts'
import { boxOfColour, frameAt } from './exported-file.ts'
import { expect, test } from './journey.ts'
import { openCaptioned } from './sample.ts'
import { picture } from './screens.ts'

const COLOUR = '#ff00c8'
const RGB = [255, 0, 200] as const
/** Encoding halves the resolution of colours. */
const TOLERANCE = 70

test('marks two speakers by keyboard, gives one a colour, and exports names and video', async ({
  page,
  sample,
}, testInfo) => {
  test.slow()
  const transcript = await openCaptioned(page, sample)
  const panel = page.getByRole('dialog', { name: 'Speakers' })

  await test.step('number keys say who speaks from a word on', async () => {
    await transcript.getByRole('button', { name: 'Every', exact: true }).focus()
    await page.keyboard.press('Shift+Digit1')
    await expect(transcript.getByText('Speaker 1', { exact: true })).toBeVisible()
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight')
    await expect(transcript.getByRole('button', { name: 'with', exact: true })).toBeFocused()
    await page.keyboard.press('Shift+Digit2')
    await expect(transcript.getByText('Speaker 2', { exact: true })).toBeVisible()
    const { words } = await savedDocument(page)
    expect(words.map(({ speaker }) => speaker === words[0]?.speaker)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  await test.step('the panel names the speakers, and gives the second a colour that the captions show', async () => {
    await page.keyboard.press('p')
    await panel.getByRole('textbox', { name: 'Name of Speaker 1' }).fill('Ana')
    await page.keyboard.press('Enter')
    await expect(transcript.getByText('Ana', { exact: true })).toBeVisible()
    await panel.getByLabel('Colour of Speaker 2').fill(COLOUR)
    await panel.getByRole('textbox', { name: 'Name of Speaker 2' }).fill('Ben')
    await page.keyboard.press('Enter')
    await panel.getByRole('switch', { name: 'Colour the words of each speaker' }).press('Space')
    await expectSaved(page)
    expect((await savedDocument(page)).speakers).toMatchObject([{ name: 'Ana' }, { name: 'Ben', color: COLOUR }])
    await picture(page, testInfo, 'speakers')
    await expectAccessible(page, 'the panel of speakers')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })

  const doc = await savedDocument(page)
  const last = (doc.words.at(-1)?.t0 ?? 0) + 50
  await test.step('the preview shows the colour only where that speaker speaks', async () => {
    await expect.poll(async () => boxOfColour(await previewAt(page, last), RGB, TOLERANCE).pixels).toBeGreaterThan(0)
    const first = await previewAt(page, (doc.words[0]?.t0 ?? 0) + 50)
    expect(boxOfColour(first, RGB, TOLERANCE).pixels).toBe(0)
  })

  await page.getByRole('tab', { name: 'Export' }).click()
  await test.step('the caption files carry the names', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: /^WebVTT For the web/ }).click()
    const vtt = await readFile(await (await download).path(), 'utf8')
    expect(vtt).toMatch(/\n<v Ana>Every good[^<]*\n[^]*\n<v Ben>with one[^<]*\n/)
    const second = page.waitForEvent('download')
    await page.getByRole('link', { name: /^SRT with names/ }).click()
    expect(await readFile(await (await second).path(), 'utf8')).toMatch(/\nAna: Every good/)
  })

  await test.step('the video shows the colour where the preview does', async () => {
    const path = await exportVideo(page, testInfo.outputPath('speakers.mp4'))
    const found = boxOfColour(await frameAt(path, last, { width: 270, height: 480 }), RGB, TOLERANCE)
    expect(found.pixels).toBeGreaterThan(100)
  })
})
