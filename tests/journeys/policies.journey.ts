import type { Page } from '@playwright/test'
import { expectAccessibleInEveryLook } from './accessibility.ts'
import { expect, test as base } from './journey.ts'
import { expectMailed, linkMailedTo } from './mailbox.ts'
import { OLGA, OPERATORS } from './operators.ts'
import { signUpByApi } from './person.ts'
import { startProduct } from './product.ts'
import { openSecondBrowser } from './second-browser.ts'

/** A product of its own: the texts of a site are those of all its pages. */
const test = base.extend<object, { product: Awaited<ReturnType<typeof startProduct>> }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, provide) => {
      const product = await startProduct({ env: { OPERATORS } })
      await provide(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test('an operator writes an imprint and terms, and tells users', async ({ page, browser, baseURL }) => {
  test.setTimeout(300_000)
  await signUpByApi(page, OLGA)
  await page.goto(await linkMailedTo(page, OLGA.email, /Confirm your e-mail/))
  await expect(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()
  const creator = await openSecondBrowser(browser, baseURL)
  await signUpByApi(creator)

  await test.step('writes an imprint and terms, and tells users about the terms', async () => {
    await page.goto('/operator/site')
    await page.getByRole('tab', { name: 'Imprint' }).click()
    await expect(page.getByText('There is no text of yours, and no page.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Imprint' }).fill('Clipfoundry Ltd  \n1 High Street  \nLondon')
    await expect(page.getByRole('region', { name: 'Preview of the Imprint' })).toContainText('1 High Street')
    await publish(page, { reason: 'The law asks for one' })
    await expect(page.getByText(/^Version 1 is on the page/)).toBeVisible()
    await page.getByRole('tab', { name: 'Terms of Service' }).click()
    await page.getByRole('button', { name: 'Begin with the built-in text' }).click()
    const terms = page.getByRole('textbox', { name: 'Terms of Service' })
    await expect(terms).toHaveValue(/These are the rules between you/)
    await terms.fill('Our rules.\n\n## Be kind\n\nTo everybody.\n\n## Law\n\nEnglish law, <b>always</b>.')
    await expectAccessibleInEveryLook(page, '/operator/site')
    await publish(page, { reason: 'Rules of our own', summary: 'From now on, English law applies.' })
    await expect(page.getByText(/^Version 2 is on the page.*Mailed to \d+ users\.$/)).toBeVisible({ timeout: 30_000 })
  })

  await test.step('the imprint is linked and readable without JavaScript', async () => {
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), javaScriptEnabled: false })
    const visitor = await context.newPage()
    await visitor.goto('/faq')
    await visitor.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click()
    await expect(visitor.getByRole('heading', { level: 1, name: 'Imprint' })).toBeVisible()
    await expect(visitor.getByText('Clipfoundry Ltd')).toBeVisible()
    await context.close()
  })

  await test.step('users are mailed, read the text and its earlier version', async () => {
    await expectMailed(page, OLGA.email, 'A new version of the Terms of Service of Wordpop')
    await creator.goto('/faq')
    await creator.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
    await expect(creator.getByRole('heading', { name: 'Be kind' })).toBeVisible()
    await expect(creator.getByText('English law, <b>always</b>.')).toBeVisible()
    await expectAccessibleInEveryLook(creator, '/terms')
    await creator.getByRole('link', { name: 'Version 1' }).click()
    await expect(creator.getByText('These are the rules between you')).toBeVisible()
    await expectAccessibleInEveryLook(creator, '/policies/terms/1')
    await creator.getByRole('link', { name: 'Read the present Terms of Service' }).click()
    await expect(creator.getByRole('heading', { name: 'Be kind' })).toBeVisible()
  })
})

async function publish(page: Page, { reason, summary }: { reason: string; summary?: string }): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  if (summary !== undefined) {
    await dialog.getByRole('checkbox', { name: 'Tell users' }).check()
    await dialog.getByLabel('What changes').fill(summary)
  }
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog).toBeHidden()
}
