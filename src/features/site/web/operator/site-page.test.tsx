import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answerRequests, refusal, Site } from '../../../../../tests/support/web.tsx'
import type { ListedPolicy, OperatorPolicy } from '../../model/policy-contract.ts'
import type { CurrentSettings, SettingsVersion } from '../../model/settings-contract.ts'
import type { SiteSettings } from '../../model/settings.ts'
import { OperatorSitePage } from './site-page.tsx'

const NOTHING: SiteSettings = {
  name: null,
  accent: null,
  logo: null,
  logoOnDark: null,
  icon: null,
  showsName: true,
  support: null,
  legal: null,
  general: null,
  microblog: null,
  chat: null,
  banner: null,
  captionLanguage: null,
  captionTemplate: null,
  retention: {},
  readLogDays: null,
}
const CURRENT: CurrentSettings = {
  version: 2,
  settings: { ...NOTHING, name: 'Clipfoundry' },
  fixed: { legal: { variable: 'CONTACT_LEGAL', value: 'law@example.com' } },
  defaults: {
    name: 'Wordpop',
    support: 'support@a.example',
    legal: 'legal@a.example',
    general: 'hello@a.example',
    captionTemplate: 'karaoke',
  },
  choices: {
    languages: ['en', 'de', 'fr'],
    templates: [
      { id: 'karaoke', name: 'Karaoke', picture: '/template-pictures/karaoke.webp' },
      { id: 'neon', name: 'Neon', picture: '/template-pictures/neon.webp' },
    ],
  },
  retention: [
    { group: 'free', defaultDays: 30, variable: null, videos: 3 },
    { group: 'pro', defaultDays: 400, variable: 'PLANS_JSON', videos: 2 },
  ],
}
const VERSIONS: SettingsVersion[] = [
  version(2, { name: 'Clipfoundry' }, 'A name of our own'),
  version(1, { banner: { text: 'Closed on Sunday', from: null, until: '2026-05-01', isDismissible: true } }, 'A break'),
]

const LOGO = { id: '0a000000-0000-4000-8000-000000000091', name: 'acme', width: 384, height: 128 }
const SOURCE = `/site-pictures/${LOGO.id}/logo.png`

const TERMS = '## Your account\n\nYou must be 16.'
const TEXTS: ListedPolicy[] = [
  {
    version: 2,
    isOwn: false,
    characters: 900,
    operator: 'olga@example.com',
    reason: 'As before',
    at: '2026-11-26T10:00:00.000Z',
    notice: null,
  },
  {
    version: 1,
    isOwn: false,
    characters: 900,
    operator: 'olga@example.com',
    reason: 'Rules of our own',
    at: '2026-11-23T00:00:00.000Z',
    notice: null,
  },
]
const POLICIES: OperatorPolicy[] = [
  { policy: 'terms', version: 0, markdown: null, builtIn: TERMS, notice: null },
  { policy: 'privacy', version: 0, markdown: null, builtIn: 'We keep little.', notice: null },
  { policy: 'refund', version: 0, markdown: null, builtIn: 'You get it back.', notice: null },
  {
    policy: 'imprint',
    version: 1,
    markdown: 'Clipfoundry Ltd',
    builtIn: null,
    notice: { summary: 'We moved to a new office.', state: 'done', mailed: 2 },
  },
]

test('says what a period means for stored videos, and what the environment sets', async () => {
  await open()
  const field = page.getByRole('combobox', { name: 'Videos on the Free plan' })
  await field.selectOptions('For a number of days')
  const days = page.getByRole('spinbutton', { name: 'Days on the Free plan' })
  await days.fill('7')
  await expect.element(page.getByText('Only new videos are deleted earlier')).toBeVisible()
  await expect.element(page.getByText('3 videos are stored now.', { exact: false })).toBeVisible()
  await days.fill('4000')
  await expect.element(days).toHaveAccessibleDescription(/Enter 4 to 3,650 days/)
  await expect.element(page.getByText(/ are stored now\./u)).not.toBeInTheDocument()
  await field.selectOptions('Until they are deleted')
  await expect.element(page.getByText('Stored videos are kept longer too')).toBeVisible()
  await field.selectOptions('Default: 30 days')
  await expect.element(page.getByText('Everything is saved.')).toBeVisible()
  const fixed = page.getByRole('textbox', { name: 'Videos on the Pro plan' })
  await expect.element(fixed).toBeDisabled()
  await expect.element(page.getByText('Set by PLANS_JSON in the environment.')).toBeVisible()
})

test('says what a longer period means with one stored video, and with none', async () => {
  const retention = [
    { group: 'free', defaultDays: 30, variable: null, videos: 1 },
    { group: 'basic', defaultDays: 30, variable: null, videos: 0 },
  ]
  await open({ 'operator/siteSettings': { ...CURRENT, retention } })
  const free = page.getByRole('combobox', { name: 'Videos on the Free plan' })
  await free.selectOptions('For a number of days')
  const days = page.getByRole('spinbutton', { name: 'Days on the Free plan' })
  await days.fill('7')
  await expect
    .element(page.getByText(/1 video is stored now\. It stays until the date that its owner sees\./u))
    .toBeVisible()
  await days.fill('60')
  await expect.element(page.getByText(/If it has a date, it is kept for 60 days from its upload\./u)).toBeVisible()
  await free.selectOptions('Default: 30 days')
  await page.getByRole('combobox', { name: 'Videos on the Basic plan' }).selectOptions('Until they are deleted')
  await expect.element(page.getByText('New videos are kept longer')).toBeVisible()
  await expect.element(page.getByText('No videos are stored now.')).toBeVisible()
})

test('a period that was changed and set back leaves nothing to save, in any order', async () => {
  const settings = { ...NOTHING, retention: { free: 7, basic: 90 } }
  const retention = [
    { group: 'free', defaultDays: 30, variable: null, videos: 3 },
    { group: 'basic', defaultDays: null, variable: null, videos: 0 },
  ]
  await open({ 'operator/siteSettings': { ...CURRENT, settings, retention } })
  const field = page.getByRole('combobox', { name: 'Videos on the Free plan' })
  await field.selectOptions('Default: 30 days')
  await expect.element(page.getByText('Not saved yet.')).toBeVisible()
  await field.selectOptions('For a number of days')
  await page.getByRole('spinbutton', { name: 'Days on the Free plan' }).fill('7')
  await expect.element(page.getByText('Everything is saved.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
})

test('publishes a text, and mails users only with a sentence about the change', async () => {
  const { calls } = await open()
  await page.getByRole('button', { name: 'Begin with the built-in text' }).click()
  const preview = page.getByRole('region', { name: 'Preview of the Terms of Service' })
  await expect.element(preview.getByRole('heading', { name: 'Your account' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Terms of Service' }).fill(`${TERMS} <b>Or older.</b>`)
  await expect.element(preview).toMatchTextContent('You must be 16. <b>Or older.</b>')
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Tell users' }).click()
  await dialog.getByLabelText('Reason').fill('Our lawyer asks for it')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect.element(dialog.getByText('Say in a sentence what changes.')).toBeVisible()
  await dialog.getByLabelText('What changes').fill('Older people may join.')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect.element(page.getByText('The text is published.')).toBeVisible()
  expect(calls.find(({ name }) => name === 'operator/publishPolicy')?.input).toEqual({
    json: {
      policy: 'terms',
      markdown: `${TERMS} <b>Or older.</b>`,
      replaces: 0,
      reason: 'Our lawyer asks for it',
      summary: 'Older people may join.',
    },
  })
})

test('a draft stays while another text is shown', async () => {
  await open()
  await page.getByRole('textbox', { name: 'Terms of Service' }).fill('Half a sentence')
  await page.getByRole('tab', { name: 'Imprint' }).click()
  await expect.element(page.getByText(/^Version 1 is on the page.*Mailed to 2 users\.$/su)).toBeVisible()
  await page.getByRole('tab', { name: 'Terms of Service' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Terms of Service' })).toHaveValue('Half a sentence')
  await page.getByRole('button', { name: 'Discard changes' }).last().click()
  await expect.element(page.getByRole('textbox', { name: 'Terms of Service' })).toHaveValue('')
})

test('takes the text of an earlier version into the editor', async () => {
  await open()
  const list = page.getByRole('list', { name: 'Versions of the text' })
  await expect
    .element(list)
    .toMatchTextContent(/Version 1, the built-in text.*Recorded before version 2, of 23 November 2026/su)
  await list.getByRole('button', { name: 'Put version 1 into the editor' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Terms of Service' })).toHaveValue('The first text.')
  await expect.element(page.getByText('Not published yet.')).toBeVisible()
})

test('removes the imprint with a reason', async () => {
  const { calls } = await open()
  await page.getByRole('tab', { name: 'Imprint' }).click()
  await page.getByRole('button', { name: 'Remove the Imprint' }).click()
  await page.getByRole('dialog').getByLabelText('Reason').fill('We closed down')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await expect.element(page.getByText('The Imprint is removed.')).toBeVisible()
  expect(calls.find(({ name }) => name === 'operator/publishPolicy')?.input).toMatchObject({
    json: { policy: 'imprint', markdown: null, replaces: 1, summary: null },
  })
})

test('shows the change in the preview, and saves it with a reason', async () => {
  const { calls } = await open()
  await page.getByLabelText('Name', { exact: true }).fill('Clipsmith')
  await expect
    .element(page.getByRole('region', { name: 'Preview', exact: true }))
    .toMatchTextContent(/Clipsmith.*Clipsmith/su)
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

test('a chosen logo is in the preview of both themes, and is saved with its dark one', async () => {
  const { calls } = await open({ 'operator-site-pictures': Response.json({ picture: LOGO }) })
  await page.getByLabelText('Choose the logo', { exact: true }).upload(new File(['png'], 'acme.png'))
  const preview = page.getByRole('region', { name: 'Preview', exact: true })
  await expect.element(preview.getByRole('img', { name: 'Logo, light' })).toHaveAttribute('src', SOURCE)
  await expect.element(preview.getByRole('img', { name: 'Logo, dark' })).toHaveAttribute('src', SOURCE)
  await expect.element(preview.getByRole('img', { name: 'Icon in a tab' })).toBeVisible()
  await expect.element(page.getByLabelText('Choose the logo on dark')).toBeInTheDocument()
  await page.getByRole('switch', { name: /Show the name beside the logo/ }).click()
  await expect.element(preview.getByText('Clipfoundry')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabelText('Reason').fill('Our own logo')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The site is saved.')).toBeVisible()
  expect(calls.find(({ name }) => name === 'operator/saveSiteSettings')?.input).toMatchObject({
    json: { settings: { logo: LOGO, logoOnDark: null, showsName: false } },
  })
})

test('a removed logo gives way to the built-in mark, with all that belongs to it', async () => {
  const settings = { ...NOTHING, logo: LOGO, logoOnDark: LOGO, showsName: false }
  const { calls } = await open({ 'operator/siteSettings': { ...CURRENT, settings } })
  await page.getByRole('button', { name: 'Remove the logo', exact: true }).click()
  await expect.element(page.getByRole('img', { name: 'Logo, light' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabelText('Reason').fill('Back to the mark')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The site is saved.')).toBeVisible()
  expect(calls.find(({ name }) => name === 'operator/saveSiteSettings')?.input).toMatchObject({
    json: { settings: { logo: null, logoOnDark: null, showsName: true } },
  })
})

test('a wrong file is refused beside its button, and changes nothing', async () => {
  await open({ 'operator-site-pictures': refusedUpload('SVG pictures cannot be used.') })
  await page.getByLabelText('Choose the icon').upload(new File(['<svg/>'], 'mark.svg'))
  await expect.element(page.getByRole('group', { name: 'Icon' })).toMatchTextContent(/SVG pictures cannot be used\./u)
  await page.getByLabelText('Choose the icon').upload(new File([new Uint8Array(1_000_001)], 'large.png'))
  await expect.element(page.getByText('“large.png” is larger than 1 MB. Choose a smaller picture.')).toBeVisible()
  await expect.element(page.getByText('Everything is saved.')).toBeVisible()
})

test('a version whose logo was erased is used again without it', async () => {
  const old = { ...version(1, { name: 'Clipfoundry', logo: LOGO }, 'A first logo'), hasPictures: false }
  const { calls } = await open({ 'operator/siteVersions': { versions: [VERSIONS[0], old], next: null } })
  await page.getByRole('button', { name: 'Use version 1 again' }).click()
  await expect.element(page.getByText(/without its logo and icon: they are no longer stored/u)).toBeVisible()
  await page.getByLabelText('Reason').fill('As before')
  await page.getByRole('button', { name: 'Use it again' }).click()
  await expect.element(page.getByText('Version 1 is used again.')).toBeVisible()
  expect(calls.find(({ name }) => name === 'operator/saveSiteSettings')?.input).toMatchObject({
    json: { settings: { name: 'Clipfoundry', logo: null } },
  })
})

test('new captions get the chosen language and template, with its picture', async () => {
  const { calls } = await open()
  const [language, template] = [
    page.getByLabelText('Language spoken'),
    page.getByLabelText('Template', { exact: true }),
  ]
  await expect.element(language).toHaveDisplayValue('Automatic')
  await expect.element(template).toHaveDisplayValue('Karaoke (built in)')
  await language.selectOptions('German')
  await template.selectOptions('Neon')
  const picture = page.getByRole('img', { name: '“Make every word pop” in the template Neon' })
  await expect.element(picture).toHaveAttribute('src', '/template-pictures/neon.webp')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabelText('Reason').fill('Our creators speak German')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The site is saved.')).toBeVisible()
  expect(calls.find(({ name }) => name === 'operator/saveSiteSettings')?.input).toMatchObject({
    json: { settings: { captionLanguage: 'de', captionTemplate: 'neon' } },
  })
})

test('a saved language and template that the site lost say so, and go back to the built-in ones', async () => {
  const settings = { ...NOTHING, captionLanguage: 'sv', captionTemplate: 'withdrawn' }
  await open({ 'operator/siteSettings': { ...CURRENT, settings } })
  const [language, template] = [
    page.getByLabelText('Language spoken'),
    page.getByLabelText('Template', { exact: true }),
  ]
  await expect.element(language).toHaveDisplayValue('Swedish (no engine knows it)')
  await expect.element(template).toHaveDisplayValue('withdrawn (no longer exists)')
  await language.selectOptions('Automatic')
  await template.selectOptions('Karaoke (built in)')
  await expect.element(page.getByText('Not saved yet.')).toBeVisible()
  await expect.element(page.getByRole('img', { name: /in the template Karaoke/u })).toBeInTheDocument()
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
    'operator/saveSiteSettings': { version: 3 },
    'operator/policies': POLICIES,
    'operator/policyVersions': { versions: TEXTS, next: null },
    'site/policy': { markdown: 'The first text.' },
    'operator/publishPolicy': { version: 2 },
    ...answers,
  })
  await render(
    <Site path="/operator/site">
      <OperatorSitePage />
    </Site>,
  )
  await expect.element(page.getByRole('region', { name: 'Preview', exact: true })).toBeVisible()
  return { calls }
}

/** As a plain route refuses. */
function refusedUpload(message: string): Response {
  return Response.json({ error: { code: 'unsupported_media', message, details: {} } }, { status: 415 })
}

function version(number: number, settings: Partial<SiteSettings>, reason: string): SettingsVersion {
  return {
    version: number,
    settings: { ...NOTHING, ...settings },
    hasPictures: true,
    operator: 'olga@example.com',
    reason,
    at: '2026-05-01T10:00:00.000Z',
  }
}
