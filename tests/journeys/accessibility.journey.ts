import type { Page } from '@playwright/test'
import { PAGES } from '../authorization/table.ts'
import { expectAccessible, expectAccessibleAndFitting, expectAccessibleInEveryLook } from './accessibility.ts'
import { openTranscript } from './editor.ts'
import { expect, test } from './journey.ts'
import { joinAs } from './affiliates.ts'
import { signUpByApi, signUp } from './person.ts'
import { openPrepared } from './sample.ts'
import { SCREENS, show } from './screens.ts'

/**
 * Pages without parameters, and one unknown address; project pages have their own test. Operator pages are checked in
 * operator.journey.ts: for everybody else they look like /operator.
 */
const FIXED = Object.entries({ ...PAGES, '/nowhere': 'public' as const }).filter(
  ([path]) => !path.includes(':') && path !== '*' && !path.startsWith('/operator/'),
)

/** A walk through some thirty pages, each checked more than once. */
const WALK_MS = 400_000

test('every public page meets WCAG 2.2 AA in both themes, and fits a phone', async ({ page, complaints }) => {
  test.setTimeout(WALK_MS)
  complaints.allow(/status of 404/)
  await walk(page, (who) => who === 'public')
})

test('every other page meets WCAG 2.2 AA in both themes, and fits a phone', async ({ page }) => {
  test.setTimeout(WALK_MS)
  await signUpByApi(page)
  await walk(page, (who) => who === 'guarded')
  await page.goto('/affiliate/dashboard')
  await expect(page.getByText('You are not an affiliate yet')).toBeVisible()
  await expectAccessibleAndFitting(page, '/affiliate/dashboard of somebody else')
  await joinAs(page)
  await walk(page, (who) => who === 'affiliate')
})

test('the menus meet WCAG 2.2 AA', async ({ page }) => {
  await signUp(page)
  let width = 0
  for (const screen of SCREENS) {
    const rules = screen.width === width ? 'colours' : 'all'
    width = screen.width
    await show(page, screen)
    await page.getByRole('button', { name: /^Your account/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    await expectAccessible(page, `the user menu, ${screen.name}`, rules)
    await page.keyboard.press('Escape')
    if (screen.width >= 640) continue
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
    await expectAccessible(page, `the mobile menu, ${screen.name}`, rules)
    await page.keyboard.press('Escape')
  }
})

test('a project meets WCAG 2.2 AA before its captions, in the editor, and at its export', async ({ page, sample }) => {
  await openPrepared(page, sample, await signUpByApi(page))
  await expectAccessibleInEveryLook(page, 'before the captions')

  await page.getByRole('button', { name: 'Make captions · 10 credits' }).click()
  const transcript = await openTranscript(page)
  await transcript.locator('[data-word]').first().click()
  await expectAccessibleInEveryLook(page, 'the editor, a word selected')
  await page.getByRole('button', { name: 'Find and replace' }).click()
  await page.getByRole('tab', { name: 'Export' }).click()
  await expectAccessibleInEveryLook(page, 'find and replace, the export panel')

  const word = transcript.locator('[data-word]').nth(1)
  for (const screen of [SCREENS[1], SCREENS[0]]) {
    await show(page, screen)
    await page.getByRole('textbox', { name: 'Find', exact: true }).fill(await word.innerText())
    await word.hover()
    await expectAccessible(page, `a found word under the mouse, ${screen.name}`, 'colours')
  }
})

test('a user switches the theme, and it survives a reload', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
})

async function walk(page: Page, isWanted: (who: string) => boolean): Promise<void> {
  for (const [path, who] of FIXED) {
    if (!isWanted(who)) continue
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleAndFitting(page, path)
  }
}
