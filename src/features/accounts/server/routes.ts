import type { Context } from 'hono'
import { z } from 'zod'
import { AppError, type ErrorCode } from '#platform/shared/errors.ts'
import { type HttpEnv, router } from '#platform/server/http.ts'
import type { Db } from '#platform/server/db.ts'
import { passwordProblem } from '../model/index.ts'
import { isTaken } from './accounts.ts'
import { type Auth, CLIENT_ADDRESS_HEADER } from './auth.ts'

const Email = z.string().trim().toLowerCase().max(254).pipe(z.email('Enter a valid e-mail address.'))
/** Only what the form has: nobody signs up with a plan, credits or somebody's photo. */
const SignUp = z.object({
  email: Email,
  password: z.string().max(1_000),
  name: z.string().trim().max(80, 'Use at most 80 characters for the name.').default(''),
  rememberMe: z.boolean().optional(),
})
const LogIn = z.object({ email: Email, password: z.string().max(1_000), rememberMe: z.boolean().optional() })

/** Better Auth's refusals in our words, made anew for each request. Any other keeps its own sentence. */
const REFUSALS: Readonly<Record<string, () => AppError>> = {
  USER_ALREADY_EXISTS: userExists,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: userExists,
  // The same answer for an unknown address as for a wrong password: nobody learns here who has an account.
  INVALID_EMAIL_OR_PASSWORD: () =>
    new AppError('unauthorized', 'This e-mail and password do not belong together.', { field: 'password' }),
}
/** What a proxy, or a client that plays one, says about the request; the library is to believe none of it. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
}

/**
 * `/api/auth`: sign-up, log-in and log-out, by Better Auth. Only these: what the library offers besides is not
 * reachable until the product has a page for it. Who is logged in is `accounts.me`'s to tell.
 * A refusal that belongs to one field of the form names it in `details.field`: `email`, `password` or `name`.
 */
export function authRoutes(deps: {
  auth: Auth
  db: Db
  publicUrl: string
  clientAddress: (c: Context<HttpEnv>) => string
}) {
  const ask = async (c: Context<HttpEnv>, path: string, body: object): Promise<Response> => {
    const headers = new Headers(c.req.raw.headers)
    for (const name of ['content-length', 'referer', ...FORWARDED]) headers.delete(name)
    // Checked for the whole API before it came here, against the address that people really use.
    headers.set('origin', deps.publicUrl)
    headers.set('content-type', 'application/json')
    headers.set(CLIENT_ADDRESS_HEADER, deps.clientAddress(c))
    const request = new Request(`${deps.publicUrl}/api/auth${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return deps.auth.handle(request)
  }

  return router()
    .post('/sign-up/email', async (c) => {
      const { email, password, name, rememberMe = true } = parseForm(SignUp, await readJson(c))
      const problem = passwordProblem(password, email)
      if (problem !== null) throw new AppError('unprocessable', problem, { field: 'password' })
      const answer = await ask(c, '/sign-up/email', { email, password, name, rememberMe })
      // Two at once: the unique index refuses the second, and Better Auth says no more than that it failed.
      if (answer.status === 422 && (await isTaken(deps.db, email))) throw userExists()
      return tell(c, answer)
    })
    .post('/sign-in/email', async (c) => {
      const { email, password, rememberMe = true } = parseForm(LogIn, await readJson(c))
      const answer = await ask(c, '/sign-in/email', { email, password, rememberMe })
      // A session is never carried over a log-in: the one this browser had ends.
      if (answer.ok) await deps.auth.endSession(c.req.raw.headers)
      return tell(c, answer)
    })
    .post('/sign-out', async (c) => tell(c, await ask(c, '/sign-out', {})))
    .all('/*', () => {
      throw new AppError('not_found', 'Not found')
    })
}

async function readJson(c: Context<HttpEnv>): Promise<unknown> {
  try {
    return await c.req.json()
  } catch (error) {
    throw new AppError('unprocessable', 'The request is not JSON.', {}, { cause: error })
  }
}

/** @throws AppError `unprocessable` with the first thing that is wrong, and at which field */
function parseForm<T>(form: z.ZodType<T>, entered: unknown): T {
  const parsed = form.safeParse(entered)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  const field = first?.path[0]
  throw new AppError(
    'unprocessable',
    first?.message ?? 'This form is incomplete.',
    typeof field === 'string' ? { field } : {},
  )
}

function userExists(): AppError {
  return new AppError('conflict', 'User already exists', { field: 'email' })
}

const Refused = z.object({ code: z.string().optional(), message: z.string().optional() })

/**
 * Passes the cookies on and nothing else: what Better Auth answers holds the session's token, which no script
 * needs to see.
 * @throws AppError in our words when Better Auth refused
 */
async function tell(c: Context<HttpEnv>, answer: Response): Promise<Response> {
  c.header('cache-control', 'no-store')
  for (const cookie of answer.headers.getSetCookie()) c.header('set-cookie', cookie, { append: true })
  if (answer.ok) return c.json({ done: true })

  const retryAfter = answer.headers.get('x-retry-after')
  if (answer.status === 429 && retryAfter !== null) {
    c.header('retry-after', retryAfter)
    const message = 'Too many tries. Wait a little and try again.'
    throw new AppError('too_many_requests', message, { retryAfterSeconds: Number(retryAfter) })
  }
  const refused = Refused.parse(await answer.json())
  const known = REFUSALS[refused.code ?? '']
  if (known !== undefined) throw known()
  if (answer.status >= 500) throw new Error(`Better Auth answered ${answer.status}: ${refused.message ?? ''}`)
  throw new AppError(CODE_OF_STATUS[answer.status] ?? 'unprocessable', refused.message ?? 'This was refused.')
}
