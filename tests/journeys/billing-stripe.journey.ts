import type { Page } from '@playwright/test'
import { sendSignUp, somebody } from './person.ts'
import { expect, test } from './set-up.ts'

// The page of the test's Stripe has no icon.
test.beforeEach(({ complaints }) => complaints.allow(/favicon|status of 404/))

test('a visitor buys pro through Stripe, upgrades for the difference, and cancels', async ({ page }) => {
  await page.goto('/pricing')
  await page.getByRole('article', { name: 'Pro' }).getByRole('link', { name: 'Choose Pro' }).click()
  await signUpAndPay(page)
  await expect(page.getByRole('heading', { name: 'Your Pro plan is ready' })).toBeVisible()
  await expect(credits(page, 630)).toBeVisible()
  await expect(page.getByText('Test money.')).toBeHidden()

  await page.getByRole('link', { name: 'Open Billing' }).click()
  await expect(plan(page)).toContainText('ending 4242')
  await page.getByRole('button', { name: 'Change plan' }).click()
  await expect(page.getByRole('radio', { name: /^Premium/ })).toBeChecked()
  await page.getByRole('button', { name: /^Change and pay \$/ }).click()
  await expect(plan(page)).toContainText('Premium')
  await expect(credits(page, 2_630)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Invoices' })).toContainText('Premium, a month')

  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByRole('button', { name: /^Cancel on/ }).click()
  await expect(plan(page)).toContainText('After that you are on Free')
})

test('with every webhook lost, returning to the page still activates plan and credits', async ({ page, stripe }) => {
  await stripe.losingWebhooks(async () => {
    await page.goto(`/signup?from=${encodeURIComponent('/billing/checkout?plan=basic&interval=month')}`)
    await signUpAndPay(page)
    await expect(page.getByRole('heading', { name: 'Your Basic plan is ready' })).toBeVisible()
    await expect(credits(page, 230)).toBeVisible()
  })
})

test('a user changes the card on the provider’s pages', async ({ page }) => {
  await page.goto(`/signup?from=${encodeURIComponent('/billing/checkout?plan=basic&interval=month')}`)
  await signUpAndPay(page)
  await page.getByRole('link', { name: 'Open Billing' }).click()
  const asked = page.waitForRequest(/\/portal\/cus_/)
  await page.getByRole('button', { name: 'Change card' }).click()
  await asked
})

/** The provider's page follows the sign-up, so no account menu is shown. */
async function signUpAndPay(page: Page): Promise<void> {
  await sendSignUp(page, somebody())
  await expect(page).toHaveURL(/\/pay\/cs_/)
  await page.getByRole('button', { name: 'Pay' }).click()
}

function plan(page: Page) {
  return page.getByRole('region', { name: 'Your plan' })
}

function credits(page: Page, amount: number) {
  return page.getByRole('banner').getByRole('img', { name: `${amount.toLocaleString('en-US')} credits` })
}
