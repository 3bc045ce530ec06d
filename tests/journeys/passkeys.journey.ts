import type { Page } from '@playwright/test'
import { expectAccessibleInEveryLook } from './accessibility.ts'
import { expect, test as base } from './journey.ts'
import { expectMailed, linkMailedTo } from './mailbox.ts'
import { fillLogIn, formWith, type Person, signUpByApi, somebody } from './person.ts'
import { startProduct } from './product.ts'

const OLGA: Person = { ...somebody(), name: 'Olga' }

/** Passkeys need a host with a name. */
const test = base.extend({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, provide) => {
      const product = await startProduct({
        env: { OPERATORS: OLGA.email, OPERATOR_SECOND_FACTOR: 'required' },
        host: 'localhost',
      })
      await provide(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test('adds a passkey, logs in with it, renames and removes it', async ({ page, complaints }) => {
  // The log-in with a removed passkey.
  complaints.allow(/status of 401/u)
  const ada = await signUpByApi(page)
  await addAuthenticator(page)
  await page.goto('/profile')
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await expect(passkeys).toContainText('You have no passkey yet.')

  await test.step('adds one, with the password', async () => {
    await addPasskey(page, ada, 'Ada’s laptop')
    await expect(passkeys.getByRole('listitem')).toContainText('Not used yet')
    await expectAccessibleInEveryLook(page, '/profile with a passkey')
    await expectMailed(page, ada.email, 'has a new passkey')
  })

  await test.step('logs in with it alone, and returns to the requested page', async () => {
    await logOut(page)
    await page.goto('/login?from=%2Fprofile')
    await formWith(page, 'Log in')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(passkeys.getByRole('listitem')).toContainText('Used just now')
  })

  await test.step('renames it', async () => {
    await passkeys.getByRole('button', { name: 'Rename Ada’s laptop' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await expect(passkeys.getByRole('listitem')).toContainText('Work laptop')
  })

  await test.step('removes it; then it no longer logs in', async () => {
    await passkeys.getByRole('button', { name: 'Remove Work laptop' }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill(ada.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(passkeys).toContainText('You have no passkey yet.')
    await expectMailed(page, ada.email, 'A passkey of your')
    await logOut(page)
    await page.goto('/login')
    await formWith(page, 'Log in')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByText('This passkey belongs to no account here.')).toBeVisible()
  })
})

test('an operator with a passkey alone needs it for their pages', async ({ page, complaints }) => {
  // The removal of the last one.
  complaints.allow(/status of 409/u)
  await signUpByApi(page, OLGA)
  await addAuthenticator(page)
  await page.goto(await linkMailedTo(page, OLGA.email, /Confirm your e-mail/))
  await expect(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()
  await page.goto('/operator')
  await page.getByRole('link', { name: 'Set it up in your profile' }).click()
  await addPasskey(page, OLGA, 'Key')
  await page.goto('/operator')
  await expect(page.getByRole('navigation', { name: 'Operator' })).toBeVisible()

  await test.step('the last passkey stays', async () => {
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Remove Key' }).click()
    await page.getByRole('dialog').getByLabel('Your password').fill(OLGA.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Operators of this site need a second factor.')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a log-in with the password is asked for the passkey', async () => {
    await logOut(page)
    await page.goto('/login?from=%2Foperator')
    await fillLogIn(page, OLGA)
    await expect(page.getByText('Confirm with your passkey')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Operator' })).toBeHidden()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('navigation', { name: 'Operator' })).toBeVisible()
  })
})

async function addPasskey(page: Page, { password }: Person, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toContainText(name)
}

/** A device that keeps passkeys and always recognises its owner. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function logOut(page: Page): Promise<void> {
  await page.request.post('/api/auth/sign-out', { data: {}, headers: { origin: new URL(page.url()).origin } })
}
