import type { Page } from '@playwright/test'
import { PAGES } from '../authorization/table.ts'
import { fixture } from '../fixtures/fixture.ts'
import { expectAccessible, expectAccessibleInEveryLook } from './accessibility.ts'
import { chooseClip, expectPrepared } from './clip.ts'
import { openTranscript } from './editor.ts'
import { expect, test } from './journey.ts'
import { signUp } from './person.ts'
import { type Look, LOOKS, show } from './screens.ts'

/** Pages without parameters; a project's page has a test of its own. */
const FIXED = Object.entries(PAGES).filter(([path]) => !path.includes(':') && path !== '*')

/** A walk through some forty pages, each looked at more than once. */
const WALK_MS = 400_000

test('every public page keeps WCAG 2.2 AA in both themes on a desktop', async ({ page, complaints }) => {
  test.setTimeout(WALK_MS)
  complaints.allow(/status of 404/)
  await walkPublicPages(
    page,
    LOOKS.filter(({ name }) => name.startsWith('desktop')),
  )
})

// Colours are those of the desktop: one theme shows what the narrow layout breaks.
test('every public page keeps WCAG 2.2 AA on a phone', async ({ page, complaints }) => {
  test.setTimeout(WALK_MS)
  complaints.allow(/status of 404/)
  await walkPublicPages(
    page,
    LOOKS.filter(({ name }) => name === 'phone dark'),
  )
})

test('every guarded page keeps WCAG 2.2 AA in both themes, on a desktop and on a phone', async ({ page }) => {
  test.setTimeout(WALK_MS)
  await signUp(page)
  for (const [path, who] of FIXED) {
    if (who !== 'guarded') continue
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleInEveryLook(page, path)
  }
})

test('the menus keep WCAG 2.2 AA', async ({ page }) => {
  await signUp(page)
  for (const look of LOOKS) {
    await show(page, look)
    await page.getByRole('button', { name: /^Your account/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    await expectAccessible(page, `the user menu, ${look.name}`)
    await page.keyboard.press('Escape')
    if (look.width >= 640) continue
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expectAccessible(page, `the mobile menu, ${look.name}`)
    await page.keyboard.press('Escape')
  }
})

test('a project keeps WCAG 2.2 AA before its captions, in the editor, and at its export', async ({ page }) => {
  await signUp(page)
  await chooseClip(page, await fixture('sentence-small'))
  await expectPrepared(page, 10)
  await expectAccessibleInEveryLook(page, 'before the captions')

  await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()
  const transcript = await openTranscript(page)
  await transcript.locator('[data-word]').first().click()
  await expectAccessibleInEveryLook(page, 'the editor, a word selected')
  await page.getByRole('button', { name: 'Find and replace' }).click()
  await page.getByRole('tab', { name: 'Export' }).click()
  await expectAccessibleInEveryLook(page, 'find and replace, the export panel')
})

test('a person switches the theme, and it is still chosen after a reload', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
})

async function walkPublicPages(page: Page, looks: readonly Look[]): Promise<void> {
  for (const [path, who] of [...FIXED, ['/nowhere', 'public'] as const]) {
    if (who === 'guarded') continue
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleInEveryLook(page, path, looks)
  }
}
