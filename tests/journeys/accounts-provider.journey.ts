import { logInAtProvider, openProvider, PROVIDER_NAME } from './oidc-provider.ts'
import { signUpByApi, somebody } from './person.ts'
import { expect, test } from './set-up.ts'

test('logs in with the provider, returns to the requested page, and deletes the account', async ({ page }) => {
  const { email } = somebody()
  await page.goto('/profile')
  await logInAtProvider(page, `Continue with ${PROVIDER_NAME}`, email)
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText(`You can also log in with ${PROVIDER_NAME}.`)).toBeVisible()
  await expect(page.getByLabel('Display name')).toHaveValue('Ada of the Harbour')
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Delete my account' })).toBeDisabled()
  await logInAtProvider(page, `Log in again with ${PROVIDER_NAME}`, email)
  await expect(dialog.getByText('Thank you. This is valid', { exact: false })).toBeVisible()
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('cancelling at the provider or closing its window logs nobody in, and says so', async ({ page }) => {
  await page.goto('/login')
  const popup = await openProvider(page, `Continue with ${PROVIDER_NAME}`)
  await popup.getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByRole('alert').filter({ hasText: `${PROVIDER_NAME} refused the log-in` })).toBeVisible()

  const second = await openProvider(page, `Continue with ${PROVIDER_NAME}`)
  await second.close()
  await expect(page.getByText(`The ${PROVIDER_NAME} window was closed before you logged in.`)).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('keeps a password account from an unproved owner of its address at the provider', async ({ page }) => {
  const person = await signUpByApi(page)
  await page.context().clearCookies()
  await page.goto('/login')
  const popup = await openProvider(page, `Continue with ${PROVIDER_NAME}`)
  await popup.getByLabel('Address').fill(person.email)
  await popup.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert').filter({ hasText: `${PROVIDER_NAME} refused the log-in` })).toBeVisible()
})
