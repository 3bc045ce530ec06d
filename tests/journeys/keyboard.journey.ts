import type { Page } from '@playwright/test'
import { fixture } from '../fixtures/fixture.ts'
import { openPage } from './alive.ts'
import { expectPrepared } from './clip.ts'
import { expectSaved, openTranscript } from './editor.ts'
import { factsOf } from './exported-file.ts'
import { expect, test } from './journey.ts'
import { exportByKeyboard, pressOn, tabTo, typeInto } from './keys.ts'
import { somebody } from './person.ts'

test('exports a video from the home page on, by keyboard alone', async ({ page }, testInfo) => {
  const clip = await fixture('sentence-small')
  await openPage(page, '/')
  await pressOn(page, page.getByRole('banner').getByRole('link', { name: 'Sign up' }))
  await signUpByKeyboard(page)
  await uploadByKeyboard(page, clip)
  await pressOn(page, page.getByRole('button', { name: 'Make captions · 10 credits' }))
  await correctByKeyboard(page)
  await chooseLookByKeyboard(page)
  const exported = await exportByKeyboard(page, testInfo.outputPath('exported.mp4'))
  const [is, was] = await Promise.all([factsOf(exported), factsOf(clip)])
  expect(is.frames).toBe(was.frames)
})

async function signUpByKeyboard(page: Page): Promise<void> {
  const { name, email, password } = somebody()
  await typeInto(page, page.getByLabel('Display name'), name)
  await typeInto(page, page.getByLabel('E-mail'), email)
  await typeInto(page, page.getByRole('textbox', { name: 'Password' }), password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible()
}

async function uploadByKeyboard(page: Page, clip: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Choose a video' })
  await expect(button).toBeEnabled()
  const chooser = page.waitForEvent('filechooser')
  await pressOn(page, button)
  await (await chooser).setFiles(clip)
  await expectPrepared(page, 10)
}

/** Skips the tour, corrects the second word, splits the line before the third and undoes the split. */
async function correctByKeyboard(page: Page): Promise<void> {
  const words = (await openTranscript(page)).locator('[data-word]')
  const tour = page.getByRole('dialog')
  await expect(tour).toContainText('Step 1 of 5')
  await page.keyboard.press('Escape')
  await expect(words.first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Wonderful')
  await page.keyboard.press('Enter')
  await expect(words.nth(1)).toHaveText('Wonderful')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('s')
  await expect(words.nth(2)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ArrowLeft')
  await expect(words.nth(1)).toBeFocused()
  await expectSaved(page)
}

async function chooseLookByKeyboard(page: Page): Promise<void> {
  const chosen = page.getByRole('group', { name: 'Templates' }).getByRole('radio', { checked: true })
  await tabTo(page, chosen)
  await expect(chosen).toHaveAccessibleName('Karaoke')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(chosen).toHaveAccessibleName('Follow Pill')
  await expectSaved(page)
}
