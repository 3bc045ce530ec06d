import type { Browser, Locator, Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChild } from '../drills/children.ts'
import { partOf } from '../drills/product-parts.ts'
import { advanceDays, confirmAddress, followLink, joinAs, payFor } from './affiliates.ts'
import { captionClip } from './captioned.ts'
import { exportVideo } from './editor.ts'
import { commentIn } from './exported-file.ts'
import { expect, test as base } from './journey.ts'
import { expectMailed } from './mailbox.ts'
import { openNamed } from './named-page.ts'
import { OPAL, OPERATORS } from './operators.ts'
import { fillSignUp, type Person, signUpByApi, somebody } from './person.ts'
import { type Product, startProduct } from './product.ts'
import { openSecondBrowser } from './second-browser.ts'
import { shareLook } from './shared-look.ts'

/** The worker looks for due commissions when it starts, and once a minute. */
const MAINTENANCE = { timeout: 90_000, intervals: [1_000] }
/** Tables that a product writes while nobody does anything: its queue, its heartbeats, who is there, what it measures. */
const WRITTEN_ANYWAY =
  /^(jobs|job_kinds|heartbeats|caption_presence|status_|trend_days|sessions|outbox|.*_audits|site_backups|engine_)/u

/** A product of its own: it is renamed, wrecked and moved. */
const test = base.extend<object, { product: Product; folder: string }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, provide) => {
      const product = await startProduct({ env: { OPERATORS } })
      await provide(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  folder: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, provide) => {
      const folder = await mkdtemp(join(tmpdir(), 'journeys-'))
      await provide(folder)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
    { scope: 'worker' },
  ],
})

/** The people of the day, and where it takes place. */
type Day = {
  readonly browser: Browser
  readonly product: Product
  readonly folder: string
  /** Where the exported file is stored. */
  readonly exportPath: string
  /** The affiliate's browser. */
  readonly page: Page
  readonly operator: Page
  readonly ada: Person
  /** The affiliate's name in their link. */
  readonly username: string
  /** Who buys through the link. */
  readonly erin: Person
}

test("an operator's day: a spammer, a refund, a new name, a wreck and a move", async ({
  page,
  browser,
  product,
  folder,
  complaints,
}, testInfo) => {
  test.setTimeout(600_000)
  // Accounts are created from a plain page without an icon; a slow browser requests one.
  complaints.allow(/favicon\.ico/)
  const ada = await signUpByApi(page)
  await confirmAddress(page, ada.email)
  const username = await joinAs(page)
  const operator = await openSecondBrowser(browser, product.url)
  await signUpByApi(operator, OPAL)
  await confirmAddress(operator, OPAL.email)
  const exportPath = testInfo.outputPath('exported.mp4')
  const day: Day = { browser, product, folder, exportPath, page, operator, ada, username, erin: somebody() }

  await test.step('the affiliate sets a payout method', () => setPayoutMethod(day))
  await test.step('a visitor follows the link, signs up and buys; the commission is pending', () =>
    sellThroughLink(day))
  await test.step('finds a spammer by part of a name, takes their look down, suspends and erases them', () =>
    removeSpammer(day))
  await test.step('a refund of a third takes back exactly a third of the commission', () => refundThird(day))
  await test.step('after the hold it is approved and listed in the next batch', () => approveCommission(day))
  await test.step('the operator approves and pays; the affiliate sees the payout and the statement', () =>
    payCommission(day))
  await test.step('renames and colours the site: page, mail and the file of an export say so', () => renameSite(day))
  await test.step('backs up, loses the folder, restores, and every row and file is there', () => loseAndRestore(day))
  await test.step('moves to another PostgreSQL and back, and every row is there', () => moveAndReturn(day))
})

async function setPayoutMethod({ page }: Day): Promise<void> {
  await page.goto('/affiliate/payout-settings')
  await page.getByLabel('E-mail of your PayPal account').fill('ada@example.com')
  await page.getByLabel('Country you live in').selectOption('Germany')
  await page.getByLabel('Country you pay tax in').selectOption('Germany')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('PayPal, a•••@e•••.com').first()).toBeVisible()
}

async function sellThroughLink({ browser, page, username, erin }: Day): Promise<void> {
  const { visitor, close } = await followLink(browser, new URL(`/${username}`, page.url()))
  await visitor.getByRole('button', { name: 'Yes, remember' }).click()
  await visitor.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click()
  await fillSignUp(visitor, erin)
  await expect(visitor).toHaveURL('/upload')
  await confirmAddress(visitor, erin.email)
  await payFor(visitor, 'plan=premium&interval=year')
  await close()
  await expectMoney(page, { total: '$264.96', event: 'Will be approved' })
}

async function removeSpammer({ product, browser, operator }: Day): Promise<void> {
  const spammer = await openSecondBrowser(browser, product.url)
  const { email } = await signUpByApi(spammer, { ...somebody(), name: 'Cheap Pills Ltd' })
  const look = await shareLook(spammer, 'Free pills')
  await spammer.goto(look)
  await spammer.getByRole('link', { name: 'Report this look' }).click()
  await spammer.getByLabel('Reason').selectOption('Spam or fraud')
  await spammer.getByLabel('What is wrong?').fill('It sells pills.')
  await spammer.getByRole('button', { name: 'Send report' }).click()
  await expect(spammer.getByRole('heading', { name: 'Your report is with us' })).toBeVisible()

  await openUser(operator, 'eap pil', email)
  await decide(operator, { button: 'Suspend', reason: 'Advertises pills' })
  await expect(operator.getByText(/^Suspended since/)).toBeVisible()
  const user = operator.url()
  await operator.getByRole('table', { name: 'Reports' }).getByRole('link', { name: 'Free pills' }).click()
  await decide(operator, { button: 'Take down', reason: 'It advertises medicine' })
  await expect(operator.getByRole('heading', { level: 1 })).toContainText('Taken down')
  await operator.goto(user)
  await operator.getByRole('button', { name: 'Erase' }).click()
  const dialog = operator.getByRole('dialog')
  await dialog.getByLabel('Address of the account').fill(email)
  await dialog.getByLabel('Reason').fill('A spammer')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(operator).toHaveURL('/operator/users')
}

async function refundThird({ page, operator, ada, erin }: Day): Promise<void> {
  await openUser(operator, erin.email, erin.email)
  await operator.getByRole('button', { name: /^Refund/ }).click()
  const dialog = operator.getByRole('dialog')
  await dialog.getByLabel('Amount in USD').fill('220.80')
  await dialog.getByLabel('Reason').fill('A third of the year was not used')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(operator.getByRole('table', { name: 'Payments' })).toContainText('$220.80')
  await expectMoney(page, { total: '$176.64', event: 'Reversed' })
  await expectMailed(page, ada.email, '$88.32 was reversed')
}

async function approveCommission({ page, operator, product }: Day): Promise<void> {
  advanceDays(product, 31)
  process.kill(await partOf(product, 'worker'), 'SIGTERM')
  await expect(async () => {
    await page.goto('/affiliate/dashboard')
    await expect(page.getByRole('region', { name: 'Next payout' })).toContainText(/Approved\s*\$176\.64/, {
      timeout: 3_000,
    })
  }).toPass(MAINTENANCE)
  await operator.goto('/operator/payouts')
  await operator.getByRole('button', { name: 'Prepare this month' }).click()
  const preparing = operator.getByRole('dialog')
  await preparing.getByLabel('Reason').fill('The month is over')
  await preparing.getByRole('button', { name: 'Prepare' }).click()
  await expect(operator.getByRole('table', { name: 'Payouts' })).toContainText('$176.64')
}

async function payCommission({ page, operator, ada }: Day): Promise<void> {
  await operator.getByRole('button', { name: /^Approve 1 payout/ }).click()
  const dialog = operator.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Checked against the refund')
  await dialog.getByLabel('Your password').fill(OPAL.password)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await operator.getByRole('button', { name: /^Mark 1 payout/ }).click()
  await dialog.getByLabel('Reference').fill('TRANSFER-1')
  await dialog.getByLabel('Reason').fill('The bank sent it')
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(operator.getByRole('table', { name: 'Payouts' })).toContainText('TRANSFER-1')
  await page.goto('/affiliate/payout-settings')
  await expect(page.getByText(/reference TRANSFER-1/)).toBeVisible()
  await expectMailed(page, ada.email, 'We paid you $176.64')
  await page.getByRole('link', { name: /^Statement/ }).click()
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText('Commission statement')
  await expect(sheet).toContainText('$662.40')
  await expect(sheet.getByRole('row', { name: /^Total/ })).toContainText('$176.64')
  await page.emulateMedia({ media: 'print' })
  expect(await inkOf(page, sheet, 'dark'), 'on paper').toBe(await inkOf(page, sheet, 'light'))
}

async function renameSite({ browser, product, operator, exportPath }: Day): Promise<void> {
  await operator.goto('/operator/site')
  await operator.getByLabel('Name', { exact: true }).fill('Clipfoundry')
  await operator.getByRole('switch', { name: /An accent colour of your own/ }).click()
  await operator.getByLabel('Accent colour', { exact: true }).fill('#2563eb')
  await decide(operator, { button: 'Save', reason: 'We renamed ourselves' })
  await expect(operator.getByText('Everything is saved.')).toBeVisible()
  const creator = await openSecondBrowser(browser, product.url)
  await openNamed(creator, '/faq', 'Questions and answers · Clipfoundry')
  await expect(creator.locator('html')).toHaveAttribute('style', /--site-hue:26\d/)
  const { email } = await signUpByApi(creator)
  await expectMailed(creator, email, 'Confirm your e-mail address for Clipfoundry')
  await creator.goto('/upload')
  await captionClip(creator)
  await creator.getByRole('tab', { name: 'Export' }).click()
  expect(await commentIn(await exportVideo(creator, exportPath))).toBe('Captions: Clipfoundry')
}

async function loseAndRestore({ product, folder, operator }: Day): Promise<void> {
  await product.run('src/app/backup.ts', [join(folder, 'backups')])
  await product.shutDown()
  const before = await contentsOf(product)
  await rm(product.dataDir, { recursive: true, force: true, maxRetries: 5 })
  await product.run('src/app/restore.ts', [join(folder, 'backups')])
  const after = await contentsOf(product)
  expect(Object.keys(after.files).length).toBeGreaterThan(5)
  expect(after.files).toEqual(neededFiles(before))
  expect(usedTables(after)).toEqual(usedTables(before))
  await product.restart()
  await expectAllThere(operator)
}

async function moveAndReturn({ product, folder, operator }: Day): Promise<void> {
  const other = runChild('../support/other-postgres.ts', [join(folder, 'postgres')])
  const DATABASE_URL = await other.line('postgres')
  await product.shutDown()
  const before = await contentsOf(product)
  await product.run('src/app/database.ts', ['move-to', DATABASE_URL])
  expect(await contentsOf(product, DATABASE_URL)).toEqual(before)
  await product.restart({ DATABASE_URL })
  await expectAllThere(operator)
  await product.shutDown()
  const moved = await contentsOf(product, DATABASE_URL)
  await product.run('src/app/database.ts', ['move-back', DATABASE_URL])
  await other.stop()
  expect(await contentsOf(product)).toEqual(moved)
  await product.restart({ DATABASE_URL: '' })
  await expectAllThere(operator)
}

/** Opens the page of a user that is found by a part of their name or address. */
async function openUser(operator: Page, part: string, email: string): Promise<void> {
  await operator.goto('/operator/users')
  await operator.getByLabel('Search by name or address').fill(part)
  await operator.keyboard.press('Enter')
  await operator.getByRole('row').filter({ hasText: email }).getByRole('link').click()
  await expect(operator.getByRole('heading', { level: 1 })).toBeVisible()
}

async function decide(operator: Page, { button, reason }: { button: string; reason: string }): Promise<void> {
  await operator.getByRole('button', { name: button, exact: true }).click()
  const dialog = operator.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Expects that the operator is still logged in, and that the day is on record under the site's name. */
async function expectAllThere(operator: Page): Promise<void> {
  await operator.goto('/operator/actions')
  await expect(operator).toHaveTitle('Audit log · Operator · Clipfoundry')
  for (const reason of ['Advertises pills', 'A third of the year was not used', 'We renamed ourselves'])
    await expect(operator.getByText(`“${reason}”`)).toBeVisible()
}

type Contents = { readonly tables: Readonly<Record<string, string>>; readonly files: Readonly<Record<string, string>> }

/** The hash of each table and file of a product that is shut down. */
async function contentsOf(product: Product, ...databaseUrl: string[]): Promise<Contents> {
  const contents: Contents = JSON.parse(
    await product.run('tests/support/site-digest.ts', [product.dataDir, ...databaseUrl]),
  )
  return contents
}

/** Without the sound that a browser sends ahead: a prepared video has its own, so backups leave the other out. */
function neededFiles({ files }: Contents): Contents['files'] {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !/\/early[^/]*$/u.test(path)))
}

function usedTables({ tables }: Contents): [string, string][] {
  return Object.entries(tables).filter(([table]) => !WRITTEN_ANYWAY.test(table))
}

/** The colour of a sheet's heading in a theme. */
async function inkOf(page: Page, sheet: Locator, theme: 'dark' | 'light'): Promise<string> {
  await page.evaluate((theme) => void (document.documentElement.dataset['theme'] = theme), theme)
  return sheet
    .getByRole('heading')
    .first()
    .evaluate((heading) => getComputedStyle(heading).color)
}

/** Expects the dashboard's total and the newest referral's event. */
async function expectMoney(page: Page, { total, event }: { total: string; event: string }): Promise<void> {
  await page.goto('/affiliate/dashboard')
  await expect(page.getByLabel('This month').getByText(total)).toBeVisible()
  await page.getByRole('region', { name: 'Newest referrals' }).getByRole('link', { name: /Paid/ }).click()
  await expect(page.getByRole('dialog').getByText(event).first()).toBeVisible()
}
