import { expect, test } from 'vitest'
import { readEnv } from '#platform/server/env.ts'
import { bounceSettings } from './bounce-settings.ts'

const SECRET = 'a secret of at least thirty-two characters'
const TOKEN = 'the-token-of-the-mail-server'

test('bounces are received with both settings, and signed with the secret of the site', async () => {
  const both = { MAIL_BOUNCES: 'bounces@clips.example', MAIL_REPORTS_TOKEN: TOKEN, SESSION_SECRET: SECRET }
  expect(await bounceSettings(readEnv(both))).toEqual({ address: 'bounces@clips.example', secret: SECRET })
  expect(await bounceSettings(readEnv({}))).toBeUndefined()
})

test.each([{ MAIL_BOUNCES: 'bounces@clips.example' }, { MAIL_REPORTS_TOKEN: TOKEN }])(
  'one of the two settings stops the start: %j',
  async (settings) => {
    await expect(bounceSettings(readEnv(settings))).rejects.toThrow('go together')
  },
)

test.each(['bounces', 'bounces+x@clips.example', `${'b'.repeat(22)}@clips.example`])(
  'refuses %s as an address for bounces',
  (address) => {
    expect(() => readEnv({ MAIL_BOUNCES: address })).toThrow('MAIL_BOUNCES: must')
  },
)
