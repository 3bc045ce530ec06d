import { expect, test } from 'vitest'
import { EnvSchema, environmentWith, readEnv } from './env.ts'

test('starts on a bare machine without any settings', () => {
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

test('a blank value counts as absent and does not become port 0 or an empty cache', () => {
  expect(readEnv({ PORT: '  ', S3_CACHE_MB: '\t', DATA_DIR: ' ', HOST: ' \r' })).toEqual(readEnv({}))
})

test.each([
  { name: 'PORT', given: 'http', message: 'must be a number' },
  { name: 'PORT', given: '80.5', message: 'must be a whole number' },
  { name: 'PORT', given: '70000', message: 'must be at most 65535' },
  { name: 'WORKER_CONCURRENCY', given: '0', message: 'must be at least 1' },
  { name: 'SESSION_SECRET', given: 'short', message: 'must have at least 32 characters' },
  { name: 'OIDC_NAME', given: 'x'.repeat(61), message: 'must have at most 60 characters' },
  { name: 'BILLING', given: 'yes', message: 'must be one of on, off' },
  {
    name: 'PUBLIC_URL',
    given: 'captions.example.com',
    message: 'must be an address that begins with http:// or https://',
  },
  {
    name: 'PUBLIC_URL',
    given: 'ftp://example.com',
    message: 'must be an address that begins with http:// or https://',
  },
  {
    name: 'PUBLIC_URL',
    given: 'https://example.com/captions',
    message: 'must have no path: every page is at the root of its host',
  },
  {
    name: 'PUBLIC_URL',
    given: 'http://0.0.0.0:4870',
    message: 'must be an address that browsers open, not one that a server listens on',
  },
  {
    name: 'PUBLIC_URL',
    given: 'http://[::]:4870',
    message: 'must be an address that browsers open, not one that a server listens on',
  },
  { name: 'OPERATORS', given: 'ada bob', message: 'must be e-mail addresses separated by commas' },
  {
    name: 'SMTP_URL',
    given: 'mail.example.com:25',
    message: 'must be an address that begins with smtp:// or smtps://',
  },
  { name: 'CONTACT_LEGAL', given: 'us', message: 'must be an e-mail address' },
])('explains $name=$given so that an operator can fix it', ({ name, given, message }) => {
  expect(() => readEnv({ [name]: given })).toThrow(new Error(`These settings are wrong:\n  ${name}: ${message}`))
})

test.each([
  { name: 'SMPT_URL', meant: 'SMTP_URL' },
  { name: 'STRIPE_WEBHOOK_SECERT', meant: 'STRIPE_WEBHOOK_SECRET' },
  { name: 'OPERATOR', meant: 'OPERATORS' },
  { name: 'PROT', meant: 'PORT' },
  { name: 'public_url', meant: 'PUBLIC_URL' },
])('refuses the misspelt $name and names $meant', ({ name, meant }) => {
  expect(() => readEnv({ [name]: 'x' })).toThrow(new Error(`${name} is not a setting. Did you mean ${meant}?`))
})

test.each(['PATH', 'HOME', 'PORTS', 'PORT0', 'HOSTNAME', 'AWS_REGION', 'GOOGLE_APPLICATION_CREDENTIALS', 'NODE_ENV'])(
  'ignores %s of the system or another program',
  (name) => {
    expect(readEnv({ [name]: 'x' })).toEqual(readEnv({}))
  },
)

test('ignores a misspelt setting without a value', () => {
  expect(readEnv({ SMPT_URL: ' ' })).toEqual(readEnv({}))
})

test('names a misspelt setting beside the invalid ones', () => {
  expect(() => readEnv({ PROT: '1', BILLING: 'yes' })).toThrow(
    new Error(
      'PROT is not a setting. Did you mean PORT?\nThese settings are wrong:\n  BILLING: must be one of on, off',
    ),
  )
})

test('names all invalid settings at once', () => {
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

test('every setting has a description', () => {
  for (const [name, schema] of Object.entries(EnvSchema.shape)) expect(schema.description, name).toBeTruthy()
})

test('a child inherits the environment except for replaced variables', () => {
  expect(environmentWith({ PORT: '1' })).toMatchObject({ PORT: '1', PATH: environmentWith({})['PATH'] })
})
