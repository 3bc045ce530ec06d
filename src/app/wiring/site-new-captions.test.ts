import { expect, test } from 'vitest'
import { documentOf } from '#features/captions/server/index.ts'
import { describeAction, type OperatorAction } from '#features/operations/model/index.ts'
import { NO_SETTINGS, type CurrentSettings, type SiteSettings } from '#features/site/model/index.ts'
import { startWorker } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { until } from '../../../tests/drills/children.ts'
import { testProduct } from '../../../tests/support/product.ts'
import { keeper, storeVideo } from '../../../tests/support/storage.ts'

const OLGA = 'olga@example.com'
const site = await testProduct({ settings: { OPERATORS: OLGA } })
const { db, product } = site
const operator = site.browser()
await operator.signUp({ email: OLGA })
await db.$client.query('update users set email_verified = true where email = $1', [OLGA])

test('a new person’s captions start in the template of the site', async () => {
  expect((await save({ captionTemplate: 'neon' })).status).toBe(200)
  await until('the process follows', async () => product.currentSite().newCaptions?.template === 'neon' || undefined)
  expect(await captionsOfSomebodyNew('ada')).toMatchObject({ template: { id: 'neon' } })
  expect((await save({})).status).toBe(200)
  await until('the process follows', async () => product.currentSite().newCaptions === undefined || undefined)
  expect(await captionsOfSomebodyNew('bea')).toMatchObject({ template: { id: 'karaoke' } })
})

test('operators choose among the languages that engines know, and all templates', async () => {
  const { choices, defaults } = await current()
  expect(choices.languages).toContain('en')
  expect(choices.templates).toContainEqual({
    id: 'neon',
    name: 'Neon',
    picture: expect.stringContaining('/template-pictures/neon-still-'),
  })
  expect(choices.templates.map(({ id }) => id)).toContain(defaults.captionTemplate)
})

test.each([
  { settings: { captionLanguage: 'fr' }, problem: 'No speech engine of this site knows French.' },
  { settings: { captionTemplate: 'withdrawn' }, problem: 'This site has no template “withdrawn”.' },
])('refuses $settings', async ({ settings, problem }) => {
  const { version } = await current()
  expect(await save(settings)).toMatchObject({ status: 422, text: expect.stringContaining(problem) })
  expect((await current()).version).toBe(version)
})

test('what the site lost since it was set stays while other settings change', async () => {
  const lost = { captionLanguage: 'fr', captionTemplate: 'withdrawn' }
  const { version } = await current()
  await db.$client.query(
    `insert into site_settings (version, settings, operator_email, reason, at) values ($1, $2, $3, 'Before', now())`,
    [version + 1, JSON.stringify({ ...NO_SETTINGS, ...lost }), OLGA],
  )
  expect((await save({ ...lost, name: 'Clipfoundry' })).status).toBe(200)
  expect((await current()).settings).toMatchObject({ ...lost, name: 'Clipfoundry' })
  await until('the process follows', async () => product.currentSite().newCaptions?.language === 'fr' || undefined)
  expect(await captionsOfSomebodyNew('cleo')).toMatchObject({ template: { id: 'karaoke' } })
  expect((await save({})).status).toBe(200)
})

test('the audit log says what new captions start with', async () => {
  await save({ captionLanguage: 'en', captionTemplate: 'neon' })
  const { output } = await operator.call('operator/actions', { subjectId: 'site' })
  const [action] = (output as { actions: OperatorAction[] }).actions
  const sentence = action && describeAction(action).map((part) => (typeof part === 'string' ? part : part.text))
  expect(sentence?.join('')).toContain(
    'the language of captions from the default to “English” and the template of captions from the default to “neon”',
  )
})

async function current(): Promise<CurrentSettings> {
  return (await operator.call('operator/siteSettings')).output as CurrentSettings
}

async function save(settings: Partial<SiteSettings>) {
  const { version: replaces } = await current()
  return operator.call('operator/saveSiteSettings', { settings, replaces, reason: 'As agreed' })
}

/** The captions of somebody who has just signed up, made of a file whose times they keep. */
async function captionsOfSomebodyNew(name: string) {
  const person = await keeper(site, name)
  const projectId = await storeVideo(site, person)
  const text = '1\n00:00:00,000 --> 00:00:00,900\nHello there\n'
  const { status } = await person.call('transcription/start', { projectId, source: { kind: 'subtitles', text } })
  expect(status).toBe(200)
  const jobs = product.work.filter((job) => job.name.startsWith('transcription.'))
  const worker = await startWorker({ db, url: site.databaseUrl, jobs, concurrency: 1, log: silentLog() })
  const made = await until('the captions are made', () => documentOf(db, projectId))
  await worker.stop()
  return made
}
