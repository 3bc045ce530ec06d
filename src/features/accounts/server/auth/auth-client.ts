import type { Context } from 'hono'
import { z } from 'zod'
import { AppError, type ErrorCode } from '#platform/shared/errors.ts'
import type { HttpEnv } from '#platform/server/http.ts'
import type { SignUpExtras } from '../../model/index.ts'
import type { Auth } from './auth.ts'
import { CLIENT_ADDRESS_HEADER, SUSPENDED, UNVERIFIED_USER } from './auth-names.ts'
import { TOO_MANY_ATTEMPTS } from '../limits.ts'
import { suspendedError } from '../suspension.ts'

/** The dependencies of a route under `/api/auth` that forwards a request. */
export type AuthClientDeps = {
  readonly auth: Auth
  readonly publicUrl: string
  readonly clientAddress: (c: Context<HttpEnv>) => string
}

/** Headers of a proxy, or of a client posing as one; the library must not trust them. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/** Better Auth's error codes as our errors. Other codes keep the library's message. */
const REFUSALS: Readonly<Record<string, () => AppError>> = {
  USER_ALREADY_EXISTS: userExistsError,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: userExistsError,
  // The same response as for a wrong password, so that nobody learns who has an account.
  INVALID_EMAIL_OR_PASSWORD: () =>
    new AppError('unauthorized', 'The e-mail or password is wrong.', { field: 'password' }),
  INVALID_PASSWORD: () => new AppError('forbidden', 'The password is wrong.', { field: 'password' }),
  INVALID_CODE: () =>
    new AppError('forbidden', 'The code is wrong. Enter the one that the app shows now.', { field: 'code' }),
  INVALID_BACKUP_CODE: () => new AppError('forbidden', 'This recovery code is wrong or used.', { field: 'code' }),
  INVALID_TWO_FACTOR_COOKIE: () => new AppError('conflict', 'The log-in took too long. Log in again.'),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: () => new AppError('conflict', 'Too many wrong codes. Log in again.'),
  ACCOUNT_TEMPORARILY_LOCKED: () =>
    new AppError('too_many_requests', 'Too many wrong codes. Wait 15 minutes, then try again.'),
  TOTP_NOT_ENABLED: () => new AppError('conflict', 'This account has no second factor.'),
  TWO_FACTOR_NOT_ENABLED: () => new AppError('conflict', 'This account has no second factor.'),
  PASSKEY_NOT_FOUND: () =>
    new AppError(
      'unauthorized',
      'This passkey belongs to no account here. Log in another way, or use another passkey.',
    ),
  AUTHENTICATION_FAILED: () => new AppError('unauthorized', 'The passkey could not be verified. Try again.'),
  FAILED_TO_VERIFY_REGISTRATION: () => new AppError('unprocessable', 'The passkey could not be verified. Try again.'),
  CHALLENGE_NOT_FOUND: () => new AppError('conflict', 'This took too long. Try again.'),
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: () => new AppError('conflict', 'Somebody else logged in. Try again.'),
  [UNVERIFIED_USER]: () =>
    new AppError(
      'forbidden',
      'The passkey did not check that it is you. Set a PIN, fingerprint or screen lock for it.',
    ),
  [SUSPENDED]: suspendedError,
  TOTP_ALREADY_ENABLED: () => new AppError('conflict', 'The second factor is on already.'),
}
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
}

/** Reads from Better Auth with this request's cookies and address. */
export function getFromBetterAuth(
  deps: AuthClientDeps,
  c: Context<HttpEnv>,
  path: string,
  { withSession }: { withSession: boolean },
): Promise<Response> {
  const headers = requestHeaders(deps, c)
  if (!withSession) headers.set('cookie', withoutSession(headers.get('cookie') ?? ''))
  return deps.auth.handle(new Request(`${deps.publicUrl}/api/auth${path}`, { headers }))
}

/** Posts to Better Auth with this request's cookies and address, and only this body. */
export function postToBetterAuth(
  deps: AuthClientDeps,
  c: Context<HttpEnv>,
  path: string,
  body: object,
  extras?: SignUpExtras,
  { withSession = true }: { withSession?: boolean } = {},
): Promise<Response> {
  const headers = requestHeaders(deps, c)
  if (!withSession) headers.set('cookie', withoutSession(headers.get('cookie') ?? ''))
  // The middleware has already checked the origin of the whole API against the public address.
  headers.set('origin', deps.publicUrl)
  headers.set('content-type', 'application/json')
  const url = `${deps.publicUrl}/api/auth${path}`
  return deps.auth.handle(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }), extras)
}

/** The headers Better Auth may see: none that a client can forge. */
export function requestHeaders({ clientAddress }: Pick<AuthClientDeps, 'clientAddress'>, c: Context<HttpEnv>): Headers {
  const headers = new Headers(c.req.raw.headers)
  for (const name of ['content-length', 'referer', ...FORWARDED]) headers.delete(name)
  headers.set(CLIENT_ADDRESS_HEADER, clientAddress(c))
  return headers
}

/**
 * Forwards the cookies only: Better Auth's response body holds the session token, which no script needs.
 * @throws AppError if Better Auth refused
 */
export async function forwardResponse(c: Context<HttpEnv>, answer: Response): Promise<Response> {
  forwardCookies(c, answer)
  if (answer.ok) return sendDone(c)
  throw await toAppError(c, answer)
}

/** Sends `{ done: true }`, uncached. */
export function sendDone(c: Context<HttpEnv>): Response {
  c.header('cache-control', 'no-store')
  return c.json({ done: true })
}

/** Whether Better Auth opened no session yet, but asks for the second factor. */
export function isChallenge(answer: Response): boolean {
  return answer.headers.getSetCookie().some((cookie) => /^[^=]*two_factor=[^;]/.test(cookie))
}

/** Sends `{ done: false }`: the log-in goes on with a code. */
export function sendChallenge(c: Context<HttpEnv>, answer: Response): Response {
  forwardCookies(c, answer)
  c.header('cache-control', 'no-store')
  return c.json({ done: false })
}

function withoutSession(cookies: string): string {
  return cookies
    .split(/; */)
    .filter((cookie) => !/^[^=]*session_token=/.test(cookie))
    .join('; ')
}

/** Copies the cookies of Better Auth's response. */
export function forwardCookies(c: Context<HttpEnv>, answer: Response): void {
  for (const cookie of answer.headers.getSetCookie()) c.header('set-cookie', cookie, { append: true })
}

/** 'User already exists' (spec §8), for the address field. */
export function userExistsError(): AppError {
  return new AppError('conflict', 'User already exists', { field: 'email' })
}

const ErrorBody = z.object({ code: z.string().optional(), message: z.string().optional() })

/** Converts a refusal of Better Auth. @throws Error if Better Auth failed instead of refusing */
export async function toAppError(c: Context<HttpEnv>, answer: Response): Promise<AppError> {
  const retryAfter = answer.headers.get('x-retry-after')
  if (answer.status === 429 && retryAfter !== null) {
    c.header('retry-after', retryAfter)
    return new AppError('too_many_requests', TOO_MANY_ATTEMPTS, { retryAfterSeconds: Number(retryAfter) })
  }
  const refused = ErrorBody.parse(await answer.json())
  const known = REFUSALS[refused.code ?? '']
  if (known !== undefined) return known()
  if (answer.status >= 500) throw new Error(`Better Auth answered ${answer.status}: ${refused.message ?? ''}`)
  return new AppError(CODE_OF_STATUS[answer.status] ?? 'unprocessable', refused.message ?? 'The request was refused.')
}
