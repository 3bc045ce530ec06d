import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeOwnModels } from '../../../tests/support/own-models.ts'
import { testProduct } from '../../../tests/support/product.ts'

const folder = await mkdtemp(join(tmpdir(), 'speech-defaults-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const EMAIL = 'olga@example.com'
const settings = {
  OPERATORS: EMAIL,
  SPEECH_MODELS_FILE: (await writeOwnModels(folder)).path,
  SPEECH_ENGINES: 'de=tones',
  ASR_MODELS_DIR: join(folder, 'installed'),
}
const { db, browser } = await testProduct({ settings })
const olga = browser()
await olga.signUp({ email: EMAIL })
await db.$client.query('update users set email_verified = true where email = $1', [EMAIL])

test('a chosen engine that is not installed says so, and the next one is used', async () => {
  const { output } = await choose('en', 'tones')
  expect(output).toMatchObject({
    defaults: expect.arrayContaining([
      {
        language: 'en',
        engine: 'tones',
        label: 'Tones',
        isFixed: false,
        problem: 'Tones is not installed. Draft transcript (English) is used instead.',
      },
    ]),
  })
  await choose('en', 'pocketsphinx')
  expect(await defaultOf('en')).toMatchObject({ engine: 'pocketsphinx', problem: null })
  await choose('en', null)
  expect(await defaultOf('en')).toBeUndefined()
})

test('the settings of the server win, and operators cannot change them', async () => {
  await db.$client.query(`insert into speech_defaults (language, engine, set_at) values ('de', 'whisper-turbo', now())`)
  expect(await defaultOf('de')).toMatchObject({ engine: 'tones', isFixed: true })
  const refused = await choose('de', 'whisper-turbo')
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('The settings of the server')])
})

test('refuses an engine that does not know the language', async () => {
  expect((await choose('fr', 'pocketsphinx')).status).toBe(422)
  expect((await choose('auto', 'pocketsphinx')).status).toBe(422)
  expect((await choose('en', 'unknown')).status).toBe(404)
})

test('each choice is in the audit log with the engine before', async () => {
  await choose('en', 'tones')
  await choose('en', null)
  const { rows } = await db.$client.query(
    `select about, before, after from operator_actions where action = 'model.default' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ about: 'English', before: { engine: 'Tones' }, after: { engine: null } }])
})

function choose(language: string, engine: string | null) {
  return olga.call('operator/chooseSpeechDefault', { language, engine })
}

async function defaultOf(language: string) {
  const { output } = await olga.call('operator/speech')
  return (output as { defaults: { language: string }[] }).defaults.find((one) => one.language === language)
}
