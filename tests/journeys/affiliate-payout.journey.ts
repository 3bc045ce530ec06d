import type { Locator, Page } from '@playwright/test'
import { partOf } from '../drills/product-parts.ts'
import { expect, test } from './journey.ts'
import { expectMailed } from './mailbox.ts'
import { OPAL } from './operators.ts'
import { confirmAddress, followLink, joinAs, advanceDays, payFor } from './affiliates.ts'
import { signUpByApi, fillSignUp, somebody } from './person.ts'

/** The worker looks for due commissions when it starts, and once a minute. */
const MAINTENANCE = { timeout: 90_000, intervals: [1_000] }

test('pays an affiliate for a sale through their link, less a refunded third', async ({
  page,
  browser,
  product,
  complaints,
}) => {
  test.setTimeout(400_000)
  // Accounts are created from a plain page without an icon; a slow browser requests one.
  complaints.allow(/favicon\.ico/)
  const ada = await signUpByApi(page)
  await confirmAddress(page, ada.email)
  const username = await joinAs(page)
  const erin = somebody()

  await test.step('the affiliate sets a payout method', async () => {
    await page.goto('/affiliate/payout-settings')
    await page.getByLabel('E-mail of your PayPal account').fill('ada@example.com')
    await page.getByLabel('Country you live in').selectOption('Germany')
    await page.getByLabel('Country you pay tax in').selectOption('Germany')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('PayPal, a•••@e•••.com').first()).toBeVisible()
  })

  await test.step('a visitor follows the link, signs up and buys; the commission is pending', async () => {
    const { visitor, close } = await followLink(browser, new URL(`/${username}`, page.url()))
    await visitor.getByRole('button', { name: 'Yes, remember' }).click()
    await visitor.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click()
    await fillSignUp(visitor, erin)
    await expect(visitor).toHaveURL('/upload')
    await confirmAddress(visitor, erin.email)
    await payFor(visitor, 'plan=premium&interval=year')
    await close()
    await expectMoney(page, { total: '$264.96', event: 'Will be approved' })
  })

  const context = await browser.newContext({ baseURL: product.url })
  const operator = await context.newPage()
  await signUpByApi(operator, OPAL)
  await confirmAddress(operator, OPAL.email)

  await test.step('a refund of a third takes back exactly a third of the commission', async () => {
    await operator.goto('/operator/users')
    await operator.getByLabel('Search by name or address').fill(erin.email)
    await operator.keyboard.press('Enter')
    await operator.getByRole('row').filter({ hasText: erin.email }).getByRole('link').click()
    await operator.getByRole('button', { name: /^Refund/ }).click()
    const dialog = operator.getByRole('dialog')
    await dialog.getByLabel('Amount in USD').fill('220.80')
    await dialog.getByLabel('Reason').fill('A third of the year was not used')
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(operator.getByRole('table', { name: 'Payments' })).toContainText('$220.80')
    await expectMoney(page, { total: '$176.64', event: 'Reversed' })
    await expectMailed(page, ada.email, '$88.32 was reversed')
  })

  await test.step('after the hold it is approved and listed in the next batch', async () => {
    advanceDays(product, 31)
    process.kill(await partOf(product, 'worker'), 'SIGTERM')
    await expect(async () => {
      await page.goto('/affiliate/dashboard')
      await expect(page.getByRole('region', { name: 'Next payout' })).toContainText(/Approved\s*\$176\.64/, {
        timeout: 3_000,
      })
    }).toPass(MAINTENANCE)
    await operator.goto('/operator/payouts')
    await operator.getByRole('button', { name: 'Prepare this month' }).click()
    await operator.getByRole('dialog').getByRole('button', { name: 'Prepare' }).click()
    await expect(operator.getByRole('table', { name: 'Payouts' })).toContainText('$176.64')
  })

  await test.step('the operator approves and pays; the affiliate sees the payout and the statement', async () => {
    await operator.getByRole('button', { name: /^Approve 1 payout/ }).click()
    const dialog = operator.getByRole('dialog')
    await dialog.getByLabel('Your password').fill(OPAL.password)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await operator.getByRole('button', { name: /^Mark 1 payout/ }).click()
    await dialog.getByLabel('Reference').fill('TRANSFER-1')
    await dialog.getByRole('button', { name: 'Mark as paid' }).click()
    await expect(operator.getByRole('table', { name: 'Payouts' })).toContainText('TRANSFER-1')
    await page.goto('/affiliate/payout-settings')
    await expect(page.getByText(/reference TRANSFER-1/)).toBeVisible()
    await expectMailed(page, ada.email, 'We paid you $176.64')
    await page.getByRole('link', { name: /^Statement/ }).click()
    const sheet = page.getByRole('article')
    await expect(sheet).toContainText('Commission statement')
    await expect(sheet).toContainText('$662.40')
    await expect(sheet.getByRole('row', { name: /^Total/ })).toContainText('$176.64')
    await page.emulateMedia({ media: 'print' })
    expect(await inkOf(page, sheet, 'dark'), 'on paper').toBe(await inkOf(page, sheet, 'light'))
  })
  await context.close()
})

/** The colour of a sheet's heading in a theme. */
async function inkOf(page: Page, sheet: Locator, theme: 'dark' | 'light'): Promise<string> {
  await page.evaluate((theme) => void (document.documentElement.dataset['theme'] = theme), theme)
  return sheet
    .getByRole('heading')
    .first()
    .evaluate((heading) => getComputedStyle(heading).color)
}

/** Expects the dashboard's total and the newest referral's event. */
async function expectMoney(page: Page, { total, event }: { total: string; event: string }): Promise<void> {
  await page.goto('/affiliate/dashboard')
  await expect(page.getByLabel('This month').getByText(total)).toBeVisible()
  await page.getByRole('region', { name: 'Newest referrals' }).getByRole('link', { name: /Paid/ }).click()
  await expect(page.getByRole('dialog').getByText(event).first()).toBeVisible()
}
