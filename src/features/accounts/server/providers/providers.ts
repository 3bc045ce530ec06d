import type { Env } from '#platform/server/env.ts'

/** An identity provider with every address known. */
export type ProviderSettings = {
  readonly id: string
  readonly name: string
  /** The required issuer of its ID tokens. */
  readonly issuer: string
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly jwksUrl: string
  /** Queried for the e-mail address if the ID token lacks it. */
  readonly userInfoUrl: string | undefined
  readonly clientId: string
  readonly clientSecret: string
  /** The provider's `prompt`: for a usual sign-in, and for reauthentication. */
  readonly prompts: { readonly usual?: string; readonly again: string }
  /** How our client authenticates at its token endpoint. */
  readonly authentication: 'basic' | 'post'
  /** Whether it may be on this machine or in a private network. */
  readonly allowPrivate: boolean
  /** The provider of an organisation vouches for addresses of these domains only; others vouch for any. */
  readonly domains?: readonly string[]
  /** Whether an address counts as verified if it does not say so; default false. Only for the provider of an organisation. */
  readonly trustsAddresses?: boolean
}

/** As published by Google at https://accounts.google.com/.well-known/openid-configuration. */
const GOOGLE = {
  id: 'google',
  name: 'Google',
  issuer: 'https://accounts.google.com',
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  userInfoUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
  // People who share a computer choose an account. Google does not support `login`.
  prompts: { usual: 'select_account', again: 'select_account' },
  authentication: 'basic',
  allowPrivate: false,
} as const

/** The required settings of an operator's own provider: all or none. */
const NEEDED = [
  'OIDC_ISSUER',
  'OIDC_AUTHORIZATION_URL',
  'OIDC_TOKEN_URL',
  'OIDC_JWKS_URL',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
] as const

/**
 * The configured providers, the operator's own first.
 * @throws Error naming the missing settings if a provider is only partly configured
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
      authentication: 'basic',
      // The person who sets the environment decides where requests go.
      allowPrivate: true,
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
