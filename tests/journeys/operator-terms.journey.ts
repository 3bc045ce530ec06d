import { expectAccessibleInEveryLook } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { expectMailed, linkMailedTo } from './mailbox.ts'
import { OVID } from './operators.ts'
import { signUpByApi } from './person.ts'
import { openSecondBrowser } from './second-browser.ts'

test.setTimeout(300_000)

test('an operator agrees an enterprise contract, lowers a limit, and takes both back', async ({
  page,
  browser,
  baseURL,
}) => {
  const customer = await openSecondBrowser(browser, baseURL)
  const { email } = await signUpByApi(customer)
  await signUpByApi(page, OVID)
  await page.goto(await linkMailedTo(page, OVID.email, /Confirm your e-mail/))
  await expect(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()
  await page.goto('/operator/users')
  await page.getByLabel('Search by name or address').fill(email)
  await page.keyboard.press('Enter')
  await page.getByRole('row').filter({ hasText: email }).getByRole('link', { name: 'Ada' }).click()
  const terms = page.getByRole('region', { name: 'Plan and limits' })
  await expect(terms.getByText('Free, without a contract.')).toBeVisible()

  await test.step('agrees a contract, which counts at once', async () => {
    await terms.getByRole('button', { name: 'Give a plan or contract' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Plan', { exact: true }).selectOption('Enterprise contract')
    await dialog.getByLabel('Reason').fill('Signed on Monday')
    await dialog.getByRole('button', { name: 'Start contract' }).click()
    await expect(dialog.getByText('Name the contract.')).toBeVisible()
    await dialog.getByLabel('Name of the contract').fill('Acme 2027')
    await dialog.getByLabel('Credits a month').fill('5000')
    await dialog.getByLabel('Storage, GB').fill('800')
    await expectAccessibleInEveryLook(page, '/operator/users/:userId with the form of a contract')
    await dialog.getByRole('button', { name: 'Start contract' }).click()
    await expect(terms.getByText(/^Contract “Acme 2027” since .* with 5,000 credits a month\.$/)).toBeVisible()
    await expect(terms.getByText('800 GB')).toBeVisible()
    await expectMailed(customer, email, 'Your contract “Acme 2027”')
    await customer.goto('/billing')
    const limits = customer.getByRole('region', { name: 'Your limits' })
    await expect(limits).toContainText('Your contract “Acme 2027” runs without an end date.')
    await expect(limits).toContainText('800 GB')
    await expect(customer.getByRole('region', { name: 'Your credits' })).toContainText('5,030')
    await expectAccessibleInEveryLook(customer, '/billing under a contract')
  })

  await test.step('lowers a limit under it, and the customer reads so', async () => {
    await terms.getByRole('button', { name: 'Lower limits' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Storage, GB').fill('1')
    await dialog.getByLabel('Reason').fill('Stores backups')
    await dialog.getByRole('button', { name: 'Lower limits' }).click()
    await expect(terms.getByText('Lowered')).toBeVisible()
    await customer.goto('/profile')
    await expect(customer.getByText('Your account has lower limits')).toBeVisible()
    await expectAccessibleInEveryLook(customer, '/profile with lower limits')
    await terms.getByRole('button', { name: 'Lift lower limits' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('A mistake')
    await page.getByRole('dialog').getByRole('button', { name: 'Lift' }).click()
    await expect(terms.getByText('Lowered')).toBeHidden()
  })

  await test.step('revokes the contract: the plan falls back, and the log has it all', async () => {
    await terms.getByRole('button', { name: 'Revoke contract' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Never paid')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(terms.getByText('Free, without a contract.')).toBeVisible()
    await expectMailed(customer, email, 'has ended')
    const history = page.getByRole('list', { name: 'Notes and actions' })
    for (const text of ['“Signed on Monday”', '“Stores backups”', '“A mistake”', '“Never paid”'])
      await expect(history).toContainText(text)
  })
})
