import { expect, test } from './journey.ts'
import { fillLogIn, fillSignUp, passwordField, signUp, somebody } from './person.ts'

test('sends a visitor of a guarded page to log in, and back after signing up', async ({ page }) => {
  await page.goto('/upload?from-the=mail')
  await expect(page).toHaveURL(/\/auth\?from=/)

  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await fillSignUp(page, somebody())

  await expect(page).toHaveURL('/upload?from-the=mail')
})

test('a new user has 30 credits, logs out with a confirmation, and logs in again', async ({ page }) => {
  const person = await signUp(page)
  await expect(page.getByRole('banner').getByRole('img', { name: '30 credits' })).toBeVisible()

  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('Successfully logged out!')).toBeVisible()
  await expect(page).toHaveURL('/')

  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await fillLogIn(page, person)
  await expect(page).toHaveURL('/upload')
})

test('a wrong password is refused beside the field', async ({ page, complaints }) => {
  complaints.allow(/status of 401/)
  await page.goto('/login')
  await fillLogIn(page, somebody())

  await expect(passwordField(page)).toHaveAccessibleDescription(/./)
  await expect(passwordField(page)).toBeFocused()
  await expect(page).toHaveURL('/login')
})

test('a page that does not exist says so and leads home', async ({ page, complaints }) => {
  complaints.allow(/status of 404/)
  const response = await page.goto('/nowhere/at-all')
  expect(response?.status()).toBe(404)
  await expect(page.getByText("The page you're looking for doesn't exist or has been moved.")).toBeVisible()
  await page.getByRole('link', { name: 'Return Home' }).click()
  await expect(page).toHaveURL('/')
})
