import { fixture } from '../fixtures/fixture.ts'
import { expectAccessible } from './accessibility.ts'
import { chooseClip, expectPrepared } from './clip.ts'
import { openTranscript } from './editor.ts'
import { expect, test } from './journey.ts'
import { signUp } from './person.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('home, log-in, sign-up and upload pages keep WCAG 2.2 AA', async ({ page }) => {
      for (const path of ['/', '/login', '/signup']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page, path)
      }
      await signUp(page)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, '/upload')
    })

    test('a project keeps WCAG 2.2 AA before its captions, in the editor, and at its export', async ({ page }) => {
      await signUp(page)
      await chooseClip(page, await fixture('sentence-small'))
      await expectPrepared(page, 10)
      await expectAccessible(page, 'before the captions')

      await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()
      const transcript = await openTranscript(page)
      await transcript.locator('[data-word]').first().click()
      await expectAccessible(page, 'the editor, a word selected')
      await page.getByRole('button', { name: 'Find and replace' }).click()
      await page.getByRole('tab', { name: 'Export' }).click()
      await expectAccessible(page, 'find and replace, the export panel')
    })
  })
}

test('a person switches the theme, and it is still chosen after a reload', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
})
