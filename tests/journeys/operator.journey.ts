import type { Page } from '@playwright/test'
import { expectAccessibleInEveryLook } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { linkMailedTo } from './mailbox.ts'
import { OLGA, OTTO } from './operators.ts'
import { signUpByApi, type Person } from './person.ts'
import { picturePages } from './screens.ts'

/** Pages to look at, with the user and the payment of the journey. */
const PICTURED = {
  overview: '/operator',
  payments: '/operator/payments',
  'jobs done': '/operator/jobs?state=done',
  'jobs failed': '/operator/jobs?state=failed',
  'jobs waiting': '/operator/jobs?state=queued',
  alerts: '/operator/alerts',
}

test('an operator finds a user, corrects credits and refunds, all on record', async ({
  page,
  browser,
  baseURL,
}, testInfo) => {
  test.setTimeout(300_000)
  const elsewhere = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
  const customer = await elsewhere.newPage()
  const ada = await signUpByApi(customer)
  await customer.goto('/billing/checkout?pack=pack100')
  await customer.getByRole('button', { name: /of test money$/ }).click()
  await expect(customer.getByRole('heading', { name: 'Your credits are ready' })).toBeVisible()

  await test.step('hides these pages from others, and asks an operator to confirm the address first', async () => {
    await customer.goto('/operator/users')
    await expect(customer.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await signUpByApi(page, OLGA)
    await page.goto('/operator')
    await expect(page.getByText('Confirm your email address')).toBeVisible()
    await confirmAddress(page, OLGA)
    await page.goto('/operator')
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  })

  await test.step('gives credits with a reason that the user sees', async () => {
    await open(page, 'Users')
    await page.getByLabel('Search by name or address').fill(ada.email)
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: ada.email }).getByRole('link').click()
    await expect(page.getByText('130 to spend, 0 held')).toBeVisible()
    await page.getByRole('button', { name: 'Adjust credits' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Credits', { exact: true }).fill('20')
    await dialog.getByRole('button', { name: 'Adjust' }).click()
    await expect(dialog.getByText('Give a short reason.')).toBeVisible()
    await dialog.getByLabel('Reason').fill('A lost export')
    await dialog.getByRole('button', { name: 'Adjust' }).click()
    await expect(page.getByText('150 to spend, 0 held')).toBeVisible()
    await customer.goto('/pricing')
    await expect(customer.getByRole('banner').getByRole('img', { name: '150 credits' })).toBeVisible()
  })

  await test.step('refunds half of a payment, and takes half of its credits', async () => {
    await page.getByRole('button', { name: 'Refund 100 credits' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount in USD').fill('4.00')
    await dialog.getByLabel('Reason').fill('Bought by mistake')
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(page.getByText('100 to spend, 0 held')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Payments' })).toContainText('$4.00')
  })

  await test.step('the pages that show them are there to look at', async () => {
    await picturePages(page, testInfo, { user: new URL(page.url()).pathname, ...PICTURED })
  })

  await test.step('lists each action with its operator and reason', async () => {
    await open(page, 'Audit log')
    await expect(page.getByText('“Bought by mistake”')).toBeVisible()
    await expect(page.getByText('“A lost export”')).toBeVisible()
    await expect(page.getByText(/raised the credits of .* from 130 to 150/)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Entries' })).toContainText(`${OLGA.email} raised the credits`)
  })

  await test.step('this machine reads the metrics', async () => {
    const metrics = await page.request.get('/metrics')
    expect(metrics.status()).toBe(200)
    expect(await metrics.text()).toContain('wordpop_http_request_duration_seconds_count{code="2xx"}')
  })
  await elsewhere.close()
})

test('every operator page keeps WCAG 2.2 AA in both themes, on a desktop and on a phone', async ({ page }) => {
  test.setTimeout(300_000)
  await signUpByApi(page, OTTO)
  await confirmAddress(page, OTTO)
  for (const path of [
    '',
    '/affiliates',
    '/commissions',
    '/payouts',
    '/payments',
    '/users',
    '/jobs',
    '/operators',
    '/actions',
  ]) {
    await page.goto(`/operator${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleInEveryLook(page, `/operator${path}`)
  }
})

async function confirmAddress(page: Page, { email }: Person): Promise<void> {
  await page.goto(await linkMailedTo(page, email, /Confirm your e-mail/))
  await expect(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()
}

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Operator' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
