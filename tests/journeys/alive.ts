import { expect, type Page } from '@playwright/test'

/**
 * Waits until the page is hydrated; a press on the server's HTML only takes effect later. The theme button gets its
 * name on hydration.
 */
export async function expectAlive(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Switch to (light|dark) theme$/ })).toBeVisible()
}

/** Opens a page and waits until it is hydrated. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expectAlive(page)
}
