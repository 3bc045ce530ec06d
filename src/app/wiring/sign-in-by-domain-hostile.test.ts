import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Forgery, forgingProvider } from '../../../tests/support/forging-provider.ts'
import { testProduct } from '../../../tests/support/product.ts'

const SITE = 'http://127.0.0.1:4870'
const forger = await forgingProvider()
const { browser, db } = await testProduct({
  settings: { OPERATORS: 'olga@example.com', ORGANISATION_SIGN_IN_ALLOW_PRIVATE: 'true' },
})
const operator = browser('127.0.0.2')
await operator.signUp({ email: 'olga@example.com' })
await db.$client.query(`update users set email_verified = true where email = 'olga@example.com'`)
const saved = await operator.call('operator/saveSignInProvider', {
  replaces: null,
  settings: {
    name: 'Acme',
    issuer: forger.issuer,
    clientId: 'wordpop',
    domains: ['acme.example'],
    isRequired: true,
  },
  clientSecret: 'secret',
  reason: 'They asked for it',
})
expect(saved.status, saved.text).toBe(200)

test('accepts a valid ID token', async () => {
  expect(await signInWith({})).toBe('let in')
})

const FORGERIES: { what: string; forgery: Forgery }[] = [
  { what: 'signed by somebody else', forgery: { key: 'own' } },
  { what: 'not signed', forgery: { key: 'none' } },
  { what: 'signed with the public key as a secret', forgery: { key: 'public key as secret' } },
  { what: 'of another issuer', forgery: { claims: { iss: 'https://evil.example' } } },
  { what: 'for another client', forgery: { claims: { aud: 'another' } } },
  { what: 'of another sign-in', forgery: { claims: { nonce: 'x'.repeat(32) } } },
  { what: 'without a nonce', forgery: { without: 'nonce' } },
  { what: 'that never ends', forgery: { without: 'exp' } },
]
test.each(FORGERIES)('refuses an ID token $what', async ({ forgery }) => {
  expect(await signInWith(forgery)).toMatch(/couldn’t verify your identity/)
})

test.each([
  { what: 'of another issuer', discovery: { issuer: 'https://evil.example' }, says: 'names another issuer' },
  { what: 'without a token endpoint', discovery: { token_endpoint: undefined }, says: 'no usable token_endpoint' },
  {
    what: 'with a script as endpoint',
    discovery: { authorization_endpoint: 'javascript:alert(1)' },
    says: 'no usable',
  },
  { what: 'without the code flow', discovery: { response_types_supported: ['token'] }, says: 'code flow' },
  {
    what: 'without client secrets',
    discovery: { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
    says: 'takes no client secret',
  },
  { what: 'that does not end', discovery: 'huge' as const, says: 'longer than' },
])('the test of the connection refuses a discovery document $what', async ({ discovery, says }) => {
  forger.discovery = discovery
  const answer = await operator.call('operator/checkSignInProvider', { issuer: forger.issuer })
  forger.discovery = 'honest'
  expect(answer.status, answer.text).toBe(422)
  expect(answer.text).toContain(says)
})

test('the test of the connection explains a provider that is not there', async () => {
  const answer = await operator.call('operator/checkSignInProvider', { issuer: 'http://127.0.0.1:9' })
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('cannot be reached')
})

test('checks of issuers are limited', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 21; n += 1)
    statuses.push((await operator.call('operator/checkSignInProvider', { issuer: 'http://127.0.0.1:9' })).status)
  expect(statuses.at(-1)).toBe(429)
})

/** @returns `let in`, or what the last page says */
async function signInWith(forgery: Forgery): Promise<string> {
  const person = browser()
  const start = await person.send('/api/auth/provider/acme.example/start')
  const { searchParams } = new URL(start.headers.get('location') ?? '')
  const email = `${randomUUID()}@acme.example`
  forger.gives({ sub: randomUUID(), email, email_verified: true, nonce: searchParams.get('nonce') }, forgery)
  const query = new URLSearchParams({ code: 'any', state: searchParams.get('state') ?? '' })
  const callback = await person.send(`/api/auth/callback/acme.example?${query.toString()}`)
  const end = new URL(callback.headers.get('location') ?? '/', SITE)
  const page = await person.send(`${end.pathname}${end.search}`)
  const isIn = (await person.call('accounts/me')).output !== null
  return isIn ? 'let in' : page.text
}
