import type { Context } from 'hono'
import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { type HttpEnv, router } from '#platform/server/http.ts'
import { transaction } from '#platform/server/db.ts'
import { domainOf, Email, SignUpExtras } from '../model/index.ts'
import { activeUser } from './accounts.ts'
import { ProviderFailure } from './providers/ask-provider.ts'
import {
  type AuthClientDeps,
  forwardCookies,
  isChallenge,
  postToBetterAuth,
  requestHeaders,
  toAppError,
} from './auth/auth-client.ts'
import { ADDRESS_REFUSED, POPUP_RETURN_PATH } from './auth/auth-names.ts'
import { PROVIDER_OF_OTHERS, PROVIDER_REQUIRED } from './auth/auth-domain-provider.ts'
import type { LinkedIdentity } from './auth/auth-hooks.ts'
import type { AccountsDeps } from './deps.ts'
import { providerLinkedMail } from './mails.ts'
import { popupPage } from './providers/popup-page.ts'
import type { ProviderSettings } from './providers/providers.ts'
import { suspensionRefusal } from './suspension.ts'

type Deps = AccountsDeps & AuthClientDeps

/**
 * Under `/api/auth`: the popup of an identity provider. `start` redirects to the provider and `callback` receives the
 * user; both end on a page that reports to the opener and closes itself.
 */
export function providerRoutes(deps: Deps) {
  return router()
    .get('/provider/:id/start', async (c) => {
      const found = await openProvider(deps, c.req.param('id'))
      if (found === undefined) throw new AppError('not_found', 'Not found')
      if ('refusal' in found) return popupPage(c, { type: 'refused', message: found.refusal })
      return deps.auth.withProvider(found, () => start(deps, c, found))
    })
    .get('/callback/:id', async (c) => {
      const found = await openProvider(deps, c.req.param('id'))
      if (found === undefined) throw new AppError('not_found', 'Not found')
      if ('refusal' in found) return popupPage(c, { type: 'refused', message: found.refusal })
      return deps.auth.withProvider(found, () => receive(deps, c, found))
    })
    .get(POPUP_RETURN_PATH, (c) => popupPage(c, toSignInMessage(c)))
}

const END = `/api/auth${POPUP_RETURN_PATH}`

/** Redirects to the provider. */
async function start(deps: Deps, c: Context<HttpEnv>, provider: ProviderSettings): Promise<Response> {
  const { id, prompts } = provider
  const hint = readHint(c, provider)
  const body = {
    provider: id,
    callbackURL: END,
    errorCallbackURL: END,
    // Signed with the state, which returns with the user, for an account that is created then.
    additionalData: { extras: readExtras(c) },
    additionalParams: {
      // Reauthentication: the provider must ask for the password again.
      ...(c.req.query('again') !== undefined && { prompt: prompts.again }),
      ...(hint !== undefined && { login_hint: hint }),
    },
  }
  const answer = await postToBetterAuth(deps, c, '/sign-in/social', body)
  forwardCookies(c, answer)
  if (!answer.ok) return popupPage(c, { type: 'refused', message: (await toAppError(c, answer)).message })
  return c.redirect(StartResponse.parse(await answer.json()).url)
}

/** Receives the user from the provider, and opens their session. */
async function receive(deps: Deps, c: Context<HttpEnv>, provider: ProviderSettings): Promise<Response> {
  const { search } = new URL(c.req.url)
  const url = `${deps.publicUrl}/api/auth/callback/${encodeURIComponent(provider.id)}${search}`
  const request = new Request(url, { headers: requestHeaders(deps, c) })
  const answered = await deps.auth.handleCallback(request).catch(refusalOfSuspension)
  if (answered instanceof AppError) return popupPage(c, { type: 'refused', message: answered.message })
  const { response, linked } = answered
  forwardCookies(c, response)
  if (isChallenge(response)) {
    await deps.auth.endSession(c.req.raw.headers)
    for (const identity of linked) await sendLinkedMails(deps, provider, identity)
    return c.redirect(`${END}?${NEEDS_CODE}`)
  }
  const to = response.headers.get('location')
  if (to === null) return popupPage(c, { type: 'refused', message: (await toAppError(c, response)).message })
  // A session never survives a log-in: end the one this browser had.
  if (!new URL(to, deps.publicUrl).searchParams.has('error')) await deps.auth.endSession(c.req.raw.headers)
  for (const identity of linked) await sendLinkedMails(deps, provider, identity)
  return c.redirect(to)
}

/** A provider for everybody, or that of an organisation, ready for a sign-in; `refusal` says why it is not ready. */
async function openProvider(deps: Deps, id: string): Promise<ProviderSettings | { refusal: string } | undefined> {
  const known = deps.providers.find((provider) => provider.id === id)
  if (known !== undefined) return known
  const stored = await deps.domainProviders.byId(id)
  if (stored === undefined) return undefined
  try {
    return await deps.domainProviders.open(stored)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    deps.log.error({ err: error }, `auth: ${stored.name} cannot be used to sign in`)
    const refusal = `${stored.name} cannot be reached at the moment. Try again in a few minutes, or tell its administrator.`
    return { refusal }
  }
}

/** @throws the error, unless it is about a suspension */
function refusalOfSuspension(error: unknown): AppError {
  const refusal = suspensionRefusal(error)
  if (refusal === undefined) throw error
  return refusal
}

/** Marks the last page of a popup whose log-in goes on with a code. */
const NEEDS_CODE = 'second-factor'

const StartResponse = z.object({ url: z.url() })

/**
 * The address that was typed into the log-in form, for the form of the provider (OpenID Connect Core §3.1.2.1). Only the
 * provider of its domain learns it.
 */
function readHint(c: Context<HttpEnv>, { domains = [] }: ProviderSettings): string | undefined {
  const { data: email } = Email.safeParse(c.req.query('hint'))
  return email !== undefined && domains.includes(domainOf(email)) ? email : undefined
}

/** The referral that the opening page put into the address. */
function readExtras(c: Context<HttpEnv>): SignUpExtras {
  const referral = { code: c.req.query('ref'), username: c.req.query('username'), clickId: c.req.query('clickId') }
  const known = Object.entries(referral).filter(([, value]) => value !== undefined)
  return known.length === 0 ? undefined : SignUpExtras.parse(Object.fromEntries(known))
}

/** Why a sign-in failed, by the error code of Better Auth's callback. */
const REFUSED: Readonly<Record<string, string>> = {
  access_denied: 'You cancelled the log-in. Nothing has changed.',
  account_not_linked:
    'An account with this address already exists. Log in with its password and confirm the address, or choose "Forgot password". Then you can use this button too.',
  [ADDRESS_REFUSED]:
    'No account here can have the e-mail address that the provider shared. Sign up with another one, or contact us.',
  [PROVIDER_REQUIRED]:
    'Addresses of this organisation log in with its own provider only. Enter yours in the log-in form and send it.',
  [PROVIDER_OF_OTHERS]:
    'The organisation of this address has its own provider. Enter the address in the log-in form and send it.',
  invalid_code: 'The provider cannot be reached, or refused us. Try again in a few minutes.',
  email_not_found: 'The provider did not share your e-mail address, which an account needs. Allow it, or sign up here.',
  unable_to_get_user_info: 'We couldn’t verify your identity with the provider. Try again.',
  state_mismatch: 'The log-in took too long or started in another browser. Try again.',
}

function toSignInMessage(c: Context<HttpEnv>) {
  if (c.req.query(NEEDS_CODE) !== undefined) return { type: 'second-factor' } as const
  const error = c.req.query('error')
  if (error === undefined) return { type: 'signed-in' } as const
  const message = Object.hasOwn(REFUSED, error) ? REFUSED[error] : undefined
  return { type: 'refused', message: message ?? 'The log-in failed. Try again.' } as const
}

async function sendLinkedMails(deps: Deps, { name }: ProviderSettings, { userId }: LinkedIdentity): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const user = await activeUser(tx, { id: userId })
    if (user === undefined) return
    await deps.mail.send(tx, providerLinkedMail({ to: user.email, provider: name }))
  })
}
