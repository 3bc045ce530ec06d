import { openPage } from './alive.ts'
import { expect, test } from './journey.ts'
import { INFORMATION } from './information-pages.ts'

test('the blog is announced as the specification says: 75% complete', async ({ page }) => {
  await page.goto('/blog')
  await expect(page.getByText('75% complete', { exact: true })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '75')
})

test('a visitor compares a year with a month, and goes on to sign up', async ({ page }) => {
  await openPage(page, '/pricing')
  const pro = page.getByRole('article', { name: 'Pro' })
  await expect(pro).toContainText('$29')
  await page.getByRole('radio', { name: 'Monthly' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(pro).toContainText('$23.20')
  await pro.getByRole('link', { name: 'Choose Pro' }).click()
  await expect(page).toHaveURL(/\/signup\?from=/)
})

test('without JavaScript every page of information can be read', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL !== undefined && { baseURL }) })
  const page = await context.newPage()
  for (const [path, title] of Object.entries(INFORMATION)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  }
  await page.goto('/')
  await expect(page.locator('noscript p')).toBeVisible()
  await expect(page.getByRole('figure')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pause the demo' })).toBeHidden()
  await expect(page.getByRole('group', { name: 'Caption look' })).toBeHidden()
  await page.goto('/faq')
  await page.getByText('Is there a watermark?').click()
  await expect(page.getByText('No, not even on the free plan.')).toBeVisible()
  await context.close()
})

test('the updates open from another page, with the notes of each release', async ({ page }) => {
  await openPage(page, '/blog')
  await page.getByRole('link', { name: 'Read the updates' }).click()
  await expect(page.getByRole('heading', { name: 'Updates', level: 1 })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Beta 1' })).toContainText('Uploads survive a reload')
})

test('a policy has its contents at hand, and its sections have addresses', async ({ page }) => {
  await page.goto('/privacy')
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Your rights' }).click()
  await expect(page).toHaveURL('/privacy#your-rights')
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeInViewport()
  await expect(page.getByRole('link', { name: /^legal@/ }).first()).toHaveAttribute('href', /^mailto:legal@/)
})
