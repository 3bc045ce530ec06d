import { setTimeout } from 'node:timers/promises'
import {
  createAuthorizationURL,
  type OAuth2Tokens,
  type OAuthProvider,
  validateAuthorizationCode,
  verifyJwsAccessToken,
} from '@better-auth/core/oauth2'
import type { BetterAuthPlugin } from 'better-auth'
import { z } from 'zod'
import type { DefectLog } from '#platform/server/http.ts'
import { Email, NAME_MAX } from '../model/index.ts'
import type { ProviderSettings } from './providers.ts'

/** The timeout for a provider's response, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 10_000
/** The OpenID Connect scopes we request. */
const SCOPES = ['openid', 'email', 'profile']

const Verified = z.union([z.boolean(), z.enum(['true', 'false']).transform((said) => said === 'true')])
/** The claims we read from an ID token or the user-info response (OpenID Connect Core §2, §5.1). */
const Claims = z.object({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: Verified.default(false),
  name: z.string().default(''),
})
type Claims = z.output<typeof Claims>
const IdToken = Claims.extend({ nonce: z.string(), azp: z.string().optional() })

/**
 * Better Auth's sign-in for these providers: code flow with PKCE, a signed state, and an ID token whose signature,
 * issuer, audience, expiry and nonce are checked. Its generic plugin checks the ID token only if it could fetch the
 * provider's discovery document at start, and drops the provider otherwise.
 */
export function providerPlugin(providers: readonly ProviderSettings[], log: DefectLog): BetterAuthPlugin {
  return {
    id: 'wordpop-providers',
    init: (ctx) => ({
      context: { socialProviders: [...providers.map((settings) => provider(settings, log)), ...ctx.socialProviders] },
    }),
  }
}

function provider(settings: ProviderSettings, log: DefectLog): OAuthProvider<Claims> {
  const { id, name, issuer, clientId, clientSecret } = settings
  return {
    id,
    name,
    issuer,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub,
    createAuthorizationURL: ({ state, codeVerifier, redirectURI, idTokenNonce, additionalParams = {} }) =>
      createAuthorizationURL({
        id,
        options: { clientId, clientSecret },
        authorizationEndpoint: settings.authorizationUrl,
        state,
        codeVerifier,
        redirectURI,
        scopes: SCOPES,
        additionalParams: {
          ...(settings.prompts.usual !== undefined && { prompt: settings.prompts.usual }),
          ...additionalParams,
        },
        ...(idTokenNonce !== undefined && { nonce: idTokenNonce }),
      }),
    validateAuthorizationCode: ({ code, codeVerifier, redirectURI }) =>
      withTimeout(
        validateAuthorizationCode({
          code,
          redirectURI,
          ...(codeVerifier !== undefined && { codeVerifier }),
          options: { clientId, clientSecret },
          tokenEndpoint: settings.tokenUrl,
          authentication: 'basic',
        }),
      ),
    async getUserInfo(tokens) {
      try {
        return profileOf(await withTimeout(claimsOf(settings, tokens)))
      } catch (error) {
        log.error({ err: error }, `auth: the response of ${name} about a person is not trustworthy`)
        return null
      }
    },
  }
}

/** Times out, so that a silent provider does not keep a popup open. */
function withTimeout<T>(work: Promise<T>): Promise<T> {
  const late = setTimeout(RESPONSE_TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error('the provider did not answer in time')
  })
  return Promise.race([work, late])
}

/** Verifies the ID token and reads its claims. @throws an error of any kind for an invalid ID token */
async function claimsOf(
  settings: ProviderSettings,
  tokens: OAuth2Tokens & { expectedIdTokenNonce?: string | undefined },
): Promise<Claims> {
  if (tokens.idToken === undefined) throw new Error('no ID token')
  const payload = await verifyJwsAccessToken(tokens.idToken, {
    jwksFetch: settings.jwksUrl,
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
  { userInfoUrl }: ProviderSettings,
  { accessToken }: OAuth2Tokens,
  subject: string,
): Promise<Partial<Claims>> {
  if (userInfoUrl === undefined || accessToken === undefined) return {}
  const response = await fetch(userInfoUrl, {
    headers: { authorization: `Bearer ${accessToken}` },
    redirect: 'error',
  })
  if (!response.ok) throw new Error(`the user-info endpoint answered ${response.status}`)
  const claims = Claims.parse(await response.json())
  // OpenID Connect Core §5.3.2: the response about another subject must not be used.
  if (claims.sub !== subject) throw new Error('the user-info endpoint answered about somebody else')
  return claims
}

function profileOf(claims: Claims) {
  const email = Email.safeParse(claims.email)
  return {
    user: {
      name: Array.from(claims.name.trim()).slice(0, NAME_MAX).join(''),
      ...(email.success && { email: email.data }),
      emailVerified: claims.email_verified,
    },
    data: claims,
  }
}
