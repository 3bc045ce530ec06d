import type { Page } from '@playwright/test'
import { codeOf } from '../support/totp.ts'
import { expectAccessibleInEveryLook } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { expectMailed, linkMailedTo } from './mailbox.ts'
import { OLIVE } from './operators.ts'
import { fillLogIn, type Person, signUpByApi, somebody } from './person.ts'
import { openSecondBrowser } from './second-browser.ts'

test.setTimeout(300_000)

test('an operator protects the log-in and shares the work with a colleague', async ({ page, browser, baseURL }) => {
  const customer = await openSecondBrowser(browser, baseURL)
  const ada = await signUpByApi(customer)
  await customer.goto('/billing/checkout?pack=pack100')
  await customer.getByRole('button', { name: /of test money$/ }).click()
  await expect(customer.getByRole('heading', { name: 'Your credits are ready' })).toBeVisible()
  await signUpByApi(page, OLIVE)
  await confirmAddress(page, OLIVE)
  let uri = ''

  await test.step('sets up a second factor, with recovery codes to keep', async () => {
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByLabel('Your password').fill(OLIVE.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    const scan = page.getByRole('dialog', { name: 'Scan with your app' })
    await expect(scan.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await expectAccessibleInEveryLook(page, '/profile with the QR code')
    uri = `otpauth://totp/site?secret=${(await scan.locator('code').innerText()).replaceAll(' ', '')}`
    await scan.getByLabel('Code of your app').fill(codeOf(uri))
    await scan.getByRole('button', { name: 'Turn on' }).click()
    const keep = page.getByRole('dialog', { name: 'Save your recovery codes' })
    await expect(keep.getByRole('listitem')).toHaveCount(10)
    const download = page.waitForEvent('download')
    await keep.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('wordpop-recovery-codes.txt')
    await keep.getByRole('button', { name: 'I saved them' }).click()
    await expect(page.getByText('10 recovery codes left')).toBeVisible()
    await expectMailed(page, OLIVE.email, 'has a second factor')
  })

  await test.step('logs in with the password and a code', async () => {
    await page.request.post('/api/auth/sign-out', { data: {}, headers: { origin: baseURL ?? '' } })
    await page.goto('/login')
    await fillLogIn(page, OLIVE)
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await expectAccessibleInEveryLook(page, '/login with the code')
    await page.getByLabel('Code of your app').fill(codeOf(uri))
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/\/upload/)
  })

  const fin: Person = { ...somebody(), name: 'Fin' }
  const colleague = await openSecondBrowser(browser, baseURL)
  await test.step('gives a colleague the role of finance', async () => {
    await page.goto('/operator/operators')
    await page.getByRole('button', { name: 'Add operator' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail address').fill(fin.email)
    await dialog.getByLabel('Role').selectOption('Finance')
    await dialog.getByLabel('Reason').fill('Does the books')
    await dialog.getByRole('button', { name: 'Add operator' }).click()
    await expect(page.getByRole('row').filter({ hasText: fin.email })).toContainText('Not signed up')
    await expectMailed(page, fin.email, 'You are now an operator')
  })

  await test.step('the colleague refunds, and finds no button to suspend', async () => {
    await signUpByApi(colleague, fin)
    await confirmAddress(colleague, fin)
    await colleague.goto(`/operator/users?search=${encodeURIComponent(ada.email)}`)
    await colleague.getByRole('row').filter({ hasText: ada.email }).getByRole('link').click()
    await colleague.getByRole('button', { name: 'Refund 100 credits' }).click()
    const dialog = colleague.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Bought twice')
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(colleague.getByRole('button', { name: 'Suspend' })).toBeHidden()
    await colleague.goto('/operator/operators')
    await expect(colleague.getByRole('row').filter({ hasText: fin.email })).toContainText('Finance')
    await expect(colleague.getByRole('button', { name: 'Add operator' })).toBeHidden()
  })

  await test.step('the audit log names both', async () => {
    await page.goto('/operator/actions')
    const log = page.getByRole('main').getByRole('listitem')
    await expect(log.filter({ hasText: '“Does the books”' })).toContainText(OLIVE.email)
    await expect(log.filter({ hasText: '“Bought twice”' }).filter({ hasText: fin.email })).toHaveCount(1)
  })
})

async function confirmAddress(page: Page, { email }: Person): Promise<void> {
  await page.goto(await linkMailedTo(page, email, /Confirm your e-mail/))
  await expect(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()
}
