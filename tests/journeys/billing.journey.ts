import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { expectMailed } from './mailbox.ts'
import { fillSignUp, somebody } from './person.ts'

test('a visitor chooses pro, signs up, pays with test money, and goes on to manage the plan', async ({
  page,
  complaints,
}) => {
  // The declined card.
  complaints.allow(/status of 409 .*payTestCheckout/)
  const ada = somebody()
  await page.goto('/pricing')
  await expect(page.getByText('Test money.')).toBeVisible()
  await page.getByRole('article', { name: 'Pro' }).getByRole('link', { name: 'Choose Pro' }).click()
  await expect(page).toHaveURL(/\/signup\?from=/)
  await fillSignUp(page, ada)

  await test.step('a declined card buys nothing; a paid one is there at once', async () => {
    await expect(page.getByRole('heading', { name: 'Test checkout' })).toBeVisible()
    await expect(page.getByText('Test money.')).toBeVisible()
    await expectAccessible(page, 'the test checkout')
    await page.getByRole('button', { name: 'Simulate a declined card' }).click()
    await expect(page.getByRole('alert')).toContainText('The test card was declined.')
    await page.getByRole('button', { name: 'Pay $29.00 of test money' }).click()
    await expect(page.getByRole('heading', { name: 'Your Pro plan is ready' })).toBeVisible()
    await expect(page.getByText('Pro plan, 630 credits to spend')).toBeVisible()
    await expect(credits(page, 630)).toBeVisible()
    await expectAccessible(page, 'the page a checkout returns to')
  })

  await test.step('a downgrade lists its losses, waits for the end of the month, and is undone', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click()
    await expect(page.getByRole('article', { name: 'Pro' })).toContainText('Your plan')
    await page.getByRole('link', { name: 'Downgrade to Basic' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Nothing is due now')
    await expect(dialog).toContainText('New videos can be at most 10 minutes long.')
    await dialog.getByRole('button', { name: /^Change on/ }).click()
    await expect(plan(page)).toContainText('Becomes Basic')
    await page.getByRole('button', { name: 'Keep Pro' }).click()
    await expect(plan(page)).toContainText('Renews on')
  })

  await test.step('two presses cancel, one resumes', async () => {
    await page.getByRole('button', { name: 'Cancel plan' }).click()
    await page.getByRole('button', { name: /^Cancel on/ }).click()
    // The dialog says the same words, and its own button of this name cancels nothing.
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(plan(page)).toContainText('After that you are on Free')
    await page.getByRole('button', { name: 'Keep Pro' }).click()
    await expect(plan(page)).toContainText('Renews on')
  })

  await test.step('a pack adds credits that stay after withdrawing from the plan', async () => {
    await page.getByRole('link', { name: '100 more for $8.00' }).click()
    await page.getByRole('button', { name: 'Pay $8.00 of test money' }).click()
    await expect(page.getByRole('heading', { name: 'Your credits are ready' })).toBeVisible()
    await expect(credits(page, 730)).toBeVisible()
    await page.getByRole('link', { name: 'Open Billing' }).click()
    await expect(page.getByText('100 of 100 left in a pack')).toBeVisible()
    await expectAccessible(page, 'billing')
    const invoices = page.getByRole('region', { name: 'Invoices' })
    const pro = invoices.getByRole('listitem').filter({ hasText: 'Pro, a month' })
    await pro.getByRole('button', { name: 'Withdraw from contract here' }).click()
    await page.getByRole('button', { name: 'Confirm withdrawal' }).click()
    await expect(page.getByRole('dialog')).toContainText('You have withdrawn')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(plan(page).getByRole('link', { name: 'Upgrade' })).toBeVisible()
    await expect(credits(page, 130)).toBeVisible()
  })

  const subjects = ['Receipt: Pro, a month', 'Receipt: 100 credits', 'Your withdrawal from Pro, a month']
  await expectMailed(page, ada.email, ...subjects)
})

test('leaving the checkout buys nothing', async ({ page }) => {
  await page.goto(`/signup?from=${encodeURIComponent('/billing/checkout?pack=pack500')}`)
  await fillSignUp(page, somebody())
  await expect(page.getByRole('heading', { name: 'Test checkout' })).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/pricing')
  await expect(page.getByRole('article', { name: 'Free' })).toContainText('Your plan')
  await expect(credits(page, 30)).toBeVisible()
})

function plan(page: Page) {
  return page.getByRole('region', { name: 'Your plan' })
}

function credits(page: Page, amount: number) {
  return page.getByRole('banner').getByRole('img', { name: `${amount.toLocaleString('en-US')} credits` })
}
