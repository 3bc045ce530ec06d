import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessibleInEveryLook } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { linkMailedTo } from './mailbox.ts'
import { ODIN } from './operators.ts'
import { formWith, sendSignUp, signUpByApi, somebody } from './person.ts'
import { openSecondBrowser } from './second-browser.ts'

test.setTimeout(240_000)

test('an operator blocks a domain; its people cannot sign up, until it is unblocked', async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  complaints.allow(/status of 422 .*sign-up/u)
  const domain = `spam-${randomUUID().slice(0, 8)}.example`
  const table = page.getByRole('table', { name: 'Blocked addresses' })
  await signUpByApi(page, ODIN)
  await page.goto(await linkMailedTo(page, ODIN.email, /Confirm your e-mail/))
  await expect(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()

  await test.step('the page says that nothing is blocked, and that accounts stay', async () => {
    await page.goto('/operator/blocked')
    await expect(page.getByText('Nothing is blocked')).toBeVisible()
    await expect(page.getByText('Accounts that exist keep their address')).toBeVisible()
    await expectAccessibleInEveryLook(page, '/operator/blocked without blocks')
  })

  await test.step('a domain of many people asks first; the domain of the spammers does not', async () => {
    const dialog = await openBlockDialog(page)
    await dialog.getByLabel('Domain or e-mail address').fill('gmail.com')
    await expect(dialog.getByRole('checkbox', { name: 'Block everybody at gmail.com' })).toBeVisible()
    await dialog.getByLabel('Domain or e-mail address').fill(`@${domain.toUpperCase()}`)
    await expect(dialog.getByRole('checkbox')).toHaveCount(0)
    await dialog.getByLabel('Reason').fill('A wave of sign-ups')
    await dialog.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(dialog).toBeHidden()
    const row = table.getByRole('row').filter({ hasText: domain })
    await expect(row).toContainText('With its sub-domains')
    await expect(row).toContainText('A wave of sign-ups')
    await expect(row).toContainText(ODIN.email)
    await expectAccessibleInEveryLook(page, '/operator/blocked')
  })

  await test.step('the search answers whether an address is refused', async () => {
    await page.getByLabel('Search, or check an address').fill(`ada@mail.${domain}`)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`ada@mail.${domain} is refused`)).toBeVisible()
    await expect(page.getByText('No block found')).toBeVisible()
  })

  const visitor = await openSecondBrowser(browser, baseURL)
  const spammer = { ...somebody(), email: `ada@mail.${domain}` }
  await test.step('a sign-up with the domain says what to do, and keeps what was entered', async () => {
    await visitor.goto('/signup')
    await sendSignUp(visitor, spammer)
    const form = await formWith(visitor, 'Sign up')
    await expect(form.getByText('This address can’t be used here.')).toBeVisible()
    await expect(form.getByLabel('E-mail')).toBeFocused()
    await expect(form.getByLabel('Display name')).toHaveValue(spammer.name)
  })

  await test.step('the log has the block; unblocked, the sign-up works', async () => {
    await page.goto('/operator/actions?kind=address')
    await expect(page.getByRole('list', { name: 'Entries' })).toContainText(
      `blocked the domain “${domain}” and its sub-domains for new accounts`,
    )
    await page.goto('/operator/blocked')
    await page.getByRole('button', { name: `Unblock ${domain}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('They closed the hole')
    await dialog.getByRole('button', { name: 'Unblock', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(table.getByText(domain)).toHaveCount(0)
    const form = await formWith(visitor, 'Sign up')
    await form.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(visitor.getByRole('button', { name: /^Your account/ })).toBeVisible()
  })

  await test.step('the page of a user leads to a block of their address', async () => {
    await page.goto(`/operator/users?search=${encodeURIComponent(spammer.email)}`)
    await page.getByRole('row').filter({ hasText: spammer.email }).getByRole('link').click()
    await page.getByRole('link', { name: 'Block address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Block a domain or an address' })
    await expect(dialog.getByLabel('Domain or e-mail address')).toHaveValue(spammer.email)
    await dialog.getByLabel('Reason').fill('They came back')
    await dialog.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(table.getByRole('row').filter({ hasText: spammer.email })).toContainText('They came back')
    await expect(page).toHaveURL('/operator/blocked')
  })
})

async function openBlockDialog(page: Page) {
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Block a domain or an address' })
  await expect(dialog).toBeVisible()
  return dialog
}
