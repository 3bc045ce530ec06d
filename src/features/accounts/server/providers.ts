import type { Env } from '#platform/server/env.ts'

/** One identity provider, with every address given: nothing is asked of it before somebody signs in. */
export type ProviderSettings = {
  readonly id: string
  readonly name: string
  /** What its ID tokens must say they come from. */
  readonly issuer: string
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly jwksUrl: string
  /** Asked for the address when the ID token does not hold it. */
  readonly userInfoUrl: string | undefined
  readonly clientId: string
  readonly clientSecret: string
  /** What the provider is asked to put before the person, in its `prompt`: as a rule, and to be sure who it is. */
  readonly prompts: { readonly usual?: string; readonly again: string }
}

/** As Google publishes them at https://accounts.google.com/.well-known/openid-configuration. */
const GOOGLE = {
  id: 'google',
  name: 'Google',
  issuer: 'https://accounts.google.com',
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  userInfoUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
  // Who shares a computer chooses whom to sign in as. Google knows no `login`.
  prompts: { usual: 'select_account', again: 'select_account' },
}

/** What a provider of the operator's own needs at least; either all of them are set or none. */
const NEEDED = [
  'OIDC_ISSUER',
  'OIDC_AUTHORIZATION_URL',
  'OIDC_TOKEN_URL',
  'OIDC_JWKS_URL',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
] as const

/**
 * The providers an operator set up, the operator's own first.
 * @throws Error naming what is missing where only some of a provider's settings are there
 */
export function providersOf(env: Env): ProviderSettings[] {
  return [...ownProvider(env), ...googleProvider(env)]
}

function ownProvider(env: Env): ProviderSettings[] {
  const missing = NEEDED.filter((name) => env[name] === undefined)
  if (missing.length === NEEDED.length) return []
  if (missing.length > 0) throw new Error(`The OIDC settings are incomplete: ${missing.join(', ')} missing.`)
  return [
    {
      id: 'oidc',
      name: env.OIDC_NAME,
      issuer: env.OIDC_ISSUER ?? '',
      authorizationUrl: env.OIDC_AUTHORIZATION_URL ?? '',
      tokenUrl: env.OIDC_TOKEN_URL ?? '',
      jwksUrl: env.OIDC_JWKS_URL ?? '',
      userInfoUrl: env.OIDC_USERINFO_URL,
      clientId: env.OIDC_CLIENT_ID ?? '',
      clientSecret: env.OIDC_CLIENT_SECRET ?? '',
      prompts: { again: 'login' },
    },
  ]
}

function googleProvider({ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret }: Env): ProviderSettings[] {
  if (clientId === undefined && clientSecret === undefined) return []
  if (clientId === undefined || clientSecret === undefined) {
    throw new Error('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together: one of them is missing.')
  }
  return [{ ...GOOGLE, clientId, clientSecret }]
}
