import { logoPng } from '../support/logos.ts'
import { reservePort } from '../support/reserve-port.ts'
import { openSmtp } from '../support/smtp-server.ts'
import { expectAccessibleInEveryLook } from './accessibility.ts'
import { expect, test as base } from './journey.ts'
import { OLGA, OPERATORS } from './operators.ts'
import { signUpByApi, somebody } from './person.ts'
import { startProduct } from './product.ts'
import { openSecondBrowser } from './second-browser.ts'

type MailServer = Awaited<ReturnType<typeof openSmtp>>

/** A product of its own, with a mail server: the logo is on everything that a site shows and sends. */
const test = base.extend<object, { product: Awaited<ReturnType<typeof startProduct>>; mails: MailServer }>({
  mails: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, provide) => {
      const server = await openSmtp({ port: await reservePort() })
      await provide(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ mails }, provide) => {
      const product = await startProduct({ env: { OPERATORS, SMTP_URL: mails.url } })
      await provide(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test('an operator puts their logo on the site, its tab and its mails', async ({
  page,
  browser,
  baseURL,
  mails,
  complaints,
}) => {
  test.setTimeout(300_000)
  complaints.allow(/415 \(Unsupported Media Type\)/)
  await signUpByApi(page, OLGA)
  await page.goto(await linkIn(mails, OLGA.email))
  await expect(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible()
  await page.goto('/operator/site')
  await expect(page.getByText('Everything is saved.')).toBeVisible()
  const preview = page.getByRole('region', { name: 'Preview', exact: true })

  await test.step('an SVG is refused in a sentence', async () => {
    const file = { name: 'acme.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg></svg>') }
    await page.getByLabel('Choose the logo', { exact: true }).setInputFiles(file)
    await expect(page.getByRole('group', { name: 'Logo', exact: true })).toContainText('SVG pictures cannot be used.')
  })

  await test.step('sees a PNG on both grounds before it is saved', async () => {
    await page.getByLabel('Choose the logo', { exact: true }).setInputFiles(pngNamed('Acme.png', '#00c853'))
    await expect(preview.getByRole('img', { name: 'Logo, light' })).toBeVisible()
    await page.getByLabel('Choose the logo on dark').setInputFiles(pngNamed('Acme white.png', '#ffffff'))
    await expect(page.getByRole('group', { name: 'Logo on dark' })).toContainText('Acme white')
    await expect(page.getByText('Not saved yet.')).toBeVisible()
    await expectAccessibleInEveryLook(page, '/operator/site')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Our own logo')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Everything is saved.')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Versions', exact: true })).toContainText('Logo: default → “Acme”')
  })

  const visitor = await openSecondBrowser(browser, baseURL)
  await test.step('the bar of every page shows it, and the tab has its icon', async () => {
    // Each process reads a change on its own.
    await expect(async () => {
      await visitor.goto('/faq')
      await expect(visitor.locator('link[rel=icon]')).toHaveAttribute('href', /^\/site-pictures\/.*\/icon-64\.png$/)
    }).toPass({ timeout: 30_000 })
    const mark = visitor.getByRole('banner').locator('.site-mark')
    await expect(mark).toBeVisible()
    const shown = await mark.evaluate((element) => getComputedStyle(element).backgroundImage)
    const [, source = 'none'] = /url\("(.*)"\)/.exec(shown) ?? []
    expect((await visitor.request.get(source)).headers()['content-type']).toBe('image/png')
    await expect(mark.locator('svg')).toBeHidden()
    const apple = await visitor.locator('link[rel=apple-touch-icon]').getAttribute('href')
    expect((await visitor.request.get(apple ?? 'none')).status()).toBe(200)
    await visitor.getByRole('button', { name: /theme/i }).first().click()
    await expect.poll(() => mark.evaluate((element) => getComputedStyle(element).backgroundImage)).not.toBe(shown)
  })

  await test.step('a mail carries it', async () => {
    const { email } = await signUpByApi(visitor, somebody())
    const source = await sourceOf(mails, email)
    expect(source).toContain('src="cid:logo"')
    expect(source).toMatch(/Content-Id: <logo>/i)
    expect(source).toMatch(/Content-Id: <logo-on-dark>/i)
  })

  await test.step('removes it, and has the built-in mark again', async () => {
    await page.getByRole('button', { name: 'Remove the logo', exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Back to the mark')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Everything is saved.')).toBeVisible()
    await expect(async () => {
      await visitor.goto('/faq')
      await expect(visitor.locator('link[rel=icon]')).toHaveAttribute('href', '/favicon.svg')
    }).toPass({ timeout: 30_000 })
    await expect(visitor.getByRole('banner').locator('.site-mark svg')).toBeVisible()
  })
})

function pngNamed(name: string, color: string) {
  return { name, mimeType: 'image/png', buffer: logoPng({ width: 400, height: 100, color }) }
}

/** Waits for the mail to this address, without the line breaks and signs of its encoding (RFC 2045 §6.7). */
async function sourceOf(mails: MailServer, address: string): Promise<string> {
  const find = () => mails.arrived.find(({ to }) => to.includes(address))
  await expect.poll(() => find() !== undefined, { timeout: 30_000 }).toBe(true)
  return (find()?.source ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
}

async function linkIn(mails: MailServer, address: string): Promise<string> {
  const [link = ''] = /http:\/\/\S+token=\S+/.exec(await sourceOf(mails, address)) ?? []
  return link
}
