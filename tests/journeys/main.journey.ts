import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { fixture } from '../fixtures/fixture.ts'
import { beginningOf, dropClip, expectCredits, expectPrepared } from './clip.ts'
import {
  correctWord,
  downloadCaptions,
  expectSaved,
  exportVideo,
  openTranscript,
  previewAt,
  type SavedCaptions,
} from './editor.ts'
import { boxOfColour, type ColourBox, factsOf, frameAt } from './exported-file.ts'
import { expect, test } from './journey.ts'
import { fillSignUp, somebody } from './person.ts'

/** A person talking, recorded upright at 1080×1920. */
const REAL_CLIP = resolve(import.meta.dirname, '../../../shared/media/video/talk-vertical.mp4')
/** A few sentences, enough for the captions that are checked. Each second is decoded and encoded several times. */
const CLIP_S = 10
/** The highlight colour of the chosen template, Karaoke. */
const HIGHLIGHT = [0xff, 0xe1, 0x4d] as const

test.setTimeout(420_000)

test('captions a clip from upload to download', async ({ page }, testInfo) => {
  // Without the recorded clip, a generated one of the same size is used.
  const whole = existsSync(REAL_CLIP) ? REAL_CLIP : await fixture('talk-vertical')
  const clip = await beginningOf(whole, { seconds: CLIP_S, saveAs: testInfo.outputPath('clip.mp4') })
  await captionAndExport(page, clip, testInfo.outputPath('exported.mp4'))
})

/**
 * The whole journey of a new user: sign up, drop, wait, correct, choose a template, export, download, and check the
 * file.
 */
async function captionAndExport(page: Page, clip: string, saveAs: string): Promise<void> {
  await page.goto('/signup')
  await fillSignUp(page, somebody())
  await dropClip(page, clip)
  await expectPrepared(page, 10)
  await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()

  const transcript = await openTranscript(page, 180_000)
  await expectCredits(page, 20)
  await correctWord(page, transcript.locator('[data-word]').first(), 'Wonderful')
  await expect(transcript.getByRole('button', { name: 'Wonderful', exact: true })).toBeVisible()
  await page.getByText('Karaoke', { exact: true }).click()
  await expectSaved(page)

  await page.getByRole('tab', { name: 'Export' }).click()
  const captions = await downloadCaptions(page)
  expect(captions.words[0]?.text).toBe('Wonderful')
  const moments = threeMoments(captions)
  const seen: ColourBox[] = []
  for (const ms of moments) seen.push(boxOfColour(await previewAt(page, ms), HIGHLIGHT, 24))

  const exported = await exportVideo(page, saveAs)
  await expectSameMovie(exported, clip)
  await expectHighlights(exported, moments, seen)
}

/**
 * Three times at which three words of one caption are spoken, in order: late in each word, when its sweep is nearly
 * done, and on a whole tenth of a second, where every clip has a frame.
 */
function threeMoments({ lines }: SavedCaptions): number[] {
  const perLine = lines.map((words) =>
    words.flatMap(({ t0, t1 }) => {
      const ms = Math.floor((t1 - 20) / 100) * 100
      return ms >= t0 + 0.4 * (t1 - t0) ? [ms] : []
    }),
  )
  const moments = perLine.find((line) => line.length >= 3)?.slice(0, 3) ?? []
  expect(moments, 'a caption with three words long enough').toHaveLength(3)
  return moments
}

async function expectSameMovie(exported: string, clip: string): Promise<void> {
  const [is, was] = await Promise.all([factsOf(exported), factsOf(clip)])
  expect(is.streams).toEqual(was.streams)
  expect(is.frames).toBe(was.frames)
  expect(Math.abs(is.durationMs - was.durationMs), 'within one frame of the original').toBeLessThanOrEqual(34)
}

/**
 * Expects each word's highlight in the file where the preview showed it, each later word further on in reading order.
 */
async function expectHighlights(
  exported: string,
  moments: readonly number[],
  seen: readonly ColourBox[],
): Promise<void> {
  const shown: ColourBox[] = []
  for (const ms of moments) {
    const frame = await frameAt(exported, ms - 10, { width: 540, height: 960 })
    shown.push(boxOfColour(frame, HIGHLIGHT, 40))
  }
  for (const [index, box] of shown.entries()) {
    expect(box.pixels, `a highlight at ${moments[index]} ms`).toBeGreaterThan(100)
    for (const edge of ['left', 'top', 'bottom'] as const) {
      expect(
        Math.abs(box[edge] - (seen[index]?.[edge] ?? -1)),
        `${edge} edge at ${moments[index]} ms, as previewed`,
      ).toBeLessThan(0.02)
    }
  }
  for (const [index, box] of shown.slice(1).entries()) {
    const before = shown[index]
    const further = before !== undefined && (box.top > before.bottom - 0.01 || box.left > before.left + 0.03)
    expect(further, `the word after ${moments[index]} ms stands after it`).toBe(true)
  }
}
