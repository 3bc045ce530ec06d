import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Adapter, type AdapterPayload, type Configuration, Provider } from 'oidc-provider'
import { afterAll } from 'vitest'

/** A person's claims at the provider. */
export type Person = {
  readonly email?: string | undefined
  readonly email_verified?: boolean | undefined
  readonly name?: string
  readonly picture?: string
}

const CLIENT = { id: 'wordpop', secret: 'a secret that both sides know' }

/**
 * A real OpenID Connect provider on its own port: code flow, PKCE required, client_secret_basic. The person set with
 * `signsIn` is signed in without a form. Call it once per file, at the top level.
 * @param o.callback the redirect URI it accepts
 * @param o.emailInToken true puts the address into the ID token; otherwise only the user-info endpoint has it
 */
export async function identityProvider(o: { callback: string; emailInToken: boolean }) {
  const people = new Map<string, Person>()
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const issuer = `http://127.0.0.1:${address.port}`
  const state: State = { signsIn: 'nobody', people, hint: undefined }
  const provider = new Provider(issuer, configuration(o, state))
  const answer = answering(provider, state)
  server.on('request', (request, response) => void answer(request, response))
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return Object.assign(state, {
    issuer,
    /** The settings with which an operator enables it. */
    settings: {
      OIDC_NAME: 'Northwind',
      OIDC_ISSUER: issuer,
      OIDC_AUTHORIZATION_URL: `${issuer}/auth`,
      OIDC_TOKEN_URL: `${issuer}/token`,
      OIDC_JWKS_URL: `${issuer}/jwks`,
      OIDC_USERINFO_URL: `${issuer}/me`,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
    },
    visit: (url: string) => visit(url, issuer),
  })
}

/** @property hint the `login_hint` of the last sign-in */
type State = { signsIn: string; people: Map<string, Person>; hint: unknown }

function configuration(o: { callback: string; emailInToken: boolean }, { people }: State): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    adapter: memory,
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [o.callback] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', kid: 'test' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: !o.emailInToken,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc
      if (client === undefined || session?.accountId === undefined) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}

function answering(provider: Provider, state: State) {
  const answer = provider.callback()
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url?.startsWith('/interaction/') !== true) return answer(request, response)
    state.hint = (await provider.interactionDetails(request, response)).params['login_hint']
    const refused = { error: 'access_denied', error_description: 'The person said no' }
    const result = state.signsIn === 'nobody' ? refused : { login: { accountId: state.signsIn } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }
}

/** Follows redirects at the provider in a fresh browser until one leads elsewhere. */
async function visit(url: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let at = new URL(url)
  for (let steps = 0; at.origin === issuer; steps += 1) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(at, { headers: { cookie }, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    const to = response.headers.get('location')
    if (to === null || steps > 9) throw new Error(`the provider stopped at ${at.pathname}: ${await response.text()}`)
    at = new URL(to, at)
  }
  return at
}

/** Stores everything in memory for the life of the process. */
function memory(model: string): Adapter {
  const kept = stored(model)
  const find = (fits: (payload: AdapterPayload) => boolean) => [...kept.values()].find(fits)
  return {
    upsert: async (id, payload) => void kept.set(id, payload),
    find: async (id) => kept.get(id),
    findByUid: async (uid) => find((payload) => payload.uid === uid),
    findByUserCode: async (code) => find((payload) => payload.userCode === code),
    async consume(id) {
      const payload = kept.get(id)
      if (payload !== undefined) kept.set(id, { ...payload, consumed: Math.floor(Date.now() / 1_000) })
    },
    destroy: async (id) => void kept.delete(id),
    async revokeByGrantId(grantId) {
      for (const [id, payload] of kept) if (payload.grantId === grantId) kept.delete(id)
    },
  }
}

const models = new Map<string, Map<string, AdapterPayload>>()

function stored(model: string): Map<string, AdapterPayload> {
  const kept = models.get(model) ?? new Map<string, AdapterPayload>()
  models.set(model, kept)
  return kept
}
