import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'

/** Somebody who can sign up: an address nobody else has, and a password that is allowed. */
export type Person = { readonly email: string; readonly password: string; readonly name: string }

/** A person no other journey knows. */
export function somebody(): Person {
  return { email: `ada-${randomUUID()}@example.com`, password: 'violet-harbour-lantern', name: 'Ada' }
}

/** The password field; the button that shows it has a similar name. */
export function passwordField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Password' })
}

/** Fills in the sign-up form, which must be on screen, and waits to be let in. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Display name').fill(person.name)
  await page.getByLabel('E-mail').fill(person.email)
  await passwordField(page).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible()
}

/** Fills in the log-in form, which must be on screen, and sends it. */
export async function fillLogIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await passwordField(page).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

/**
 * Signs up as somebody new, for journeys that begin afterwards: sends what the form would. Ends on the page that
 * follows.
 */
export async function signUp(page: Page, person: Person = somebody()): Promise<Person> {
  const { origin } = new URL((await page.request.get('/robots.txt')).url())
  const answer = await page.request.post('/api/auth/sign-up/email', { data: person, headers: { origin } })
  expect(answer.status(), 'the sign-up').toBe(200)
  await page.goto('/upload')
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible()
  return person
}
