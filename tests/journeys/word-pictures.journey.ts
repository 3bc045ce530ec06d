import type { Page } from '@playwright/test'
import { logoPng } from '../support/logos.ts'
import { exportVideo, previewAt, savedDocument } from './editor.ts'
import { boxOfColour, type ColourBox, frameAt } from './exported-file.ts'
import { expect, test } from './journey.ts'
import { openCaptioned } from './sample.ts'

const COLOUR = '#ff00c8'
const RGB = [255, 0, 200] as const
/** Encoding halves the resolution of colours. */
const TOLERANCE = 70

test('hangs a picture on a word by keys, moves and resizes it, and finds it in the file', async ({
  page,
  sample,
}, testInfo) => {
  const words = await openCaptioned(page, sample)
  await words.getByRole('button', { name: 'every' }).click()
  await page.getByRole('button', { name: 'Emoji', exact: true }).press('Enter')
  const panel = page.getByRole('dialog', { name: /^Emoji for/ })
  const pictures = panel.getByRole('region', { name: 'Pictures' })

  await test.step('an added picture hangs above the word', async () => {
    // The panel gives the focus to its search.
    await expect(panel.getByRole('combobox', { name: 'Search emoji' })).toBeFocused()
    await pictures.getByRole('button', { name: 'Pictures' }).press('Enter')
    const buffer = logoPng({ width: 400, height: 400, color: COLOUR })
    await pictures.getByLabel('Add a picture').setInputFiles({ name: 'Sticker.png', mimeType: 'image/png', buffer })
    await expect(pictures.getByRole('combobox', { name: 'Place of Sticker' })).toHaveValue('above')
  })
  const { words: said } = await savedDocument(page)
  // Its entrance is over.
  const tMs = Math.ceil(((said[0]?.t0 ?? 0) + 500) / 100) * 100
  const above = await pictureAt(page, tMs)
  expect(above.pixels).toBeGreaterThan(20)

  await test.step('it moves below and grows', async () => {
    await pictures.getByRole('combobox', { name: 'Place of Sticker' }).selectOption('Below')
    await pictures.getByRole('combobox', { name: 'Size of Sticker' }).selectOption('L')
    await expect.poll(async () => (await pictureAt(page, tMs)).top).toBeGreaterThan(above.bottom)
    expect(widthOf(await pictureAt(page, tMs))).toBeGreaterThan(1.5 * widthOf(above))
  })

  await test.step('a second copy is hung by Enter and removed from the word alone', async () => {
    await pictures.getByRole('button', { name: 'Hang Sticker on the word' }).press('Enter')
    const removals = pictures.getByRole('button', { name: 'Remove Sticker', exact: true })
    await expect(removals).toHaveCount(2)
    await removals.last().click()
    await expect(removals).toHaveCount(1)
    await expect(pictures.getByRole('button', { name: 'Hang Sticker on the word' })).toBeVisible()
  })

  await test.step('removing it and undoing brings it back where it was', async () => {
    const before = await pictureAt(page, tMs)
    await pictures.getByRole('button', { name: 'Remove Sticker', exact: true }).click()
    await expect.poll(async () => (await pictureAt(page, tMs)).pixels).toBe(0)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect.poll(() => pictureAt(page, tMs)).toEqual(before)
  })

  await test.step('the file shows it where the preview does', async () => {
    const shown = await pictureAt(page, tMs)
    await savedDocument(page)
    await page.getByRole('tab', { name: 'Export' }).click()
    const path = await exportVideo(page, testInfo.outputPath('picture.mp4'))
    const found = boxOfColour(await frameAt(path, tMs, { width: 270, height: 480 }), RGB, TOLERANCE)
    expect(found.pixels).toBeGreaterThan(20)
    for (const edge of ['left', 'right', 'top', 'bottom'] as const)
      expect(Math.abs(found[edge] - shown[edge]), edge).toBeLessThan(0.02)
  })
})

async function pictureAt(page: Page, tMs: number): Promise<ColourBox> {
  return boxOfColour(await previewAt(page, tMs), RGB, TOLERANCE)
}

function widthOf({ left, right }: ColourBox): number {
  return right - left
}
