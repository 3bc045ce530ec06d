import { expect, type Locator, type Page } from '@playwright/test'
import { exportVideo } from './editor.ts'
import { focusFault } from './focus-ring.ts'

/** More than any page has between its top and its main control. */
const MAX_TABS = 120

/** Presses Tab until the target has the focus, which stays visible on the way. @returns the number of presses */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<number> {
  await expect(target).toBeVisible()
  for (let tabs = 0; ; tabs += 1) {
    if (await hasFocus(target)) return tabs
    expect(tabs, `tabs until ${String(target)}`).toBeLessThan(MAX_TABS)
    await press(page, key)
  }
}

/** Presses keys one after another; the focus stays visible. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
  await expectFocusVisible(page)
}

/** Tabs to a button or link and presses Enter. */
export async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Tabs to a field and types. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** From the panel of the style: exports the video and saves the download. @returns the file's path */
export async function exportByKeyboard(page: Page, saveAs: string): Promise<string> {
  await tabTo(page, page.getByRole('tab', { selected: true }), 'Shift+Tab')
  await press(page, 'ArrowRight')
  await expect(page.getByRole('tab', { name: 'Export', selected: true })).toBeFocused()
  return exportVideo(page, saveAs, (target) => pressOn(page, target))
}

/** Expects that the focused element shows that it has the focus, where the person can see it. */
async function expectFocusVisible(page: Page): Promise<void> {
  const fault = await page.evaluate(focusFault)
  // The focus may follow an edit one frame later.
  if (fault !== undefined) await expect.poll(() => page.evaluate(focusFault)).toBeUndefined()
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement)
}
