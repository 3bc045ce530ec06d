import type { Locator, Page } from '@playwright/test'
import type { ClipName } from '../fixtures/clips.ts'
import { fixture, scriptOf } from '../fixtures/fixture.ts'
import { chooseClip, expectPrepared } from './clip.ts'
import { openTranscript } from './editor.ts'
import { signUp } from './person.ts'

/** Signs up and captions a clip with its script. @param clip default: one sentence @returns the words in the editor */
export async function openCaptioned(page: Page, clip: ClipName = 'sentence-small'): Promise<Locator> {
  await signUp(page)
  return captionClip(page, clip)
}

/** Captions a clip with its script, from /upload. @param clip default: one sentence @returns the words in the editor */
export async function captionClip(page: Page, clip: ClipName = 'sentence-small'): Promise<Locator> {
  await chooseClip(page, await fixture(clip))
  await expectPrepared(page, 10)
  return captionPrepared(page, clip)
}

/** Captions a prepared clip with its script, on its page. @param clip default: one sentence @returns the words in the editor */
export async function captionPrepared(page: Page, clip: ClipName = 'sentence-small'): Promise<Locator> {
  await page.getByText('Paste your script').click()
  await page.getByRole('textbox', { name: 'Your script' }).fill(scriptOf(clip))
  await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()
  return openTranscript(page)
}
