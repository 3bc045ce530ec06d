import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { openPage } from './alive.ts'
import { linkMailedTo } from './mailbox.ts'
import type { Product } from './product.ts'

/** Fills in /affiliate/signup and joins. @returns the username in the link */
export async function joinAs(page: Page, username = `dana-${randomInt(1_000_000_000)}`): Promise<string> {
  await openPage(page, '/affiliate/signup')
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await page.getByRole('textbox', { name: 'Where will you share your link?' }).fill('A channel about cooking')
  await page.getByLabel('Country you live in').selectOption('Germany')
  await page.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Become an affiliate' }).click()
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(page.getByRole('textbox', { name: 'Your link' })).toHaveValue(new RegExp(`/${username}$`))
  return username
}

/** A visitor on another device follows the link. */
export async function followLink(browser: Browser, link: URL): Promise<{ visitor: Page; close: () => Promise<void> }> {
  const elsewhere = await browser.newContext({ baseURL: link.origin })
  const visitor = await elsewhere.newPage()
  await visitor.goto(link.href)
  await expect(visitor).toHaveURL(/\/\?ref=/)
  await expect(visitor.getByRole('region', { name: 'Affiliate link' })).toBeVisible()
  return { visitor, close: () => elsewhere.close() }
}

/** Only users with a confirmed address count as referrals and are paid. */
export async function confirmAddress(page: Page, email: string): Promise<void> {
  await page.goto(await linkMailedTo(page, email, /Confirm your e-mail/))
  await expect(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()
}

/** Buys something with test money. @param wanted the query of the checkout's address, `plan=pro&interval=month` */
export async function payFor(page: Page, wanted: string): Promise<void> {
  await page.goto(`/billing/checkout?${wanted}`)
  await page.getByRole('button', { name: /of test money$/ }).click()
  await expect(page).toHaveURL(/\/billing\/return/)
}

/** Ages the affiliate programme by a number of days. */
export function advanceDays({ dataDir }: Product, days: number): void {
  execFileSync(process.execPath, ['tests/support/advance-clock.ts', dataDir, String(days)], { stdio: 'inherit' })
}
