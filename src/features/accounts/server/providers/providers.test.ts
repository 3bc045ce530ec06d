import { expect, test } from 'vitest'
import { readEnv } from '#platform/server/env.ts'
import { providersOf } from './providers.ts'

const OWN = {
  OIDC_NAME: 'Northwind',
  OIDC_ISSUER: 'https://id.example',
  OIDC_AUTHORIZATION_URL: 'https://id.example/auth',
  OIDC_TOKEN_URL: 'https://id.example/token',
  OIDC_JWKS_URL: 'https://id.example/jwks',
  OIDC_CLIENT_ID: 'wordpop',
  OIDC_CLIENT_SECRET: 'secret',
}
const GOOGLE = { GOOGLE_CLIENT_ID: 'google-client', GOOGLE_CLIENT_SECRET: 'secret' }

test('no settings mean no provider', () => {
  expect(providersOf(readEnv({}))).toEqual([])
})

test('an operator’s own provider comes before Google', () => {
  const names = providersOf(readEnv({ ...OWN, ...GOOGLE })).map(({ id, name }) => `${id}: ${name}`)
  expect(names).toEqual(['oidc: Northwind', 'google: Google'])
})

test('uses the addresses that Google publishes for its provider', () => {
  expect(providersOf(readEnv(GOOGLE))).toMatchObject([
    {
      issuer: 'https://accounts.google.com',
      tokenUrl: 'https://oauth2.googleapis.com/token',
      clientId: 'google-client',
    },
  ])
})

test.each(Object.keys(OWN).filter((name) => name !== 'OIDC_NAME'))(
  'a start without %s alone names the missing setting',
  (name) => {
    expect(() => providersOf(readEnv({ ...OWN, [name]: '' }))).toThrow(name)
  },
)

test('refuses Google’s settings if one half is missing', () => {
  expect(() => providersOf(readEnv({ GOOGLE_CLIENT_ID: 'google-client' }))).toThrow('GOOGLE_CLIENT_SECRET')
})
