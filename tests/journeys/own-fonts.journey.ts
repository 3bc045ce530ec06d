import { expect, type Page } from '@playwright/test'
import { variableFont } from '../support/fonts.ts'
import { expectSaved, exportVideo, previewAt } from './editor.ts'
import { boxOfColour, frameAt } from './exported-file.ts'
import { test } from './journey.ts'
import { signUpByApi } from './person.ts'
import { openCaptioned, openCopy, openPrepared } from './sample.ts'

/** White letters, after encoding. */
const LETTERS = [255, 255, 255] as const

test('adds a font, sees it on the video, exports with it, and removes it', async ({
  page,
  sample,
  complaints,
}, testInfo) => {
  complaints.allow(/415 \(Unsupported Media Type\)/)
  await openCaptioned(page, sample)
  await page.getByRole('tab', { name: 'Style' }).click()
  const panel = page.getByRole('region', { name: 'Style', exact: true })
  await panel.locator('summary').filter({ hasText: /^Font/ }).click()
  const fonts = panel.getByRole('region', { name: 'Your fonts' })

  await test.step('a file that is no font is refused in one sentence', async () => {
    await addFont(page, { name: 'notes.ttf', buffer: Buffer.from('no font') })
    await expect(fonts).toContainText('We couldn’t read this font. Choose a TTF, OTF, WOFF or WOFF2 file.')
  })

  await test.step('a font is listed with its weights and coverage', async () => {
    await addFont(page, { name: 'instrument.woff2', buffer: await variableFont() })
    await expect(fonts.getByRole('listitem')).toContainText(
      /Instrument Sans.*weights 400–700.*Latin · embedding allowed/,
    )
  })

  const position = await page.getByRole('slider', { name: 'Position', exact: true }).inputValue()
  const shownMs = 100 * Math.round(Number(position) / 100 + 3)
  const published = boxOfColour(await previewAt(page, shownMs), LETTERS, 60)
  const list = panel.getByRole('combobox', { name: 'Font', exact: true })
  await list.fill('instrument sans')
  await expect(page.getByRole('group', { name: 'Your fonts' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(list).toHaveValue(/Instrument Sans/)
  await expect
    .poll(async () => widthOf(boxOfColour(await previewAt(page, shownMs), LETTERS, 60)))
    .not.toBe(widthOf(published))
  await expectSaved(page)

  await test.step('the file has the letters of the preview', async () => {
    const preview = boxOfColour(await previewAt(page, shownMs), LETTERS, 60)
    await page.getByRole('tab', { name: 'Export' }).click()
    const file = await exportVideo(page, testInfo.outputPath('own-font.mp4'))
    const exported = boxOfColour(await frameAt(file, shownMs, { width: 270, height: 480 }), LETTERS, 60)
    expect(Math.abs(widthOf(exported) - widthOf(preview))).toBeLessThan(0.02)
  })

  await page.getByRole('tab', { name: 'Style' }).click()
  await panel.locator('summary').filter({ hasText: /^Font/ }).click()
  await fonts.getByRole('button', { name: /^Remove Instrument Sans/ }).click()
  await expect(panel).toContainText('This font is missing. The captions use the font of the template.')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(list).toHaveValue(/Instrument Sans/)
})

test('the colours and the template of the brand kit are there for the next video', async ({ page, sample }) => {
  const person = await signUpByApi(page)
  await openCopy(page, sample, person)
  await page.getByRole('tab', { name: 'Style' }).click()
  const kit = page.getByRole('region', { name: 'Brand kit' })
  await kit.getByRole('textbox', { name: 'New brand colour', exact: true }).fill('#00AAFF')
  await kit.getByRole('button', { name: 'Add to brand kit' }).click()
  await expect(kit.getByRole('button', { name: 'Remove #00aaff' })).toBeVisible()
  await kit.getByRole('button', { name: 'Save this look to the brand kit' }).click()
  await expect(kit.getByRole('switch', { name: 'Follow the brand kit' })).toBeChecked()
  const panel = page.getByRole('region', { name: 'Style', exact: true })
  await panel.getByRole('button', { name: 'Use #00aaff' }).first().click()
  await expect(panel.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue('#00aaff')
  await expectSaved(page)

  await openPrepared(page, sample, person)
  await expect(page.getByText('Your captions start in the template Karaoke')).toBeVisible()
})

async function addFont(page: Page, { name, buffer }: { name: string; buffer: Buffer }): Promise<void> {
  await page.getByLabel('Add a font').setInputFiles({ name, mimeType: 'font/ttf', buffer })
}

function widthOf({ left, right }: ReturnType<typeof boxOfColour>): number {
  return right - left
}
