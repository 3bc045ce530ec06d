import type { Browser, Page } from '@playwright/test'
import { expectAccessibleInEveryLook } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { expectMailed, linkMailedTo } from './mailbox.ts'
import { ODA } from './operators.ts'
import { signUpByApi, somebody } from './person.ts'
import { openSecondBrowser } from './second-browser.ts'
import { shareLook } from './shared-look.ts'

test.setTimeout(300_000)

test('a reported look is taken down, and restored after its owner objected', async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  complaints.allow(/status of 404 .*linkedLook/u)
  const owner = await openSecondBrowser(browser, baseURL)
  const { email } = await signUpByApi(owner)
  const path = await shareLook(owner, 'Free pills')
  const visitor = await openSecondBrowser(browser, baseURL)
  const { email: reporter } = somebody()

  await signUpByApi(page, ODA)
  await page.goto(await linkMailedTo(page, ODA.email, /Confirm your e-mail/))
  await expect(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()

  await test.step('a visitor reports it; what is missing is named first', async () => {
    await visitor.goto(path)
    await visitor.getByRole('link', { name: 'Report this look' }).click()
    await expect(visitor.getByRole('heading', { name: 'Report this page' })).toBeVisible()
    await expectAccessibleInEveryLook(visitor, '/report/:kind/:token')
    await visitor.getByRole('button', { name: 'Send report' }).click()
    await expect(visitor.getByText('Choose a reason.')).toBeVisible()
    await visitor.getByLabel('Reason').selectOption('Spam or fraud')
    await visitor.getByLabel('What is wrong?').fill('It sells pills.')
    await visitor.getByLabel('E-mail (optional)').fill(reporter)
    await visitor.getByRole('button', { name: 'Send report' }).click()
    await expect(visitor.getByRole('heading', { name: 'Your report is with us' })).toBeVisible()
    await visitor.getByRole('link', { name: 'Back to the page' }).click()
    await expect(visitor.getByRole('heading', { name: 'Free pills' })).toBeVisible()
  })

  await test.step('another one reports it without JavaScript', async () => {
    const plain = await openPlainBrowser(browser, baseURL)
    await plain.goto(path)
    await plain.getByRole('link', { name: 'Report this look' }).click()
    await plain.getByLabel('Reason').selectOption('Something else')
    await plain.getByLabel('What is wrong?').fill('   ')
    await plain.getByRole('button', { name: 'Send report' }).click()
    await expect(plain.getByRole('alert')).toContainText('Your report was not sent. Say what is wrong.')
    await plain.getByLabel('Reason').selectOption('Something else')
    await plain.getByLabel('What is wrong?').fill('The name is misleading.')
    await plain.getByRole('button', { name: 'Send report' }).click()
    await expect(plain).toHaveURL('/report/sent')
    await expect(plain.getByRole('heading', { name: 'Your report is with us' })).toBeVisible()
  })

  await test.step('the operator reads both reports, and takes the look down', async () => {
    await page.goto('/operator/reports')
    const row = page.getByRole('table', { name: 'Reports' }).getByRole('row').filter({ hasText: 'Free pills' })
    await expect(row).toContainText('Open')
    await expectAccessibleInEveryLook(page, '/operator/reports')
    await row.getByRole('link', { name: 'Free pills' }).click()
    const reports = page.getByRole('list', { name: 'Reports' })
    await expect(reports.getByRole('listitem')).toHaveCount(2)
    await expect(reports).toContainText('It sells pills.')
    await expect(reports).toContainText('The name is misleading.')
    await expect(page.getByRole('link', { name: 'Open the shared look' })).toHaveAttribute('href', path)
    await expectAccessibleInEveryLook(page, '/operator/reports/:caseId')
    await decide(page, 'Take down', 'It advertises medicine')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Taken down')
    await expectMailed(page, reporter, 'We took down what you reported')
  })

  await test.step('visitors do not see it any more; its owner reads why, and objects', async () => {
    await visitor.goto(path)
    await expect(visitor.getByRole('heading', { name: 'This look is not here' })).toBeVisible()
    await owner.goto(path)
    await owner.getByRole('link', { name: 'Read why, or object' }).click()
    await expect(owner.getByText('It advertises medicine')).toBeVisible()
    const mailed = await linkMailedTo(owner, email, /^We took down “Free pills”$/)
    expect(new URL(mailed).pathname).toBe(new URL(owner.url()).pathname)
    await expectAccessibleInEveryLook(owner, '/takedown/:token')
    await owner.getByLabel('Why is this a mistake?').fill('It is the title of a song.')
    await owner.getByRole('button', { name: 'Object' }).click()
    await expect(owner.getByText('Your objection is with us')).toBeVisible()
  })

  await test.step('the operator restores it, and both sides get a mail', async () => {
    await page.goto('/operator/reports')
    const row = page.getByRole('table', { name: 'Reports' }).getByRole('row').filter({ hasText: 'Free pills' })
    await expect(row).toContainText('Objection')
    await row.getByRole('link', { name: 'Free pills' }).click()
    await expect(page.getByText('It is the title of a song.')).toBeVisible()
    await decide(page, 'Restore', 'It is a song')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Restored')
    await expect(page.getByRole('list', { name: 'Decisions' }).getByRole('listitem')).toHaveCount(2)
    await visitor.goto(path)
    await expect(visitor.getByRole('heading', { name: 'Free pills' })).toBeVisible()
    await expectMailed(owner, email, '“Free pills” is public again')
    await expectMailed(page, reporter, 'What you reported is public again')
  })

  await test.step('the page of its owner lists the case', async () => {
    await page.getByLabel('Reported page').getByRole('link', { name: 'Ada' }).click()
    await expect(page.getByRole('table', { name: 'Reports' })).toContainText('Free pills')
  })
})

async function openPlainBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL !== undefined && { baseURL }) })
  return context.newPage()
}

async function decide(page: Page, button: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}
