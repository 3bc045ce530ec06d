import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { expectMailed, linkMailedTo } from './mailbox.ts'
import { signUpByApi, fillLogIn, passwordField, somebody } from './person.ts'

const NEW_PASSWORD = 'copper-window-thistle'

test('a user sets a name and a picture, and removes the picture', async ({ page }) => {
  await signUpByApi(page)
  await page.goto('/profile')
  await page.getByLabel('Display name').fill('Ada Low')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByRole('button', { name: 'Your account: Ada Low' })).toBeVisible()

  const picture = await page.screenshot({ type: 'png', clip: { x: 0, y: 0, width: 300, height: 200 } })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a photo' }).click()
  await (await chooser).setFiles({ name: 'ada.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByText('Your photo is saved.')).toBeVisible()
  const shown = page.getByRole('banner').locator('img')
  await expect(shown).toHaveJSProperty('naturalWidth', 256)
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect(page.getByText('Your photo is removed.')).toBeVisible()
  await expect(shown).toHaveCount(0)
})

test('changes the address by the link mailed to the new one, and notifies the old one', async ({ page }) => {
  const person = await signUpByApi(page)
  const { email: newEmail } = somebody()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New e-mail').fill(newEmail)
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(person.password)
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`Confirm ${newEmail}`)).toBeVisible()
  await expectMailed(page, person.email, 'new e-mail address')

  await page.goto(await linkMailedTo(page, newEmail, /address/))
  await expect(page.getByRole('heading', { name: 'Your new address is active' })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText(newEmail, { exact: true })).toBeVisible()
})

test('verifies an address by the link of the sign-up mail', async ({ page }) => {
  const person = await signUpByApi(page)
  await page.goto(await linkMailedTo(page, person.email, /Confirm/))
  await expect(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to my videos' })).toBeVisible()
})

test('changes the password, and logs out another device, which must log in again', async ({
  page,
  browser,
  complaints,
}) => {
  complaints.allow(/status of (401|403)/)
  const person = await signUpByApi(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Current password' }).fill('not-my-password-at-all')
  await dialog.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Current password' })).toBeFocused()
  await expect(dialog.getByText('The password is wrong.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(person.password)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password is changed. All other devices are logged out.')).toBeVisible()

  const elsewhere = await browser.newContext({ userAgent: IPHONE, baseURL: new URL(page.url()).origin })
  const phone = await elsewhere.newPage()
  await phone.goto('/login')
  await fillLogIn(phone, { ...person, password: NEW_PASSWORD })
  await expect(phone).toHaveURL('/upload')
  await page.reload()
  await page.getByRole('button', { name: 'Log out Safari on iPhone' }).click()
  await expect(page.getByText('Safari on iPhone is logged out.')).toBeVisible()
  await phone.goto('/profile')
  await expect(phone).toHaveURL(/\/auth\?from=/)
  await elsewhere.close()
})

test('exports a user’s data and deletes the account, which then refuses a log-in', async ({ page, complaints }) => {
  complaints.allow(/status of 401/)
  const person = await signUpByApi(page)
  await page.goto('/profile')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(person.email)

  await deleteAccount(page, person)
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await page.goto('/login')
  await fillLogIn(page, person)
  await expect(passwordField(page)).toHaveAccessibleDescription(/./)
  await expect(page).toHaveURL('/login')
})

async function deleteAccount(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password)
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
}

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1'
