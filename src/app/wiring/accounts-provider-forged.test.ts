import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Forgery, forgingProvider } from '../../../tests/support/forging-provider.ts'
import { testProduct } from '../../../tests/support/product.ts'

const SITE = 'http://127.0.0.1:4870'
const forger = await forgingProvider()
const { browser } = await testProduct({ settings: forger.settings })
const HOUR_SECONDS = 3_600

test('accepts a valid ID token', async () => {
  expect(await signInWith({})).toBe('let in')
})

const FORGERIES: { what: string; forgery: Forgery }[] = [
  { what: 'signed by somebody else', forgery: { key: 'own' } },
  { what: 'not signed', forgery: { key: 'none' } },
  { what: 'signed with the public key as a secret', forgery: { key: 'public key as secret' } },
  { what: 'of another issuer', forgery: { claims: { iss: 'https://evil.example' } } },
  { what: 'for another client', forgery: { claims: { aud: 'another' } } },
  { what: 'given to another client', forgery: { claims: { aud: ['wordpop', 'another'], azp: 'another' } } },
  { what: 'of another sign-in', forgery: { claims: { nonce: 'x'.repeat(32) } } },
  { what: 'without a nonce', forgery: { without: 'nonce' } },
  { what: 'without a subject', forgery: { without: 'sub' } },
  { what: 'that never ends', forgery: { without: 'exp' } },
  { what: 'that is over', forgery: { claims: { exp: Math.floor(Date.now() / 1_000) - HOUR_SECONDS } } },
]
test.each(FORGERIES)('refuses an ID token $what', async ({ forgery }) => {
  expect(await signInWith(forgery)).toMatch(/couldn’t verify your identity/)
})

test('creates no account for an invalid address', async () => {
  expect(await signInWith({ claims: { email: 'no-address' } })).toMatch(/did not share your e-mail address/)
})

/** @returns `let in`, or what the last page says */
async function signInWith(forgery: Forgery): Promise<string> {
  const person = browser()
  const start = await person.send('/api/auth/provider/oidc/start')
  const { searchParams } = new URL(start.headers.get('location') ?? '')
  const email = `${randomUUID()}@example.com`
  forger.gives({ sub: randomUUID(), email, email_verified: true, nonce: searchParams.get('nonce') }, forgery)
  const query = new URLSearchParams({ code: 'any', state: searchParams.get('state') ?? '' })
  const callback = await person.send(`/api/auth/callback/oidc?${query.toString()}`)
  const end = new URL(callback.headers.get('location') ?? '/', SITE)
  const page = await person.send(`${end.pathname}${end.search}`)
  const isIn = (await person.call('accounts/me')).output !== null
  return isIn ? 'let in' : page.text
}
