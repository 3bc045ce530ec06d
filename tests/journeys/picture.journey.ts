import { type Locator, type Page } from '@playwright/test'
import { exportVideo, expectSaved } from './editor.ts'
import { boxOfColour, frameAt } from './exported-file.ts'
import { expect, test } from './journey.ts'
import { openCaptioned, type Sample } from './sample.ts'
import { boxOf, createFingers, middleOf } from './touch.ts'

/** White letters, after encoding. */
const LETTERS = [255, 255, 255] as const

test('drags a caption on the picture, undoes it, and exports it where it stands', async ({
  page,
  sample,
}, testInfo) => {
  await openCaptions(page, sample)
  const caption = captionOf(page)
  const shownMs = Number(await page.getByRole('slider', { name: 'Position', exact: true }).inputValue())
  await expect(caption).toHaveAccessibleName(/50% across, 68% down/)

  await test.step('shows guides while it snaps to the upper third', async () => {
    await dragTo(
      page,
      caption,
      { x: 0.5, y: 0.34 },
      { whileHeld: () => expect(page.locator('[data-guide]')).toHaveCount(2) },
    )
    await expect(caption).toHaveAccessibleName(/50% across, 33.3% down/)
    await expect(page.locator('[data-guide]')).toHaveCount(0)
  })

  await test.step('one undo returns it', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(caption).toHaveAccessibleName(/68% down/)
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect(caption).toHaveAccessibleName(/33.3% down/)
  })

  await test.step('a click beside the caption plays', async () => {
    const { x, y, width, height } = await boxOf(page.locator('[data-picture]'))
    await page.mouse.click(x + width / 2, y + height * 0.8)
    await expect(page.getByRole('button', { name: 'Pause' }).first()).toBeVisible()
    await page.mouse.click(x + width / 2, y + height * 0.8)
  })

  await expectSaved(page)
  await page.getByRole('tab', { name: 'Export' }).click()
  const exported = await exportVideo(page, testInfo.outputPath('placed.mp4'))
  const { top, bottom, pixels } = boxOfColour(
    await frameAt(exported, shownMs + 300, { width: 270, height: 480 }),
    LETTERS,
    60,
  )
  expect(pixels).toBeGreaterThan(50)
  expect((top + bottom) / 2).toBeGreaterThan(0.28)
  expect((top + bottom) / 2).toBeLessThan(0.39)
})

test('moves, resizes, types and resets a caption by keys alone', async ({ page, sample }) => {
  await openCaptions(page, sample)
  const caption = captionOf(page)
  await caption.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(caption).toHaveAccessibleName(/62% down/)
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Caption text' })
  await expect(field).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('Well, ')
  await page.keyboard.press('Enter')
  await expect(caption).toHaveAccessibleName(/“Well, /)
  await caption.focus()
  await page.keyboard.press('Delete')
  await expect(caption).toHaveAccessibleName(/68% down/)
  await expectSaved(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('drags a caption by touch without scrolling the page', async ({ page, sample }) => {
    await openCaptions(page, sample)
    const caption = captionOf(page)
    const [fingers, middle] = [await createFingers(page), await middleOf(caption)]
    await fingers.down(middle)
    await fingers.dragBy(middle, { y: -70 })
    await expect(caption).not.toHaveAccessibleName(/68% down/)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expectSaved(page)
  })
})

/** The editor of a spoken sentence. */
async function openCaptions(page: Page, sample: Sample): Promise<void> {
  await openCaptioned(page, sample)
  await expect(captionOf(page)).toBeVisible()
}

function captionOf(page: Page): Locator {
  return page.getByRole('group', { name: /^Caption “/ })
}

type Hold = { whileHeld(): Promise<void> }

/** Drags a caption by its centre to a point of the picture, as fractions. */
async function dragTo(page: Page, caption: Locator, to: { x: number; y: number }, { whileHeld }: Hold): Promise<void> {
  const [from, picture] = [await boxOf(caption), await boxOf(page.locator('[data-picture]'))]
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(picture.x + to.x * picture.width, picture.y + to.y * picture.height, { steps: 8 })
  await whileHeld()
  await page.mouse.up()
}
