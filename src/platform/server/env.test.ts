import { expect, test } from 'vitest'
import { EnvSchema, environmentWith, readEnv } from './env.ts'

test('with nothing set the product starts on a bare machine', () => {
  expect(readEnv({})).toMatchObject({
    DATA_DIR: './data',
    HOST: '127.0.0.1',
    PORT: 4870,
    ALLOW_UNSANDBOXED_MEDIA: false,
  })
  expect(readEnv({}).DATABASE_URL).toBeUndefined()
})

test('an empty value counts as absent', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: '', TRUST_PROXY: '' })).toEqual(readEnv({}))
})

test('all wrong settings are named at once', () => {
  const wrong = { PORT: '70000', DATABASE_URL: 'mysql://here', SESSION_SECRET: 'short', TRUST_PROXY: 'maybe' }
  for (const name of Object.keys(wrong)) expect(() => readEnv(wrong)).toThrow(`  ${name}: `)
})

test.each([
  { given: 'true', meant: true },
  { given: '1', meant: true },
  { given: 'false', meant: false },
  { given: '0', meant: false },
])('ALLOW_UNSANDBOXED_MEDIA=$given means $meant', ({ given, meant }) => {
  expect(readEnv({ ALLOW_UNSANDBOXED_MEDIA: given }).ALLOW_UNSANDBOXED_MEDIA).toBe(meant)
})

test.each([
  { given: 'Wordpop, Inc. <no-reply@wordpop.example>', taken: true },
  { given: 'no-reply@wordpop.example', taken: true },
  { given: 'Wordpop <no-reply@wordpop.example>\r\nBcc: x@evil.example', taken: false },
  { given: 'no-reply@wordpop.example, x@evil.example', taken: false },
  { given: 'Wordpop', taken: false },
])('mails come from one address, with a name or without: $given', ({ given, taken }) => {
  if (taken) expect(readEnv({ MAIL_FROM: given }).MAIL_FROM).toBe(given)
  else expect(() => readEnv({ MAIL_FROM: given })).toThrow('MAIL_FROM: must be')
})

test('every setting says what it is for', () => {
  for (const [name, schema] of Object.entries(EnvSchema.shape)) expect(schema.description, name).toBeTruthy()
})

test('a child inherits the environment but for what is replaced', () => {
  expect(environmentWith({ PORT: '1' })).toMatchObject({ PORT: '1', PATH: environmentWith({})['PATH'] })
})
