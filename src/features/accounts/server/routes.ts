import type { Context } from 'hono'
import { AppError } from '#platform/shared/errors.ts'
import { sqlState } from '#platform/server/db.ts'
import { type HttpEnv, router } from '#platform/server/http.ts'
import { AUTH_REQUESTS } from '../model/index.ts'
import { isTaken } from './accounts.ts'
import {
  forwardResponse,
  isChallenge,
  postToBetterAuth,
  sendChallenge,
  toAppError,
  userExistsError,
} from './auth/auth-client.ts'
import type { Auth } from './auth/auth.ts'
import type { AccountsDeps } from './deps.ts'
import { requireNoProvider, withProviderOf } from './domain-providers/lead-to-provider.ts'
import { openLimits } from './limits.ts'
import { mailRoutes } from './mail-routes.ts'
import { ownerRoutes } from './owner-routes.ts'
import { passkeyRoutes } from './factors/passkey-routes.ts'
import { providerRoutes } from './provider-routes.ts'
import { newPasswordProblem } from './credentials/leaked-passwords.ts'
import { readForm } from './read-form.ts'
import { secondFactorRoutes } from './factors/second-factor-routes.ts'
import { suspensionRefusal } from './suspension.ts'

/** The dependencies of the routes under `/api/auth`. */
export type AuthRoutesDeps = AccountsDeps & {
  readonly auth: Auth
  readonly clientAddress: (c: Context<HttpEnv>) => string
}

/**
 * `/api/auth`: sign-up, log-in and log-out through Better Auth, and our own routes around them. No other route of the
 * library is reachable. `accounts.me` returns the signed-in user. `details.field` names the field a refusal belongs to.
 */
export function authRoutes(deps: AuthRoutesDeps) {
  const limits = openLimits(deps)
  return router()
    .route('/', logInRoutes({ ...deps, limits }))
    .route('/', mailRoutes({ ...deps, limits }))
    .route('/', ownerRoutes({ ...deps, limits }))
    .route('/', secondFactorRoutes({ ...deps, limits }))
    .route('/', passkeyRoutes({ ...deps, limits }))
    .route('/', providerRoutes(deps))
    .all('/*', () => {
      throw new AppError('not_found', 'Not found')
    })
}

function logInRoutes(deps: AuthRoutesDeps & { limits: ReturnType<typeof openLimits> }) {
  return router()
    .post('/sign-up/email', async (c) => {
      const { referral, ...form } = await readForm(c, AUTH_REQUESTS['/sign-up/email'])
      const { email, password, name, rememberMe = true } = form
      // The same for every account: asked before Better Auth looks for one.
      const refusal = await deps.addressProblem(deps.db, email)
      if (refusal !== undefined) {
        await deps.limits.refusedSignUp(c)
        throw new AppError('unprocessable', refusal, { field: 'email' })
      }
      await requireNoProvider(deps, email)
      const problem = newPasswordProblem(password, email)
      if (problem !== null) throw new AppError('unprocessable', problem, { field: 'password' })
      const answer = await postToBetterAuth(deps, c, '/sign-up/email', { email, password, name, rememberMe }, referral)
      // The unique index refuses the second of two concurrent sign-ups, which Better Auth reports as a mere failure.
      if (answer.status === 422 && (await isTaken(deps.db, email))) throw userExistsError()
      if (answer.ok) await deps.auth.endSession(c.req.raw.headers)
      return forwardResponse(c, answer)
    })
    .post('/sign-in/email', async (c) => {
      const { email, password, rememberMe = true } = await readForm(c, AUTH_REQUESTS['/sign-in/email'])
      await deps.limits.logIn(email)
      await requireNoProvider(deps, email)
      if (password === '') throw await withProviderOf(deps, email, passwordMissingError())
      const answer = await postToBetterAuth(deps, c, '/sign-in/email', { email, password, rememberMe }).catch(
        rejectRefused,
      )
      if (answer.status === 401) throw await withProviderOf(deps, email, await toAppError(c, answer))
      // A session never survives a log-in: end the one this browser had.
      if (answer.ok) await deps.auth.endSession(c.req.raw.headers)
      return isChallenge(answer) ? sendChallenge(c, answer) : forwardResponse(c, answer)
    })
    .post('/sign-out', async (c) => forwardResponse(c, await postToBetterAuth(deps, c, '/sign-out', {})))
}

/** The page sends the form without a password, because the provider of a domain needs none. */
function passwordMissingError(): AppError {
  return new AppError('unprocessable', 'Enter your password.', { field: 'password' })
}

const FOREIGN_KEY_VIOLATION = '23503'

/** The database refuses a session for a suspended account, and for one deleted while the password was verified. */
function rejectRefused(error: unknown): never {
  throw sqlState(error) === FOREIGN_KEY_VIOLATION
    ? new AppError('unauthorized', 'This account was just deleted.')
    : (suspensionRefusal(error) ?? error)
}
