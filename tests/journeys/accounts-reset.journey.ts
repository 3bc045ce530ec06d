import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { linkMailedTo, subjectsMailedTo } from './mailbox.ts'
import { signUpByApi, fillLogIn, formWith, passwordField, somebody } from './person.ts'

const SENT = 'If this address has an account, we sent a mail'
const NEW_PASSWORD = 'copper-window-thistle'

test('resets a forgotten password by mail, and ends the old one and the link', async ({
  page,
  browser,
  product,
  complaints,
}) => {
  complaints.allow(/status of (401|404)/)
  const person = await signUpByApi(page)
  const elsewhere = await browser.newContext({ baseURL: product.url })
  const visitor = await elsewhere.newPage()
  await visitor.goto('/login')
  await visitor.getByRole('link', { name: 'Forgot your password?' }).click()
  await askForLink(visitor, person.email)
  await expect(visitor.getByText(SENT)).toBeVisible()

  const link = await linkMailedTo(page, person.email, /new password/)
  await visitor.goto(link)
  await visitor.getByRole('textbox', { name: 'New password' }).fill('password1234')
  await visitor.getByRole('button', { name: 'Change password' }).click()
  await expect(visitor.getByText('Too many people use a password like this one.')).toBeVisible()
  await visitor.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await visitor.getByRole('button', { name: 'Change password' }).click()
  await expect(visitor.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
  await visitor.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await fillLogIn(visitor, { ...person, password: NEW_PASSWORD })
  await expect(visitor).toHaveURL('/upload')
  await elsewhere.close()

  // Every session has ended, including this one.
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/auth\?from=/)
  await fillLogIn(page, person)
  await expect(passwordField(page)).toHaveAccessibleDescription(/./)

  await page.goto(link)
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('an address without an account gets the same answer and no mail', async ({ page }) => {
  const { email } = somebody()
  await page.goto('/forgot-password')
  await askForLink(page, email)
  await expect(page.getByText(SENT)).toBeVisible()
  expect(await subjectsMailedTo(page, email)).toEqual([])
})

async function askForLink(page: Page, email: string): Promise<void> {
  const form = await formWith(page, 'Send the link')
  await form.getByLabel('E-mail').fill(email)
  await form.getByRole('button', { name: 'Send the link' }).click()
}
