import type { Page } from '@playwright/test'
import { openEarly } from './early.ts'
import { openTranscript } from './editor.ts'
import { expect, test } from './journey.ts'
import { openCaptioned, type Sample } from './sample.ts'

test('an editor that opens again shows its captions before its code loads', async ({ page, sample }) => {
  const { path, box } = await openAndLeave(page, sample)
  const release = await openEarly(page, path)
  await expect(stillOf(page)).toBeVisible()
  const place = await stillOf(page).boundingBox()
  for (const side of ['x', 'y', 'width', 'height'] as const) expect(place?.[side]).toBeCloseTo(box[side], 0)

  await release()
  await openTranscript(page)
  await expect(stillOf(page)).toBeHidden()
  expect(await pictureOf(page).boundingBox()).toEqual(box)
})

test('a time in the address and another window show no still', async ({ page, sample }) => {
  const { path } = await openAndLeave(page, sample)
  await page.goto(`${path}?t=1000`)
  await openTranscript(page)
  expect(await stillRequests(page)).toBe(0)

  await page.goto('/upload')
  await page.setViewportSize({ width: 1_000, height: 700 })
  await page.goto(path)
  await openTranscript(page)
  expect(await stillRequests(page)).toBe(0)
})

test('a still ends when the window changes its size', async ({ page, sample }) => {
  const { path } = await openAndLeave(page, sample)
  await openEarly(page, path)
  await expect(stillOf(page)).toBeVisible()
  await page.setViewportSize({ width: 1_000, height: 700 })
  await expect(stillOf(page)).toBeHidden()
})

test('a still never covers why captions cannot be opened', async ({ page, sample, complaints }) => {
  complaints.allow(/Failed to load resource/)
  const { path } = await openAndLeave(page, sample)
  await page.route('**/api/captions/*/document', (route) => route.fulfill({ status: 503, json: {} }))
  const release = await openEarly(page, path)
  await expect(stillOf(page)).toBeVisible()
  await release()
  await expect(page.getByText('The captions could not be opened')).toBeVisible()
  await expect(stillOf(page)).toBeHidden()
})

/** Opens a captioned video for the first time, and leaves its editor. @returns its path and the place of its picture */
async function openAndLeave(page: Page, sample: Sample) {
  await openCaptioned(page, sample)
  await expect(pictureOf(page)).toBeVisible()
  expect(await stillRequests(page)).toBe(0)
  const box = await pictureOf(page).boundingBox()
  if (box === null) throw new Error('the picture has no place')
  const path = new URL(page.url()).pathname
  await page.goto('/upload')
  return { path, box }
}

/** The live captions, which are as large as the picture. */
function pictureOf(page: Page) {
  return page.locator('canvas[data-captions="drawn"]').first()
}

function stillOf(page: Page) {
  return page.locator('img[src*="/opening.webp"]')
}

function stillRequests(page: Page): Promise<number> {
  return page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/stills/')).length,
  )
}
