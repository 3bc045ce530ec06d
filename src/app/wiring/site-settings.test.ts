import { expect, test } from 'vitest'
import { compose } from '#app/compose.ts'
import { webApp } from '#app/server/web-app.ts'
import type { OperatorAction } from '#features/operations/model/index.ts'
import { NO_SETTINGS, type SettingsVersion, type SiteSettings } from '#features/site/model/index.ts'
import { readEnv } from '#platform/server/env.ts'
import { silentLog } from '#platform/server/log.ts'
import { renderMail } from '#platform/server/mail/text.ts'
import { PRODUCT_NAME, siteName } from '#platform/shared/product.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { testProduct } from '../../../tests/support/product.ts'

const site = await testProduct({ settings: { OPERATORS: 'olga@example.com', CONTACT_LEGAL: 'law@example.com' } })
const { db, product } = site
const operator = site.browser()
await operator.signUp({ email: 'olga@example.com' })
await db.$client.query(`update users set email_verified = true where email = 'olga@example.com'`)
let version = 0

test('nothing is set at first: the name is the product’s, and the environment wins', async () => {
  expect(await operator.call('operator/siteSettings')).toMatchObject({
    output: {
      version: 0,
      settings: NO_SETTINGS,
      fixed: { legal: { variable: 'CONTACT_LEGAL', value: 'law@example.com' } },
      defaults: { name: 'Wordpop', support: 'support@example.com' },
    },
  })
  expect(product.currentSite()).not.toHaveProperty('name')
})

test('a saved name is in the next mail', async () => {
  await save({ name: 'Clipfoundry' })
  await until(() => siteName() === 'Clipfoundry')
  const person = site.browser()
  await person.signUp({ email: 'ada@example.com' })
  const [mail] = await mailsTo(db, 'ada@example.com')
  expect(mail?.subject).toBe('Confirm your e-mail address for Clipfoundry')
  expect(mail && renderMail(mail).text).toMatch(/-- \nClipfoundry\n$/u)
})

test('a saved colour is that of the pages and of the button of mails', async () => {
  await save({ accent: '#2563eb' })
  await until(() => product.currentSite().accent !== undefined)
  expect(product.currentSite().accent).toEqual({ hue: 263, strength: expect.any(Number) })
  const { html } = renderMail({
    to: 'ada@example.com',
    subject: 'Hi',
    paragraphs: [],
    action: { label: 'Go on', url: 'https://example.com' },
  })
  expect(html).not.toContain('#fb8147')
})

test('pages are drawn again for a change, and only then', async () => {
  const drawn: string[] = []
  const app = webApp(product, {
    publicUrl: undefined,
    built: {
      files: [],
      draw: ({ path, bootstrap }) => {
        drawn.push(path)
        return `<title>${bootstrap.site.name ?? 'Wordpop'}</title>`
      },
    },
  })
  const page = async () => (await app.request('/faq')).text()
  await save({ name: 'Before' })
  await until(() => product.currentSite().name === 'Before')
  expect([await page(), await page()].map((html) => html.includes('<title>Before'))).toEqual([true, true])
  expect(drawn).toEqual(['/faq'])
  await save({ name: 'After' })
  await until(() => product.currentSite().name === 'After')
  expect(await page()).toContain('<title>After')
  const manifest = await (await app.request('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'After', short_name: 'After' })
  expect(drawn).toEqual(['/faq', '/faq'])
})

test('another process follows at once', async () => {
  const env = readEnv({ DATA_DIR: product.dataDir })
  const other = await compose({ env, databaseUrl: site.databaseUrl, log: silentLog() })
  await save({ support: 'people@example.com' })
  await until(() => other.currentSite().contacts.support === 'people@example.com')
  await other.endStreams()
  await other.close()
})

test('the environment wins over what operators set', async () => {
  await save({ legal: 'other@example.com', general: 'hi@example.com' })
  await until(() => product.currentSite().contacts.general === 'hi@example.com')
  expect(product.currentSite().contacts.legal).toBe('law@example.com')
})

test('a version of somebody else is not overwritten', async () => {
  await save({ name: 'Theirs' })
  const late = await operator.call('operator/saveSiteSettings', {
    settings: { name: 'Mine' },
    replaces: version - 1,
    reason: 'I did not see it',
  })
  expect(late).toMatchObject({ status: 409 })
  expect(await operator.call('operator/siteSettings')).toMatchObject({ output: { settings: { name: 'Theirs' } } })
})

test('saving returns the new version, without counting videos or asking speech engines', async () => {
  const answer = await operator.call('operator/saveSiteSettings', {
    settings: { name: 'Quick' },
    replaces: version,
    reason: 'As agreed',
  })
  version += 1
  expect(answer.output).toEqual({ version })
})

test('every version is kept with who and why, and is in the log of actions', async () => {
  await save({ name: 'Kept' })
  const { output } = await operator.call('operator/siteVersions', {})
  const { versions } = output as { versions: SettingsVersion[] }
  expect(versions.map((one) => one.version)).toEqual(Array.from({ length: version }, (_, at) => version - at))
  expect(versions[0]).toMatchObject({ settings: { name: 'Kept' }, operator: 'olga@example.com', reason: 'As agreed' })
  const log = (await operator.call('operator/actions', { subjectId: 'site' })).output as { actions: OperatorAction[] }
  expect(log.actions[0]).toMatchObject({ action: 'site.settings', reason: 'As agreed', after: { name: 'Kept' } })
})

test.each([
  { settings: { name: 'Two\nlines' }, problem: 'Use one line' },
  { settings: { name: ' ' }, problem: 'Enter a name' },
  { settings: { accent: 'red' }, problem: 'Enter a colour' },
  { settings: { chat: 'javascript:alert(1)' }, problem: 'https://example.com' },
  { settings: { banner: { text: 'x', from: '2026-05-02', until: '2026-05-01' } }, problem: 'before the first' },
])('refuses $settings', async ({ settings, problem }) => {
  const answer = await operator.call('operator/saveSiteSettings', { settings, replaces: version, reason: 'A try' })
  expect(answer.status).toBe(422)
  expect(JSON.stringify(answer)).toContain(problem)
})

// Last, since the test files of a process share its identity.
test('without settings the site is as it was at first', async () => {
  await save({})
  await until(() => siteName() === PRODUCT_NAME)
  expect(product.currentSite()).toEqual(product.site)
})

async function save(settings: Partial<SiteSettings>): Promise<void> {
  const answer = await operator.call('operator/saveSiteSettings', { settings, replaces: version, reason: 'As agreed' })
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
  version += 1
}

async function until(isTrue: () => boolean): Promise<void> {
  await expect.poll(isTrue, { timeout: 20_000 }).toBe(true)
}
