import type { Page } from '@playwright/test'
import { fixture, scriptOf } from '../fixtures/fixture.ts'
import { openPage } from './alive.ts'
import { chooseClip, expectPrepared } from './clip.ts'
import { correctWord, exportVideo, openTranscript } from './editor.ts'
import { factsOf } from './exported-file.ts'
import { expect, test } from './journey.ts'
import { fillSignUp, somebody } from './person.ts'
import { middleOf } from './touch.ts'

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

test('starts captions without scrolling, and edits a word by two taps, however slow', async ({ page }) => {
  await openPage(page, '/signup')
  await fillSignUp(page, somebody())
  await expect(page.getByText('Pick a video from your phone')).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByText(/\bdrop\b|paste it/iu)
      .filter({ visible: true }),
  ).toHaveCount(0)
  await chooseClip(page, await fixture('sentence-small'))
  await expectPrepared(page, 10)
  await expect(page.getByRole('button', { name: 'Make captions · 10 credits' })).toBeInViewport({ ratio: 1 })
  await page.getByText('Paste your script').tap()
  await page.getByRole('textbox', { name: 'Your script' }).fill(scriptOf('sentence-small'))
  const start = page.getByRole('button', { name: 'Make captions · 10 credits' })
  await expect(start).toBeInViewport({ ratio: 1 })
  await start.tap()

  const transcript = await openTranscript(page)
  const said = (text: string) => transcript.getByRole('button', { name: text, exact: true })
  const field = (text: string) => page.getByRole('textbox', { name: `Edit “${text}”` })
  const { x, y } = await middleOf(said('good'))
  await page.touchscreen.tap(x, y)
  await page.touchscreen.tap(x, y)
  await field('good').fill('great')
  await field('good').press('Enter')
  await expect(said('great')).toBeVisible()

  await said('clear').tap()
  await expect(said('clear')).toHaveAttribute('aria-pressed', 'true')
  await said('one').tap()
  await expect(page.getByRole('textbox', { name: /^Edit/u }), 'taps on two words').toBeHidden()
  await page.getByRole('tab', { name: 'Export' }).tap()
  await page.getByRole('tab', { name: 'Transcript' }).tap()
  await said('one').tap()
  await expect(field('one')).toBeFocused()
})

test('a silent, transparent WebM says so where its captions are typed and exported', async ({ page }) => {
  await openPage(page, '/signup')
  await fillSignUp(page, somebody())
  await chooseClip(page, await fixture('silent-transparent'))
  await expect(page.getByText('This video has no sound')).toBeVisible({ timeout: 60_000 })
  await expectFits(page)
  await page.getByRole('tab', { name: 'Export' }).tap()
  await expect(page.getByText('Transparency is not kept')).toBeVisible()
  await expect(page.getByText('There are no captions yet')).toBeVisible()
  await expect(page.getByRole('link', { name: /^SRT/u })).toHaveCount(0)
  await expectFits(page)
  await page.getByRole('tab', { name: 'Transcript' }).tap()
  await page.getByRole('textbox', { name: 'Add a caption at the playhead' }).fill('Look at this')
  await page.getByRole('button', { name: /^Add at/u }).tap()
  await expect(page.getByText('This video has no sound')).toBeHidden()
  await page.getByRole('tab', { name: 'Export' }).tap()
  await expect(page.getByRole('link', { name: /^SRT/u })).toBeVisible()
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
