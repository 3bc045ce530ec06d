import { AsyncLocalStorage } from 'node:async_hooks'
import { execute } from '#platform/server/rows.ts'
import type { FoundCaller } from '#platform/server/http.ts'
import { once } from '#platform/shared/once.ts'
import type { SignUpExtras } from '../../model/index.ts'
import { CLIENT_ADDRESS_HEADER } from './auth-names.ts'
import type { LinkedIdentity, RequestContext } from './auth-hooks.ts'
import type { AuthDeps } from '../deps.ts'
import type { ProviderSettings } from '../providers/providers.ts'
import { readSessionCookie } from './session-cookie.ts'
import { trackLastSeen } from '../sessions.ts'

/**
 * Better Auth on our tables: passwords, providers, sessions, cookies, rate limits. Its six hundred modules are loaded on
 * first use: workers and commands need neither its router nor its plugins.
 */
export function openAuth(deps: AuthDeps) {
  const made: RequestContext = {
    transaction: new AsyncLocalStorage(),
    users: new AsyncLocalStorage(),
    links: new AsyncLocalStorage(),
    signUp: new AsyncLocalStorage(),
    matchedHashes: new AsyncLocalStorage(),
    provider: new AsyncLocalStorage(),
  }
  const ask = (request: Request, extras?: SignUpExtras): Promise<Response> => {
    const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? undefined
    return made.signUp.run({ extras, address }, () =>
      made.matchedHashes.run([], async () => (await openLibrary()).handler(request)),
    )
  }
  const { openLibrary, openCookieReader } = loadOnUse(deps, made)
  const seen = trackLastSeen(deps)
  return {
    /** Loads Better Auth before the first request needs it. */
    async load(): Promise<void> {
      await openCookieReader()
    },

    /** Handles one request under `/api/auth`; `extras` go to the listeners for new users. */
    handle: ask,

    /** Handles requests in which the provider of an organisation is one of the providers. */
    withProvider: <T>(provider: ProviderSettings, work: () => Promise<T>): Promise<T> =>
      made.provider.run(provider, work),

    /** Handles a provider's redirect; `linked` lists the accounts it was linked to. */
    async handleCallback(request: Request): Promise<{ response: Response; linked: readonly LinkedIdentity[] }> {
      const linked: LinkedIdentity[] = []
      return { response: await made.links.run(linked, () => ask(request)), linked }
    },

    /** Ends the user's sessions other than the one whose cookie this response sets. */
    async endSessionsExcept(userId: string, answer: Response): Promise<void> {
      const { authCookies } = await (await openLibrary()).$context
      const pairs = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
      const prefix = `${authCookies.sessionToken.name}=`
      const value = pairs.findLast((pair) => pair.startsWith(prefix))?.slice(prefix.length) ?? ''
      const [token = ''] = decodeURIComponent(value).split('.')
      await execute(deps.db, 'delete from sessions where user_id = $1 and token <> $2', [userId, token])
    },

    /** Ends the session of the cookie in these headers, if any. */
    async endSession(headers: Headers): Promise<void> {
      if (headers.has('cookie')) await (await openLibrary()).api.signOut({ headers })
    },

    /** The caller of a request, with the cookies to renew if the session was extended. */
    async findCaller(request: Request): Promise<FoundCaller> {
      const cookies = request.headers.get('cookie')
      if (cookies === null) return { caller: null, setCookies: [] }
      const found = await (await openCookieReader())(cookies)
      if (found !== undefined) {
        await seen(found.sessionId)
        return { caller: found, setCookies: [] }
      }
      const { api } = await openLibrary()
      const { headers, response } = await api.getSession({ headers: request.headers, returnHeaders: true })
      const setCookies = headers.getSetCookie()
      if (response === null) return { caller: null, setCookies }
      const { user, session } = response
      await seen(session.id)
      return { caller: { userId: user.id, email: user.email, sessionId: session.id }, setCookies }
    },
  }
}

/** An open Better Auth instance. */
export type Auth = ReturnType<typeof openAuth>

function loadOnUse(deps: AuthDeps, request: RequestContext) {
  const openLibrary = once(async () => (await import('./better-auth.ts')).openBetterAuth(deps, request))
  const openCookieReader = once(async () => {
    const { authCookies, secret, sessionConfig } = await (await openLibrary()).$context
    return readSessionCookie(deps, {
      name: authCookies.sessionToken.name,
      secret,
      expiresInSeconds: sessionConfig.expiresIn,
      updateAgeSeconds: sessionConfig.updateAge,
    })
  })
  return { openLibrary, openCookieReader }
}
