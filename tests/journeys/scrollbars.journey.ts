import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { signUpByApi } from './person.ts'

// Headless Chromium hides scrollbars unless configured otherwise; shown, they take up space as on Windows.
test.use({
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
})

test('opening a dialog does not move the page, with or without a scrollbar', async ({ page }) => {
  await signUpByApi(page)
  await page.goto('/profile')
  for (const { height, room } of [
    { height: 500, room: 15 },
    { height: 8_000, room: 0 },
  ]) {
    await page.setViewportSize({ width: 1280, height })
    // Without its footer a page is as high as the window, as a workspace is.
    if (room === 0)
      await page.getByRole('contentinfo').evaluate((footer) => footer.style.setProperty('display', 'none'))
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeVisible()
    const before = await title.boundingBox()
    expect(await roomOfScrollbar(page), `${height}`).toBe(room)
    await page.getByRole('button', { name: 'Change e-mail' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    const during = await title.boundingBox()
    expect([during?.x, during?.width], `${height}`).toEqual([before?.x, before?.width])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

async function roomOfScrollbar(page: Page): Promise<number> {
  return page.evaluate(() => innerWidth - document.documentElement.clientWidth)
}
