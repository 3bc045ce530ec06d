import { expectAccessibleInEveryLook } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { expectMailed, linkMailedTo } from './mailbox.ts'
import { ORLA } from './operators.ts'
import { signUpByApi } from './person.ts'
import { openSecondBrowser } from './second-browser.ts'

test.setTimeout(300_000)

test('an operator views the pages of a user, changes nothing, and stops', async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  // What the user may do and the operator may not.
  complaints.allow(/status of 403/u)
  const customer = await openSecondBrowser(browser, baseURL)
  const { email } = await signUpByApi(customer)
  await signUpByApi(page, ORLA)
  await page.goto(await linkMailedTo(page, ORLA.email, /Confirm your e-mail/))
  await expect(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()
  await page.goto('/operator/users')
  await page.getByLabel('Search by name or address').fill(email)
  await page.keyboard.press('Enter')
  await page.getByRole('row').filter({ hasText: email }).getByRole('link', { name: 'Ada' }).click()
  await page.getByRole('button', { name: 'View as' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Cannot find her video')
  await page.getByRole('dialog').getByRole('button', { name: 'View pages' }).click()

  const bar = page.getByRole('region', { name: 'Viewing' })
  await expect(bar).toContainText(`You see the pages of ${email}, read-only, until`)
  await expect(page).toHaveURL('/upload')
  await expectMailed(customer, email, 'is viewing your account')
  await expectAccessibleInEveryLook(page, '/upload, viewed by an operator')

  await test.step('the bar is on every page, and a change is refused in words', async () => {
    await page.goto('/profile')
    await expect(bar).toBeVisible()
    await expect(page.getByText(email).first()).toBeVisible()
    await page.getByLabel('Display name').fill('Mine now')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expect(page.getByText('You only view this account').first()).toBeVisible()
    await page.goto('/operator')
    await expect(bar).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Operator' })).toBeHidden()
    await customer.goto('/profile')
    await expect(customer.getByLabel('Display name')).toHaveValue('Ada')
  })

  await test.step('stops, and is back on the page of the user with both records', async () => {
    await bar.getByRole('button', { name: 'Stop viewing' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ada' })).toBeVisible()
    await expect(bar).toBeHidden()
    await expect(page.getByRole('list', { name: 'Notes and actions' })).toContainText('“Cannot find her video”')
    await expect(page.getByRole('list', { name: 'Notes and actions' }).getByRole('listitem')).toHaveCount(2)
  })
})
