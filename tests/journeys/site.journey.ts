import { expectAccessibleInEveryLook } from './accessibility.ts'
import { captionClip } from './captioned.ts'
import { exportVideo } from './editor.ts'
import { commentIn } from './exported-file.ts'
import { expect, test as base } from './journey.ts'
import { expectMailed, linkMailedTo } from './mailbox.ts'
import { OLGA, OPERATORS } from './operators.ts'
import { openNamed } from './named-page.ts'
import { signUp, signUpByApi } from './person.ts'
import { startProduct } from './product.ts'
import { openSecondBrowser } from './second-browser.ts'

/** A product of its own: the name of a site is in everything that it shows. */
const test = base.extend<object, { product: Awaited<ReturnType<typeof startProduct>> }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, provide) => {
      const product = await startProduct({ env: { OPERATORS, CONTACT_LEGAL: 'law@example.com' } })
      await provide(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test('an operator names and colours the site, and undoes it', async ({ page, browser, baseURL }, testInfo) => {
  test.setTimeout(400_000)
  await signUpByApi(page, OLGA)
  await page.goto(await linkMailedTo(page, OLGA.email, /Confirm your e-mail/))
  await expect(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()

  await test.step('sends a test mail, which waits without a mail server', async () => {
    await page.goto('/operator/mail')
    await expect(page.getByText('There is no mail server')).toBeVisible()
    await expect(page.getByText('No mail failed')).toBeVisible()
    await page.getByRole('button', { name: 'Send a test mail to me' }).click()
    await expect(page.getByText(/^The last test mail/)).toBeVisible()
    await expectMailed(page, OLGA.email, 'A test mail of Wordpop')
    await expectAccessibleInEveryLook(page, '/operator/mail')
  })

  await test.step('sees the change before saving it', async () => {
    await page.goto('/operator/site')
    await expect(page.getByText('Everything is saved.')).toBeVisible()
    await expect(page.getByLabel('Legal address')).toBeDisabled()
    await expect(page.getByText('Set by CONTACT_LEGAL in the environment.')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Clipfoundry')
    await page.getByRole('switch', { name: /An accent colour of your own/ }).click()
    await page.getByLabel('Accent colour', { exact: true }).fill('#2563eb')
    await page.getByRole('textbox', { name: 'Text' }).fill('New here: [the updates](/updates)')
    const preview = page.getByRole('region', { name: 'Preview', exact: true })
    await expect(preview.getByText('Clipfoundry')).toHaveCount(2)
    await expect(preview.getByText(/^Light: text \d/)).toBeVisible()
    await expect(page.getByText('Not saved yet.')).toBeVisible()
    await expectAccessibleInEveryLook(page, '/operator/site')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('We renamed ourselves')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Everything is saved.')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Versions', exact: true })).toContainText('“We renamed ourselves”')
  })

  await test.step('the page of a visitor has name, colour and notice without JavaScript', async () => {
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), javaScriptEnabled: false })
    const visitor = await context.newPage()
    await openNamed(visitor, '/faq', 'Questions and answers · Clipfoundry')
    await expect(visitor.getByRole('banner')).toContainText('Clipfoundry')
    await expect(visitor.getByRole('region', { name: 'Notice' })).toContainText('New here: the updates')
    await expect(visitor.locator('html')).toHaveAttribute('style', /--site-hue:26\d/)
    await context.close()
  })

  const creator = await openSecondBrowser(browser, baseURL)
  await test.step('a mail and the file of an export carry the name', async () => {
    const { email } = await signUp(creator)
    await expectMailed(creator, email, 'Confirm your e-mail address for Clipfoundry')
    await captionClip(creator)
    await creator.getByRole('tab', { name: 'Export' }).click()
    const file = await exportVideo(creator, testInfo.outputPath('exported.mp4'))
    expect(await commentIn(file)).toBe('Captions: Clipfoundry')
  })

  await test.step('a dismissed notice stays closed', async () => {
    await creator.goto('/faq')
    await creator.getByRole('button', { name: 'Dismiss' }).click()
    await creator.goto('/support')
    await expect(creator.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(creator.getByRole('region', { name: 'Notice' })).toBeHidden()
  })

  await test.step('an earlier version is used again', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Typo')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Another name')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Use version 1 again' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('That was a mistake')
    await page.getByRole('dialog').getByRole('button', { name: 'Use it again' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Clipfoundry')
    await openNamed(page, '/operator/actions', 'Audit log · Operator · Clipfoundry')
    await expect(page.getByText('“That was a mistake”')).toBeVisible()
  })
})
