import { z } from 'zod'
import { askProvider, ProviderFailure } from '../providers/ask-provider.ts'

const Endpoint = z.url({ protocol: /^https?$/ }).max(2_000)
/** The parts of a discovery document that we use (OpenID Connect Discovery §3). */
const Document = z.object({
  issuer: z.string(),
  authorization_endpoint: Endpoint,
  token_endpoint: Endpoint,
  jwks_uri: Endpoint,
  userinfo_endpoint: Endpoint.optional(),
  response_types_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})
const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) })

/** A provider's endpoints, and how a client authenticates there. */
export type Discovered = {
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly jwksUrl: string
  readonly userInfoUrl: string | undefined
  readonly authentication: 'basic' | 'post'
}

/**
 * Reads and checks the discovery document of an issuer.
 * @throws ProviderFailure if it cannot be read, is that of another issuer, or lacks something we need
 */
export async function discover(issuer: string, { allowPrivate }: { allowPrivate: boolean }): Promise<Discovered> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const read = Document.safeParse(await askProvider(url, { allowPrivate }))
  if (!read.success) {
    const missing = read.error.issues[0]?.path.join('.') ?? ''
    throw new ProviderFailure(`its discovery document has no usable ${missing === '' ? 'content' : missing}`)
  }
  const document = read.data
  // OpenID Connect Discovery §4.3: exactly the same, or tokens of another provider would be accepted.
  if (document.issuer !== issuer)
    throw new ProviderFailure(`its discovery document names another issuer, ${document.issuer.slice(0, 200)}`)
  if (document.response_types_supported?.includes('code') === false)
    throw new ProviderFailure('it does not support the authorization code flow')
  if (!allowPrivate) {
    const plain = [document.authorization_endpoint, document.token_endpoint].find((one) => !one.startsWith('https:'))
    if (plain !== undefined) throw new ProviderFailure(`its address ${plain.slice(0, 200)} is not encrypted`)
  }
  return {
    authorizationUrl: document.authorization_endpoint,
    tokenUrl: document.token_endpoint,
    jwksUrl: document.jwks_uri,
    userInfoUrl: document.userinfo_endpoint,
    authentication: authenticationOf(document.token_endpoint_auth_methods_supported),
  }
}

/**
 * Checks what a sign-in needs, without one: the discovery document and the keys.
 * @throws ProviderFailure
 */
export async function checkIssuer(issuer: string, o: { allowPrivate: boolean }): Promise<Discovered> {
  const found = await discover(issuer, o)
  if (!Keys.safeParse(await askProvider(found.jwksUrl, o)).success) throw new ProviderFailure('its keys cannot be read')
  return found
}

/** OpenID Connect Discovery §3: `client_secret_basic` unless the document says otherwise. */
function authenticationOf(methods: readonly string[] = ['client_secret_basic']): 'basic' | 'post' {
  if (methods.includes('client_secret_basic')) return 'basic'
  if (methods.includes('client_secret_post')) return 'post'
  throw new ProviderFailure('it takes no client secret')
}
