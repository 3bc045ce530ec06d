import type { Locator, Page } from '@playwright/test'
import { expectSaved, openTranscript } from './editor.ts'
import { expect, test } from './journey.ts'
import { setTour, signUpByApi } from './person.ts'
import { openCopy, type Sample } from './sample.ts'

test('plays the captions full screen by a key and by a button, and returns', async ({ page, sample }) => {
  await openCaptions(page, sample)
  const canvas = page.locator('canvas[data-captions=drawn]')
  const small = await widthOf(page)
  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByRole('button', { name: 'Exit full screen' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Transcript' })).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Style' })).toBeHidden()
  await expect.poll(() => widthOf(page)).toBeGreaterThan(small)

  await test.step('draws the captions at that size', async () => {
    // As sharp as in the exported file, which has the size of the video.
    await expect(canvas).toHaveJSProperty('width', 270)
  })

  await test.step('plays, seeks and shows its panels there', async () => {
    await page.keyboard.press('Space')
    await expect(page.locator('video')).toHaveJSProperty('paused', false)
    await page.keyboard.press('Space')
    await expect(page.locator('video')).toHaveJSProperty('paused', true)
    await page.getByRole('slider', { name: 'Position', exact: true }).fill('1000')
    await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBe(1)
    await page.getByRole('button', { name: 'Playback options' }).click()
    await expect(page.getByRole('combobox', { name: 'Speed' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await page.getByRole('button', { name: 'Exit full screen' }).click()
  await expect(page.getByRole('list', { name: 'Transcript' })).toBeVisible()
  await expect.poll(() => widthOf(page)).toBe(small)
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: 'Exit full screen' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()
})

test('shows the tour once, step by step, and again on request', async ({ page, sample }) => {
  await openCaptions(page, sample, { tour: null })
  const tour = page.getByRole('dialog')
  await expect(tour).toContainText('Step 1 of 5')
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeFocused()
  for (const step of [2, 3, 4, 5]) {
    await page.keyboard.press('Enter')
    await expect(tour).toContainText(`Step ${step} of 5`)
    await expect(page.locator('[data-tour-target]')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Choose a style' })).toBeVisible()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(tour).toBeHidden()
  await expect(page.locator('[data-tour-target]')).toHaveCount(0)

  await page.reload()
  await openTranscript(page)
  await expect(page.locator('[data-lane=words]')).toBeVisible()
  await expect(tour).toBeHidden()
  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Show the tour' }).click()
  await expect(page.getByRole('dialog', { name: 'Your captions, on the picture' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tour).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('selects words by taps and hides them, and selects by dragging a finger', async ({ page, sample }) => {
    await openCaptions(page, sample)
    const words = page.getByRole('list', { name: 'Transcript' }).locator('[data-word]')
    const selected = page.getByRole('list', { name: 'Transcript' }).locator('[aria-pressed=true]')
    const select = page.getByRole('button', { name: 'Select', exact: true })
    await words.nth(1).tap()
    await words.nth(3).tap()
    await expect(selected).toHaveCount(1)

    await select.tap()
    await expect(select).toHaveAttribute('aria-pressed', 'true')
    await words.nth(1).tap()
    await expect(selected).toHaveCount(3)
    await page.getByRole('button', { name: 'Hide', exact: true }).tap()
    await expect(words.nth(3)).toHaveAccessibleDescription('Hidden: spoken, but not shown')
    await expect(words.nth(0)).not.toHaveAccessibleDescription('Hidden: spoken, but not shown')
    await dragFinger(page, words.nth(0), words.nth(2))
    await expect(selected).toHaveText([
      await words.nth(0).innerText(),
      await words.nth(1).innerText(),
      await words.nth(2).innerText(),
    ])
    await expectSaved(page)
  })
})

/** Drags a finger from one element to another. */
async function dragFinger(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)]
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [start])
  for (const part of [0.25, 0.5, 0.75, 1])
    await touch('touchMove', [{ x: start.x + part * (end.x - start.x), y: start.y + part * (end.y - start.y) }])
  await touch('touchEnd', [])
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('the element is not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The width of the picture on screen, px. */
function widthOf(page: Page): Promise<number> {
  return page.locator('video').evaluate((video) => video.clientWidth)
}

/** The editor of a spoken sentence. @param o.tour default: seen */
async function openCaptions(
  page: Page,
  sample: Sample,
  { tour = 'seen' }: { tour?: 'seen' | null } = {},
): Promise<void> {
  const person = await signUpByApi(page)
  if (tour === null) await setTour(page, tour)
  await openCopy(page, sample, person)
  await expect(page.locator('canvas[data-captions=drawn]')).toBeVisible()
}
