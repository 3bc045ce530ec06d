import { expect, type Page } from '@playwright/test'

/**
 * Waits until the page's scripts answer: the server's HTML is drawn before them, and a press there only takes effect
 * later. The theme's name is known only then.
 */
export async function expectAlive(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Switch to (light|dark) theme$/ })).toBeVisible()
}

/** Goes to a page, and waits until it answers. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expectAlive(page)
}
