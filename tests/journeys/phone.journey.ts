import type { Page } from '@playwright/test'
import { fixture, scriptOf } from '../fixtures/fixture.ts'
import { openPage } from './alive.ts'
import { chooseClip, expectPrepared } from './clip.ts'
import { correctWord, exportVideo, openTranscript } from './editor.ts'
import { factsOf } from './exported-file.ts'
import { expect, test } from './journey.ts'
import { fillSignUp, somebody } from './person.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('exports a video on a phone, and no page is wider than the screen', async ({ page }, testInfo) => {
  await openPage(page, '/')
  await expectFits(page)
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('link', { name: 'Sign Up' }).tap()
  await fillSignUp(page, somebody())
  await expectFits(page)

  await chooseClip(page, await fixture('sentence-small'))
  await expectPrepared(page, 10)
  await expectFits(page)
  await page.getByText('Paste your script').tap()
  await page.getByRole('textbox', { name: 'Your script' }).fill(scriptOf('sentence-small'))
  await page.getByRole('button', { name: 'Make captions · 10 credits' }).tap()

  const transcript = await openTranscript(page)
  await expectFits(page)
  await correctWord(page, transcript.getByRole('button', { name: 'good', exact: true }), 'great')
  await expect(transcript.getByRole('button', { name: 'great', exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Style' }).tap()
  await page.getByText('Follow Pill', { exact: true }).tap()
  await expectFits(page)

  await page.getByRole('tab', { name: 'Export' }).tap()
  await expectFits(page)
  const exported = await factsOf(await exportVideo(page, testInfo.outputPath('phone.mp4')))
  expect(exported.streams).toEqual(['h264 270x480 yuv420p 30/1', 'aac'])
})

test('the menu opens and closes by touch and Escape, and the page behind it does not scroll', async ({ page }) => {
  await openPage(page, '/')
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden()
})

/** Horizontal scrolling on a phone means that something does not fit. */
async function expectFits(page: Page): Promise<void> {
  const { content, screen } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: innerWidth,
  }))
  expect(content, page.url()).toBeLessThanOrEqual(screen)
}
