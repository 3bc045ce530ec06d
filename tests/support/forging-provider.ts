import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll } from 'vitest'

/** How a forged ID token differs from a valid one. */
export type Forgery = {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly without?: string
  readonly key?: 'own' | 'public key as secret' | 'none'
}

/**
 * The token endpoint and keys of a provider that issues any ID token a test asks for. Call it once per file, at the top
 * level.
 */
export async function forgingProvider() {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const state: { idToken: string; discovery: 'honest' | 'silent' | 'huge' | Record<string, unknown> } = {
    idToken: '',
    discovery: 'honest',
  }
  const jwks = { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'test', use: 'sig' }] }
  const server = createServer((request, response) => {
    if (request.url === '/.well-known/openid-configuration') return answerDiscovery(response, issuerOf(server), state)
    const answer =
      request.url === '/jwks'
        ? jwks
        : { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: state.idToken }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = issuerOf(server)
  return Object.assign(state, {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_AUTHORIZATION_URL: `${issuer}/auth`,
      OIDC_TOKEN_URL: `${issuer}/token`,
      OIDC_JWKS_URL: `${issuer}/jwks`,
      OIDC_CLIENT_ID: 'wordpop',
      OIDC_CLIENT_SECRET: 'secret',
    },
    /** The next code is exchanged for this token. */
    gives(claims: Readonly<Record<string, unknown>>, { key, without = '', ...forgery }: Forgery): void {
      const now = Math.floor(Date.now() / 1_000)
      const honest = { iss: issuer, aud: 'wordpop', iat: now, exp: now + 60, ...claims, ...forgery.claims }
      const told = Object.fromEntries(Object.entries(honest).filter(([name]) => name !== without))
      state.idToken = jwt(told, { key, own: other.privateKey, right: keys })
    },
  })
}

function issuerOf(server: Server): string {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

const MEGABYTE = 1_000_000

/** The discovery document: an honest one, one with other values, none at all, or one that does not end. */
function answerDiscovery(
  response: ServerResponse,
  issuer: string,
  { discovery }: { discovery: 'honest' | 'silent' | 'huge' | Record<string, unknown> },
): void {
  if (discovery === 'silent') return
  const honest = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
  }
  response.setHeader('content-type', 'application/json')
  if (discovery === 'huge') response.end(JSON.stringify({ ...honest, more: 'x'.repeat(MEGABYTE) }))
  else response.end(JSON.stringify({ ...honest, ...(discovery === 'honest' ? {} : discovery) }))
}

function jwt(
  claims: object,
  o: { key: Forgery['key']; own: KeyObject; right: { privateKey: KeyObject; publicKey: KeyObject } },
): string {
  const alg = o.key === 'none' ? 'none' : o.key === 'public key as secret' ? 'HS256' : 'RS256'
  const body = [{ alg, kid: 'test', typ: 'JWT' }, claims].map(encoded).join('.')
  if (o.key === 'none') return `${body}.`
  if (o.key === 'public key as secret') {
    const secret = o.right.publicKey.export({ type: 'spki', format: 'pem' })
    return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
  }
  return `${body}.${sign('sha256', Buffer.from(body), o.key === 'own' ? o.own : o.right.privateKey).toString('base64url')}`
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
