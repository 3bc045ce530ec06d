import { randomUUID } from 'node:crypto'
import { expectAccessibleInEveryLook } from './accessibility.ts'
import { expect, test as base } from './journey.ts'
import { linkMailedTo } from './mailbox.ts'
import { identityFixture, type IdentityProvider, openProvider, PROVIDER_NAME } from './oidc-provider.ts'
import { OLGA } from './operators.ts'
import { formWith, signUpByApi } from './person.ts'
import { startProduct } from './product.ts'
import { openSecondBrowser } from './second-browser.ts'

const DOMAIN = 'harbour.example'

/** The product beside the provider of an organisation, which no setting names. */
const test = base.extend<object, { identity: IdentityProvider }>({
  identity: identityFixture,
  product: [
    async ({ identity }, provide) => {
      const env = { OPERATORS: OLGA.email, ORGANISATION_SIGN_IN_ALLOW_PRIVATE: 'true' }
      const product = await startProduct({ env })
      identity.trust(product.url, { as: DOMAIN })
      await provide(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
test.setTimeout(240_000)

test('an operator requires a provider for a domain; its people are led there and get in', async ({
  page,
  browser,
  baseURL,
  identity,
  complaints,
}) => {
  complaints.allow(/status of (403|422) /u)
  await signUpByApi(page, OLGA)
  await page.goto(await linkMailedTo(page, OLGA.email, /Confirm your e-mail/))
  await expect(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()
  const table = page.getByRole('table', { name: 'Providers' })
  const dialog = page.getByRole('dialog')

  await test.step('the page says that there is no provider', async () => {
    await page.goto('/operator/sign-in')
    await expect(page.getByText('No organisation has its own provider')).toBeVisible()
    await expectAccessibleInEveryLook(page, '/operator/sign-in without providers')
  })

  await test.step('the connection is tested before the provider is saved', async () => {
    await page.getByRole('button', { name: 'Add a provider' }).click()
    await dialog.getByLabel('Name').fill(PROVIDER_NAME)
    await dialog.getByLabel('Domains of e-mail addresses').fill(DOMAIN)
    await expect(dialog.getByText(`/api/auth/callback/${DOMAIN}`)).toBeVisible()
    await dialog.getByLabel('Issuer').fill(`${identity.issuer}/elsewhere`)
    await dialog.getByRole('button', { name: 'Test the connection' }).click()
    await expect(dialog.getByText('The provider cannot be used: it answered 404.')).toBeVisible()
    await dialog.getByLabel('Issuer').fill(identity.issuer)
    await dialog.getByRole('button', { name: 'Test the connection' }).click()
    await expect(dialog.getByText('The provider answered')).toBeVisible()
    await dialog.getByLabel('Client id').fill(identity.client.id)
    await dialog.getByLabel('Client secret').fill(identity.client.secret)
    await dialog.getByRole('checkbox', { name: 'Required for these domains' }).check()
    await dialog.getByLabel('Reason').fill('Their contract says so')
    await expectAccessibleInEveryLook(page, '/operator/sign-in with its form')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(table.getByRole('row').filter({ hasText: DOMAIN })).toContainText('Required')
    await expectAccessibleInEveryLook(page, '/operator/sign-in')
  })

  await test.step('the log-in form leads an address of the domain to the provider, which opens an account', async () => {
    const visitor = await openSecondBrowser(browser, baseURL)
    const email = `ada-${randomUUID()}@${DOMAIN}`
    await visitor.goto('/login')
    const form = await formWith(visitor, 'Log in')
    await form.getByLabel('E-mail').fill(email)
    await form.getByRole('button', { name: 'Log in' }).click()
    await expect(form.getByText(`Addresses of ${DOMAIN} log in with ${PROVIDER_NAME}`)).toBeVisible()
    const popup = await openProvider(visitor, `Continue with ${PROVIDER_NAME}`)
    await expect(popup.getByLabel('Address')).toHaveValue(email)
    await popup.getByRole('button', { name: 'Log in' }).click()
    await expect(visitor.getByRole('button', { name: /^Your account/ })).toBeVisible()
  })

  await test.step('the log has the provider; removed, it is gone', async () => {
    await page.goto('/operator/actions?kind=provider')
    await expect(page.getByRole('list', { name: 'Entries' })).toContainText(
      `added the sign-in provider “${PROVIDER_NAME}” for “${DOMAIN}”, which have to use it`,
    )
    await page.goto('/operator/sign-in')
    await page.getByRole('button', { name: `Remove ${PROVIDER_NAME}` }).click()
    await dialog.getByLabel('Reason').fill('They left')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('No organisation has its own provider')).toBeVisible()
  })
})
