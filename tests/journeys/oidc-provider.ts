import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Provider } from 'oidc-provider'
import type { Page } from '@playwright/test'
import { escaped } from '#platform/server/mail/text.ts'
import { expect } from './journey.ts'

const CLIENT_ID = 'wordpop'
const CLIENT_SECRET = 'a-secret-for-journeys-only'
/** The name on the product's button. */
export const PROVIDER_NAME = 'Harbour ID'

/** A real OpenID Connect provider on this machine, with a minimal log-in page. */
export type IdentityProvider = {
  /** Settings for starting the product. */
  readonly env: Readonly<Record<string, string>>
  readonly issuer: string
  readonly client: { readonly id: string; readonly secret: string }
  /** Allows redirects to this product; until then, nobody can log in. @param o.as the last part of the redirect address */
  trust(productUrl: string, o?: { as: string }): void
  stop(): Promise<void>
}

/** The fixture of journeys with a provider: one for each worker, which stops after them. */
export const identityFixture: [
  (args: object, provide: (identity: IdentityProvider) => Promise<void>) => Promise<void>,
  { scope: 'worker' },
] = [
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  async ({}, provide) => {
    const identity = await startIdentityProvider()
    await provide(identity)
    await identity.stop()
  },
  { scope: 'worker' },
]

/** Opens the provider's window with a button of the page. */
export async function openProvider(page: Page, button: string): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: button }).click()])
  await expect(popup.getByRole('heading', { name: PROVIDER_NAME })).toBeVisible()
  return popup
}

/** Logs in as the owner of an address at the provider; its window closes. */
export async function logInAtProvider(page: Page, button: string, email: string): Promise<void> {
  const popup = await openProvider(page, button)
  const closed = popup.waitForEvent('close')
  await popup.getByLabel('Address').fill(email)
  await popup.getByRole('button', { name: 'Log in' }).click()
  await closed
}

/** Starts it on a free port. Every address that is entered exists and is verified. */
async function startIdentityProvider(): Promise<IdentityProvider> {
  let answer = (_: IncomingMessage, response: ServerResponse): void => void response.writeHead(503).end()
  const server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const issuer = `http://127.0.0.1:${address.port}`

  return {
    issuer,
    client: { id: CLIENT_ID, secret: CLIENT_SECRET },
    env: {
      OIDC_NAME: PROVIDER_NAME,
      OIDC_ISSUER: issuer,
      OIDC_AUTHORIZATION_URL: `${issuer}/auth`,
      OIDC_TOKEN_URL: `${issuer}/token`,
      OIDC_JWKS_URL: `${issuer}/jwks`,
      OIDC_USERINFO_URL: `${issuer}/me`,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
    },
    trust(productUrl, { as } = { as: 'oidc' }) {
      const provider = providerFor(issuer, `${productUrl}/api/auth/callback/${as}`)
      const callback = provider.callback()
      answer = (request, response) => {
        const asksPerson = request.url?.startsWith('/log-in/') === true
        void (asksPerson ? logInPage(provider, request, response) : callback(request, response))
      }
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function providerFor(issuer: string, redirectUri: string): Provider {
  return new Provider(issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirectUri] }],
    cookies: { keys: ['a-key-for-journeys-only'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/log-in/${uid}` },
    findAccount: (_, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: true, name: 'Ada of the Harbour' }),
    }),
    // Consent is given in advance, so no page asks for it.
    async loadExistingGrant({ oidc: { provider, client, session } }) {
      if (client === undefined || session?.accountId === undefined) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
}

/** Shows the form, or handles its submission: an address, or Cancel. */
async function logInPage(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(logInForm(await hintOf(provider, request, response)))
    return
  }
  const sent = new URLSearchParams(await text(request))
  const email = sent.get('email') ?? ''
  const result =
    sent.get('do') === 'cancel'
      ? { error: 'access_denied', error_description: 'The person went back' }
      : { login: { accountId: email } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

/** The address that the product sends along. */
async function hintOf(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<string> {
  const { login_hint: hint } = (await provider.interactionDetails(request, response)).params
  return typeof hint === 'string' ? hint : ''
}

const logInForm = (
  hint: string,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${PROVIDER_NAME}</title>
<link rel="icon" href="data:,"></head><body><h1>${PROVIDER_NAME}</h1>
<form method="post"><label>Address <input name="email" type="email" value="${escaped(hint)}"></label>
<button name="do" value="log-in">Log in</button> <button name="do" value="cancel">Go back</button></form></body></html>`
