import type { Context } from 'hono'
import { z } from 'zod'
import { AppError } from '#platform/shared/errors.ts'
import { type HttpEnv, router } from '#platform/server/http.ts'
import { transaction } from '#platform/server/db.ts'
import { SignUpExtras } from '../model/index.ts'
import { activeUser } from './accounts.ts'
import { postToBetterAuth, type AuthClientDeps, requestHeaders, forwardCookies, toAppError } from './auth-client.ts'
import { type LinkedIdentity, POPUP_RETURN_PATH } from './auth-options.ts'
import type { AccountsDeps } from './deps.ts'
import { providerLinkedMail } from './mails.ts'
import { popupPage } from './popup-page.ts'

type Deps = AccountsDeps & AuthClientDeps

/**
 * Under `/api/auth`: the popup of an identity provider. `start` leads to the provider, `callback` comes back from it,
 * and every way ends on a page that tells the window which opened the popup and closes itself.
 */
export function providerRoutes(deps: Deps) {
  const end = `/api/auth${POPUP_RETURN_PATH}`
  return router()
    .get('/provider/:id/start', async (c) => {
      const provider = deps.providers.find(({ id }) => id === c.req.param('id'))
      if (provider === undefined) throw new AppError('not_found', 'Not found')
      // Asked for by who must prove that it is still them: the provider is to ask for the password again.
      const again = c.req.query('again') !== undefined && { additionalParams: { prompt: provider.prompts.again } }
      const body = {
        ...{ provider: provider.id, callbackURL: end, errorCallbackURL: end },
        // Signed with the state: it comes back with the person, for an account that is made then.
        additionalData: { extras: readExtras(c) },
        ...again,
      }
      const answer = await postToBetterAuth(deps, c, '/sign-in/social', body)
      forwardCookies(c, answer)
      if (!answer.ok) return popupPage(c, { type: 'refused', message: (await toAppError(c, answer)).message })
      return c.redirect(StartResponse.parse(await answer.json()).url)
    })
    .get('/callback/:id', async (c) => {
      const { search } = new URL(c.req.url)
      const url = `${deps.publicUrl}/api/auth/callback/${encodeURIComponent(c.req.param('id'))}${search}`
      const { response, linked } = await deps.auth.handleCallback(
        new Request(url, { headers: requestHeaders(deps, c) }),
      )
      forwardCookies(c, response)
      const to = response.headers.get('location')
      if (to === null) return popupPage(c, { type: 'refused', message: (await toAppError(c, response)).message })
      // A session is never carried over a log-in: the one this browser had ends.
      if (!new URL(to, deps.publicUrl).searchParams.has('error')) await deps.auth.endSession(c.req.raw.headers)
      for (const identity of linked) await sendLinkedMails(deps, identity)
      return c.redirect(to)
    })
    .get(POPUP_RETURN_PATH, (c) => popupPage(c, toSignInMessage(c)))
}

const StartResponse = z.object({ url: z.url() })

/** Whose link somebody came through, as the page that opens the popup says it in the address. */
function readExtras(c: Context<HttpEnv>): SignUpExtras {
  const said = { code: c.req.query('ref'), username: c.req.query('username'), clickId: c.req.query('clickId') }
  const known = Object.entries(said).filter(([, value]) => value !== undefined)
  return known.length === 0 ? undefined : SignUpExtras.parse(Object.fromEntries(known))
}

/** Why a sign-in ended without one, by the code Better Auth's callback gives it. */
const REFUSED: Readonly<Record<string, string>> = {
  access_denied: 'You did not allow the log-in, so nothing has changed.',
  account_not_linked:
    'There is an account with this address already, and it is not yet known to be yours. Log in with its password and confirm the address, or choose "Forgot password"; then this button works too.',
  email_not_found:
    'The provider did not tell us your e-mail address, and an account needs one. Allow it, or sign up here.',
  unable_to_get_user_info: 'We could not make sure who you are at the provider. Please try again.',
  state_mismatch: 'The log-in took too long, or began in another browser. Please try again.',
}

function toSignInMessage(c: Context<HttpEnv>) {
  const error = c.req.query('error')
  if (error === undefined) return { type: 'signed-in' } as const
  const message = Object.hasOwn(REFUSED, error) ? REFUSED[error] : undefined
  return { type: 'refused', message: message ?? 'The log-in did not work. Please try again.' } as const
}

async function sendLinkedMails(deps: Deps, { providerId, userId }: LinkedIdentity): Promise<void> {
  const provider = deps.providers.find(({ id }) => id === providerId)
  await transaction(deps.db, async (tx) => {
    const user = await activeUser(tx, { id: userId })
    if (user === undefined) return
    await deps.mail.send(tx, providerLinkedMail({ to: user.email, provider: provider?.name ?? providerId }))
  })
}
