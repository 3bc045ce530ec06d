import type { AsyncLocalStorage } from 'node:async_hooks'
import {
  authorizationCodeRequest,
  createAuthorizationURL,
  getOAuth2Tokens,
  type OAuth2Tokens,
  type OAuthProvider,
  verifyJwsAccessToken,
} from '@better-auth/core/oauth2'
import type { BetterAuthPlugin } from 'better-auth'
import { z } from 'zod'
import { Email, NAME_MAX } from '../../model/index.ts'
import { askProvider } from '../providers/ask-provider.ts'
import { admitToDomain, type DomainDeps } from './auth-domain-provider.ts'
import type { ProviderSettings } from '../providers/providers.ts'

/** The OpenID Connect scopes we request. */
const SCOPES = ['openid', 'email', 'profile']

const Verified = z.union([z.boolean(), z.enum(['true', 'false']).transform((said) => said === 'true')])
/** The claims we read from an ID token or the user-info response (OpenID Connect Core §2, §5.1). */
const Claims = z.object({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: Verified.optional(),
  name: z.string().default(''),
})
type Claims = z.output<typeof Claims>
const IdToken = Claims.extend({ nonce: z.string(), azp: z.string().optional() })

/** The token response and the keys, as the library's functions take them. */
const TokenResponse = z.record(z.string(), z.unknown())
const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

/**
 * Better Auth's sign-in for these providers: code flow with PKCE, a signed state, and an ID token whose signature,
 * issuer, audience, expiry and nonce are checked. Its generic plugin knows only providers that are set up at start,
 * checks the ID token only if it could fetch the discovery document then, and drops the provider otherwise.
 * @param current the provider of an organisation, during a request that signs in with it
 */
export function providerPlugin(
  providers: readonly ProviderSettings[],
  deps: DomainDeps,
  current: AsyncLocalStorage<ProviderSettings>,
): BetterAuthPlugin {
  const known = providers.map((settings) => provider(() => settings, deps))
  const ofDomain = provider(() => current.getStore() ?? NO_PROVIDER, deps)
  return {
    id: 'wordpop-providers',
    init: (ctx) => ({ context: { socialProviders: [...known, ofDomain, ...ctx.socialProviders] } }),
  }
}

/** In requests without an organisation's provider; no request names it. */
const NO_PROVIDER: ProviderSettings = {
  id: '',
  name: '',
  issuer: '',
  authorizationUrl: '',
  tokenUrl: '',
  jwksUrl: '',
  userInfoUrl: undefined,
  clientId: '',
  clientSecret: '',
  prompts: { again: '' },
  authentication: 'basic',
  allowPrivate: false,
  domains: [],
}

function provider(settingsOf: () => ProviderSettings, deps: DomainDeps): OAuthProvider<Claims> {
  return {
    get id() {
      return settingsOf().id
    },
    get name() {
      return settingsOf().name
    },
    get issuer() {
      return settingsOf().issuer
    },
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub,
    createAuthorizationURL({ state, codeVerifier, redirectURI, idTokenNonce, additionalParams = {} }) {
      const { id, clientId, clientSecret, authorizationUrl, prompts } = settingsOf()
      return createAuthorizationURL({
        id,
        options: { clientId, clientSecret },
        authorizationEndpoint: authorizationUrl,
        state,
        codeVerifier,
        redirectURI,
        scopes: SCOPES,
        additionalParams: {
          ...(prompts.usual !== undefined && { prompt: prompts.usual }),
          ...additionalParams,
        },
        ...(idTokenNonce !== undefined && { nonce: idTokenNonce }),
      })
    },
    validateAuthorizationCode: (o) => exchangeCode(settingsOf(), o),
    async getUserInfo(tokens) {
      const settings = settingsOf()
      const profile = await readProfile(settings, tokens, deps)
      if (profile !== null && settings.domains !== undefined) await admitToDomain(deps, settings, profile.user)
      return profile
    },
  }
}

async function exchangeCode(
  { clientId, clientSecret, tokenUrl, authentication, allowPrivate }: ProviderSettings,
  { code, codeVerifier, redirectURI }: { code: string; codeVerifier?: string | undefined; redirectURI: string },
): Promise<OAuth2Tokens> {
  const { body, headers } = await authorizationCodeRequest({
    code,
    redirectURI,
    codeVerifier,
    options: { clientId, clientSecret },
    tokenEndpoint: tokenUrl,
    authentication,
  })
  return getOAuth2Tokens(TokenResponse.parse(await askProvider(tokenUrl, { form: body, headers, allowPrivate })))
}

async function readProfile(
  settings: ProviderSettings,
  tokens: OAuth2Tokens,
  { log }: Pick<DomainDeps, 'log'>,
): Promise<ReturnType<typeof profileOf> | null> {
  try {
    return profileOf(settings, await claimsOf(settings, tokens))
  } catch (error) {
    log.error({ err: error }, `auth: the response of ${settings.name} about a person is not trustworthy`)
    return null
  }
}

/** Verifies the ID token and reads its claims. @throws an error of any kind for an invalid ID token */
async function claimsOf(
  settings: ProviderSettings,
  tokens: OAuth2Tokens & { expectedIdTokenNonce?: string | undefined },
): Promise<Claims> {
  if (tokens.idToken === undefined) throw new Error('no ID token')
  const payload = await verifyJwsAccessToken(tokens.idToken, {
    jwksFetch: async () => Keys.parse(await askProvider(settings.jwksUrl, settings)),
    jwksCacheKey: settings,
    verifyOptions: {
      issuer: settings.issuer,
      audience: settings.clientId,
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    },
  })
  const claims = IdToken.parse(payload)
  if (tokens.expectedIdTokenNonce === undefined || claims.nonce !== tokens.expectedIdTokenNonce) {
    throw new Error('the ID token belongs to another sign-in')
  }
  if (claims.azp !== undefined && claims.azp !== settings.clientId)
    throw new Error('the ID token is for another client')
  return claims.email === undefined ? { ...claims, ...(await fetchEmail(settings, tokens, claims.sub)) } : claims
}

async function fetchEmail(
  { userInfoUrl, allowPrivate }: ProviderSettings,
  { accessToken }: OAuth2Tokens,
  subject: string,
): Promise<Partial<Claims>> {
  if (userInfoUrl === undefined || accessToken === undefined) return {}
  const headers = { authorization: `Bearer ${accessToken}` }
  const claims = Claims.parse(await askProvider(userInfoUrl, { headers, allowPrivate }))
  // OpenID Connect Core §5.3.2: the response about another subject must not be used.
  if (claims.sub !== subject) throw new Error('the user-info endpoint answered about somebody else')
  return claims
}

/** A provider that says nothing about an address may be trusted by an operator; one that says it is unverified is not. */
function profileOf({ trustsAddresses = false }: ProviderSettings, claims: Claims) {
  const email = Email.safeParse(claims.email)
  return {
    user: {
      name: Array.from(claims.name.trim()).slice(0, NAME_MAX).join(''),
      ...(email.success && { email: email.data }),
      emailVerified: claims.email_verified ?? trustsAddresses,
    },
    data: claims,
  }
}
