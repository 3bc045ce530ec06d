import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../tests/support/web.tsx'
import type { CurrentSettings, SettingsVersion } from '../../model/settings-contract.ts'
import type { SiteSettings } from '../../model/settings.ts'
import { OperatorSitePage } from './site-page.tsx'

const NOTHING: SiteSettings = {
  name: null,
  accent: null,
  support: null,
  legal: null,
  general: null,
  microblog: null,
  chat: null,
  banner: null,
}
const CURRENT: CurrentSettings = {
  version: 2,
  settings: { ...NOTHING, name: 'Clipfoundry' },
  fixed: { legal: { variable: 'CONTACT_LEGAL', value: 'law@example.com' } },
  defaults: { name: 'Wordpop', support: 'support@a.example', legal: 'legal@a.example', general: 'hello@a.example' },
}
const VERSIONS: SettingsVersion[] = [
  version(2, { name: 'Clipfoundry' }, 'A name of our own'),
  version(1, { banner: { text: 'Closed on Sunday', from: null, until: '2026-05-01', isDismissible: true } }, 'A break'),
]

test('shows the change in the preview, and saves it with a reason', async () => {
  const { calls } = await open()
  await page.getByLabelText('Name', { exact: true }).fill('Clipsmith')
  await expect.element(page.getByRole('region', { name: 'Preview' })).toMatchTextContent(/Clipsmith.*Clipsmith/su)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabelText('Reason').fill('A better name')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The site is saved.')).toBeVisible()
  expect(calls.find(({ name }) => name === 'operator/saveSiteSettings')?.input).toEqual({
    json: { settings: { ...NOTHING, name: 'Clipsmith' }, replaces: 2, reason: 'A better name' },
  })
})

test('names the contrast of a colour in both themes', async () => {
  await open()
  await page.getByRole('switch', { name: /An accent colour of your own/ }).click()
  await page.getByLabelText('Accent colour', { exact: true }).fill('#003366')
  await expect.element(page.getByText(/^Light: text [\d.]+:1, button [\d.]+:1$/)).toBeVisible()
  await expect.element(page.getByText(/^Dark: text [\d.]+:1, button [\d.]+:1$/)).toBeVisible()
})

test('an address that the environment sets cannot be changed here, and names its variable', async () => {
  await open()
  await expect.element(page.getByLabelText('Legal address')).toBeDisabled()
  await expect.element(page.getByLabelText('Legal address')).toHaveValue('law@example.com')
  await expect.element(page.getByText('Set by CONTACT_LEGAL in the environment.')).toBeVisible()
})

test('lists what each version changed, and uses an earlier one again', async () => {
  const { calls } = await open()
  const list = page.getByRole('list', { name: 'Versions' })
  await expect.element(list).toMatchTextContent('Banner: “Closed on Sunday”, now to 2026-05-01 → default')
  await page.getByRole('button', { name: 'Use version 1 again' }).click()
  await page.getByLabelText('Reason').fill('As before')
  await page.getByRole('button', { name: 'Use it again' }).click()
  await expect.element(page.getByText('Version 1 is used again.')).toBeVisible()
  expect(calls.find(({ name }) => name === 'operator/saveSiteSettings')?.input).toMatchObject({
    json: { settings: { name: null, banner: { text: 'Closed on Sunday' } }, replaces: 2 },
  })
})

test('a refusal stays in the form, with what was entered', async () => {
  await open({ 'operator/saveSiteSettings': refusal(409, 'conflict', 'Somebody else changed the site meanwhile.') })
  await page.getByLabelText('Name', { exact: true }).fill('Late')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabelText('Reason').fill('A change')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Somebody else changed the site meanwhile.')).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Late')
})

async function open(answers: object = {}) {
  const { calls } = answerRequests({
    'operator/siteSettings': CURRENT,
    'operator/siteVersions': { versions: VERSIONS, next: null },
    'operator/saveSiteSettings': CURRENT,
    ...answers,
  })
  await render(
    <Site path="/operator/site">
      <OperatorSitePage />
    </Site>,
  )
  await expect.element(page.getByRole('region', { name: 'Preview' })).toBeVisible()
  return { calls }
}

function version(number: number, settings: Partial<SiteSettings>, reason: string): SettingsVersion {
  return {
    version: number,
    settings: { ...NOTHING, ...settings },
    operator: 'olga@example.com',
    reason,
    at: '2026-05-01T10:00:00.000Z',
  }
}
