import type { Locator, Page } from '@playwright/test'
import { fixture, scriptOf } from '../fixtures/fixture.ts'
import { chooseClip, expectPrepared } from './clip.ts'
import { openTranscript } from './editor.ts'

const CLIP = 'sentence-small'

/** Captions a spoken sentence with its script, from /upload. @returns the words in the editor */
export async function captionClip(page: Page): Promise<Locator> {
  await chooseClip(page, await fixture(CLIP))
  await expectPrepared(page, 10)
  return captionPrepared(page)
}

/** Captions the prepared sentence with its script, on its page. @returns the words in the editor */
export async function captionPrepared(page: Page): Promise<Locator> {
  await page.getByText('Paste your script').click()
  await page.getByRole('textbox', { name: 'Your script' }).fill(scriptOf(CLIP))
  await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()
  return openTranscript(page)
}
