import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAlive } from './alive.ts'

/** A new user: a unique address and an allowed password. */
export type Person = { readonly email: string; readonly password: string; readonly name: string }

/** A person unknown to every other journey. */
export function somebody(): Person {
  return { email: `ada-${randomUUID()}@example.com`, password: 'violet-harbour-lantern', name: 'Ada' }
}

/** The password field; the button that reveals it has a similar name. */
export function passwordField(within: Page | Locator): Locator {
  return within.getByRole('textbox', { name: 'Password' })
}

/** Fills in the sign-up form and waits until it is logged in. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await sendSignUp(page, person)
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible()
  await setTour(page, 'seen')
}

/** Sets whether the person has seen the tour of the editor; a new person of the journeys has, so that none meets it. */
export async function setTour(page: Page, editorTour: 'seen' | null): Promise<void> {
  const answer = await page.request.post('/api/rpc/accounts/updatePreferences', {
    data: { json: { editorTour } },
    headers: { origin: await originOf(page) },
  })
  expect(answer.status(), 'the preference').toBe(200)
  // As if changed in another tab: an open page reads the account again.
  if (page.url().startsWith('http'))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is this site's alone and takes none
    await page.evaluate(() => new BroadcastChannel('wordpop-account').postMessage('changed'))
}

async function originOf(page: Page): Promise<string> {
  return new URL((await page.request.get('/robots.txt')).url()).origin
}

/** Fills in the sign-up form, once it is on screen, and sends it. */
export async function sendSignUp(page: Page, { name, email, password }: Person): Promise<void> {
  const form = await formWith(page, 'Sign up')
  await form.getByLabel('Display name').fill(name)
  await form.getByLabel('E-mail').fill(email)
  await passwordField(form).fill(password)
  await form.getByRole('button', { name: 'Sign up' }).click()
}

/** Fills in the log-in form, once it is on screen, and sends it. */
export async function fillLogIn(page: Page, { email, password }: Person): Promise<void> {
  const form = await formWith(page, 'Log in')
  await form.getByLabel('E-mail').fill(email)
  await passwordField(form).fill(password)
  await form.getByRole('button', { name: 'Log in' }).click()
}

/**
 * The form with this button. Log-in, sign-up and password reset share field names, and the previous form stays on
 * screen until the next is ready.
 */
export async function formWith(page: Page, button: string): Promise<Locator> {
  await expectAlive(page)
  return page.locator('form').filter({ has: page.getByRole('button', { name: button, exact: true }) })
}

/** Signs up over the API without opening a page, for journeys that start signed in. */
export async function signUpByApi(page: Page, person: Person = somebody()): Promise<Person> {
  const origin = await originOf(page)
  const answer = await page.request.post('/api/auth/sign-up/email', { data: person, headers: { origin } })
  expect(answer.status(), 'the sign-up').toBe(200)
  await setTour(page, 'seen')
  return person
}

/** The same, but ends on /upload. */
export async function signUp(page: Page): Promise<Person> {
  const person = await signUpByApi(page)
  await page.goto('/upload')
  await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible()
  return person
}
