import { expect, type Page } from '@playwright/test'

/** Opens a page under the new name of the site: each process learns of it a moment after it is saved. */
export async function openNamed(page: Page, path: string, title: string): Promise<void> {
  await expect(async () => {
    await page.goto(path)
    await expect(page).toHaveTitle(title, { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
}
