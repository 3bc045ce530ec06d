import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openPage } from './alive.ts'
import { expect, test } from './journey.ts'
import { signUpByApi, fillSignUp, somebody } from './person.ts'

const PHONE = { width: 390, height: 800 }

test('a visitor reaches every page of the bar and the footer', async ({ page }) => {
  await page.goto('/affiliate')
  for (const name of ['Home', 'Pricing', 'Affiliate', 'Support', 'Updates', 'Contact'])
    await expect(bar(page).getByRole('link', { name, exact: true })).toBeVisible()
  const footer = page.getByRole('contentinfo')
  for (const name of ['Affiliate Program', 'Status', 'Privacy', 'Terms', 'Cookie', 'Refund'])
    await expect(footer.getByRole('link', { name, exact: true })).toBeVisible()
})

for (const path of ['/billing', '/collaborators', '/storage', '/profile']) {
  test(`${path} needs a log-in, and opens after it`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveURL(`/auth?from=${encodeURIComponent(path)}`)
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
    await fillSignUp(page, somebody())
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}

test('a new affiliate has the affiliate bar and a link home with their code', async ({ page, request }) => {
  const username = await becomeAffiliate(page)
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(page.getByRole('banner').getByText('Affiliate Partner').first()).toBeVisible()
  await expect(bar(page).getByRole('link', { name: 'Payout Settings' })).toBeVisible()
  await page.getByRole('link', { name: /home$/ }).click()
  await expect(bar(page).getByRole('link', { name: 'Pricing' })).toBeVisible()

  const answer = await request.get(`/${username.toUpperCase()}/`, { maxRedirects: 0 })
  expect(answer.status()).toBe(302)
  expect(answer.headers()['location']).toMatch(/^\/\?ref=[0-9A-Z]{8}$/)
  expect(answer.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' })
})

test('an unknown name is Page Not Found, for readers and programs', async ({ page, complaints }) => {
  complaints.allow(/status of 404/)
  const response = await page.goto('/nobody-has-this-name')
  expect(response?.status()).toBe(404)
  await expect(page.getByText("The page you're looking for doesn't exist or has been moved.")).toBeVisible()
})

test('on a phone the menu covers the page, locks its scroll and has the affiliate links', async ({ page }) => {
  await becomeAffiliate(page)
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Promotional Materials' })).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'Promotional Materials' }).click()
  await expect(page).toHaveURL('/affiliate/materials')
  await expect(menu).toBeHidden()
})

test('covers the page offline and keeps its input until the network is back', async ({ page, context, complaints }) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED/)
  await openPage(page, '/signup')
  await page.getByLabel('E-mail').fill('half-a-mail@')
  await context.setOffline(true)
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible()
  await expect(page.getByText('Please check your internet connection and try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Retry Connection' }).click()
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: "You're offline" })).toBeHidden()
  await expect(page.getByLabel('E-mail')).toHaveValue('half-a-mail@')
})

for (const { colorScheme, stored, shows } of [
  { colorScheme: 'dark', stored: null, shows: 'dark' },
  { colorScheme: 'light', stored: null, shows: 'light' },
  { colorScheme: 'dark', stored: 'light', shows: 'light' },
  { colorScheme: 'light', stored: 'dark', shows: 'dark' },
] as const) {
  test(`a ${colorScheme} system with ${stored ?? 'nothing'} remembered shows ${shows}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/affiliate')
    if (stored !== null) {
      await page.evaluate((theme) => localStorage.setItem('theme', theme), stored)
      await page.reload()
    }
    await expect(page.locator('html')).toHaveAttribute('data-theme', shows)
  })
}

/** Signs up a new user and joins the programme; ends on the confirmation. @returns their username */
async function becomeAffiliate(page: Page): Promise<string> {
  await signUpByApi(page)
  const username = `ada-${randomUUID().slice(0, 8)}`
  await openPage(page, '/affiliate/signup')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Where will you share your link?').fill('A channel about cooking')
  await page.getByLabel('Country you live in').selectOption('Germany')
  await page.getByRole('checkbox').check()
  await page.getByRole('main').getByRole('button', { name: 'Become an affiliate' }).click()
  await expect(page.getByText('You are an affiliate')).toBeVisible()
  return username
}

function bar(page: Page) {
  return page.getByRole('navigation', { name: 'Main' })
}
