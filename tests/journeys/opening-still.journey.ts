import type { Page } from '@playwright/test'
import { openEarly } from './early.ts'
import { openTranscript } from './editor.ts'
import { expect, test } from './journey.ts'
import { openCaptioned, type Sample } from './sample.ts'

const SIZES = [
  { width: 1_440, height: 900 },
  { width: 800, height: 1_100 },
  { width: 390, height: 844 },
]

test('an editor shows its areas and captions before its code loads, where it then draws them', async ({
  page,
  sample,
}) => {
  const path = await openAndLeave(page, sample)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    const release = await openEarly(page, path)
    await expect(stillOf(page)).toBeVisible()
    const place = await stillOf(page).boundingBox()
    const areas = await areasOf(page)
    await release()
    await expect(pictureOf(page)).toBeVisible()
    await expect(stillOf(page)).toBeHidden()
    const drawn = await pictureOf(page).boundingBox()
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(place?.[side], `${side} at ${size.width}`).toBeCloseTo(drawn?.[side] ?? Number.NaN, 0)
    expect(areas).toHaveLength(size.width > 1_000 ? 4 : 3)
    expect(await areasOf(page)).toEqual(areas)
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('a still stands above a closed timeline, and follows the size of the window', async ({ page, sample }) => {
  const path = await openAndLeave(page, sample)
  await page.goto(path)
  await openTranscript(page)
  await page.getByRole('button', { name: 'Timeline' }).click()
  await expect.poll(async () => (await pictureOf(page).boundingBox())?.height).toBeGreaterThan(600)

  const release = await openEarly(page, path)
  await expect(stillOf(page)).toBeVisible()
  await page.setViewportSize({ width: 1_200, height: 700 })
  const place = await stillOf(page).boundingBox()
  await release()
  await expect(stillOf(page)).toBeHidden()
  expect((await pictureOf(page).boundingBox())?.height).toBeCloseTo(place?.height ?? Number.NaN, 0)
})

test('an address with a time has no still', async ({ page, sample }) => {
  const path = await openAndLeave(page, sample)
  await page.goto(`${path}?t=1000`)
  await openTranscript(page)
  expect(await stillRequests(page)).toBe(0)
})

test('a still ends when the areas of the editor are arranged otherwise', async ({ page, sample }) => {
  const path = await openAndLeave(page, sample)
  await openEarly(page, path)
  await expect(stillOf(page)).toBeVisible()
  await page.setViewportSize({ width: 1_000, height: 700 })
  await expect(stillOf(page)).toBeHidden()
})

test('a still never covers why captions cannot be opened', async ({ page, sample, complaints }) => {
  complaints.allow(/Failed to load resource/)
  const path = await openAndLeave(page, sample)
  await page.route('**/api/captions/*/document', (route) => route.fulfill({ status: 503, json: {} }))
  const release = await openEarly(page, path)
  await expect(stillOf(page)).toBeVisible()
  await release()
  await expect(page.getByText('The captions could not be opened')).toBeVisible()
  await expect(stillOf(page)).toBeHidden()
})

/** Captions a video, and leaves its editor. @returns its path */
async function openAndLeave(page: Page, sample: Sample): Promise<string> {
  await openCaptioned(page, sample)
  await expect(pictureOf(page)).toBeVisible()
  const path = new URL(page.url()).pathname
  await page.goto('/upload')
  return path
}

/** The live captions, which are as large as the picture. */
function pictureOf(page: Page) {
  return page.locator('canvas[data-captions="drawn"]').first()
}

function stillOf(page: Page) {
  return page.locator('img[elementtiming="opening-still"]')
}

/** The names and places of the areas around the picture, in whole px. */
function areasOf(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('[class*="grid-area:"]')]
      .flatMap((area) => {
        const name = getComputedStyle(area).gridRowStart
        const { x, y, width, height } = area.getBoundingClientRect()
        return width > 0 && Number.isNaN(Number(name))
          ? [[name, ...[x, y, width, height].map(Math.round)].join(' ')]
          : []
      })
      .toSorted(),
  )
}

function stillRequests(page: Page): Promise<number> {
  return page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/stills/')).length,
  )
}
