import type { Context } from 'hono'
import { z } from 'zod'
import { AppError, type ErrorCode } from '#platform/shared/errors.ts'
import type { HttpEnv } from '#platform/server/http.ts'
import type { SignUpExtras } from '../model/index.ts'
import type { Auth } from './auth.ts'
import { CLIENT_ADDRESS_HEADER } from './auth-options.ts'
import { tooManyRequests } from './limits.ts'

/** What the routes under `/api/auth` need to pass a request on. */
export type AuthClientDeps = {
  readonly auth: Auth
  readonly publicUrl: string
  readonly clientAddress: (c: Context<HttpEnv>) => string
}

/** What a proxy, or a client that plays one, says about the request; the library is to believe none of it. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/** Better Auth's refusals in our words, made anew for each request. Any other keeps its own sentence. */
const REFUSALS: Readonly<Record<string, () => AppError>> = {
  USER_ALREADY_EXISTS: userExistsError,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: userExistsError,
  // The same answer for an unknown address as for a wrong password: nobody learns here who has an account.
  INVALID_EMAIL_OR_PASSWORD: () =>
    new AppError('unauthorized', 'This e-mail and password do not belong together.', { field: 'password' }),
}
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
}

/** Asks Better Auth on behalf of this request's browser: its cookies, its address, and only this body. */
export function postToBetterAuth(
  deps: AuthClientDeps,
  c: Context<HttpEnv>,
  path: string,
  body: object,
  extras?: SignUpExtras,
): Promise<Response> {
  const headers = requestHeaders(deps, c)
  // Checked for the whole API before it came here, against the address that people really use.
  headers.set('origin', deps.publicUrl)
  headers.set('content-type', 'application/json')
  const url = `${deps.publicUrl}/api/auth${path}`
  return deps.auth.handle(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }), extras)
}

/** What Better Auth may know of this request: nothing that only a client says of itself. */
export function requestHeaders({ clientAddress }: Pick<AuthClientDeps, 'clientAddress'>, c: Context<HttpEnv>): Headers {
  const headers = new Headers(c.req.raw.headers)
  for (const name of ['content-length', 'referer', ...FORWARDED]) headers.delete(name)
  headers.set(CLIENT_ADDRESS_HEADER, clientAddress(c))
  return headers
}

/**
 * Passes the cookies on and nothing else: what Better Auth answers holds the session's token, which no script
 * needs to see.
 * @throws AppError in our words when Better Auth refused
 */
export async function forwardResponse(c: Context<HttpEnv>, answer: Response): Promise<Response> {
  forwardCookies(c, answer)
  if (answer.ok) return sendDone(c)
  throw await toAppError(c, answer)
}

/** `{ done: true }`, which nobody keeps. */
export function sendDone(c: Context<HttpEnv>): Response {
  c.header('cache-control', 'no-store')
  return c.json({ done: true })
}

/** The browser gets the cookies of Better Auth's answer. */
export function forwardCookies(c: Context<HttpEnv>, answer: Response): void {
  for (const cookie of answer.headers.getSetCookie()) c.header('set-cookie', cookie, { append: true })
}

/** 'User already exists' (spec §8), at the address. */
export function userExistsError(): AppError {
  return new AppError('conflict', 'User already exists', { field: 'email' })
}

const ErrorBody = z.object({ code: z.string().optional(), message: z.string().optional() })

/** Why Better Auth refused, in our words. @throws Error when it did not refuse but fail */
export async function toAppError(c: Context<HttpEnv>, answer: Response): Promise<AppError> {
  const retryAfter = answer.headers.get('x-retry-after')
  if (answer.status === 429 && retryAfter !== null) return tooManyRequests(c, Number(retryAfter))
  const refused = ErrorBody.parse(await answer.json())
  const known = REFUSALS[refused.code ?? '']
  if (known !== undefined) return known()
  if (answer.status >= 500) throw new Error(`Better Auth answered ${answer.status}: ${refused.message ?? ''}`)
  return new AppError(CODE_OF_STATUS[answer.status] ?? 'unprocessable', refused.message ?? 'This was refused.')
}
