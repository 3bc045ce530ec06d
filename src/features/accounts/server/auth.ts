import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzleAdapter } from '@better-auth/drizzle-adapter'
import { betterAuth } from 'better-auth'
import type { DefectLog, FoundCaller } from '#platform/server/http.ts'
import { type Db, type Tx, transaction } from '#platform/server/db.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../model/index.ts'
import { rateLimitStorage, type Rule } from './rate-limit.ts'
import { authSchema } from './tables.ts'

/** The one header that names the client's address; whatever a client sends in it is dropped first. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address'

const DAY_SECONDS = 24 * 60 * 60

/** What the accounts need from outside. */
export type AuthDeps = {
  readonly db: Db
  readonly log: DefectLog
  readonly now: () => Date
  readonly newId: () => string
  /** Signs the cookies, at least 32 characters. */
  readonly secret: string
  /** Where people reach the site, without a path: `https://wordpop.example`. */
  readonly publicUrl: string
  /** Requests one address may make; the default suits a household, tests of other things want more. */
  readonly rateLimits?: RateLimits
  /** Runs in the transaction that makes the user, and again when the record is loaded: must be safe to repeat. */
  onUserCreated(tx: Tx, user: { userId: string }): Promise<void>
}

/** How often one address may try to log in, to sign up, or ask for anything else of `/api/auth`. */
export type RateLimits = { readonly logIn: Rule; readonly signUp: Rule; readonly other: Rule }

const RATE_LIMITS: RateLimits = {
  logIn: { window: 60, max: 10 },
  signUp: { window: 600, max: 30 },
  other: { window: 10, max: 100 },
}

/** Better Auth on our tables: passwords, sessions, cookies, rate limits. */
export function openAuth(deps: AuthDeps) {
  const rateLimits = deps.rateLimits ?? RATE_LIMITS
  const newUsers = new AsyncLocalStorage<string[]>()
  const auth = betterAuth({
    baseURL: deps.publicUrl,
    basePath: '/api/auth',
    secret: deps.secret,
    database: drizzleAdapter(withOurTransactions(deps, newUsers), {
      provider: 'pg',
      schema: authSchema,
      transaction: true,
    }),
    user: {
      additionalFields: {
        plan: { type: 'string', defaultValue: 'free', input: false },
        preferences: { type: 'json', defaultValue: {}, input: false },
        downloadCount: { type: 'number', defaultValue: 0, input: false },
      },
    },
    emailAndPassword: { enabled: true, minPasswordLength: PASSWORD_MIN, maxPasswordLength: PASSWORD_MAX },
    session: { expiresIn: 30 * DAY_SECONDS, updateAge: DAY_SECONDS, cookieCache: { enabled: false } },
    databaseHooks: {
      user: {
        create: {
          // The id is chosen here so that the transaction knows whom it makes before it commits.
          before: async (user) => {
            const id = deps.newId()
            newUsers.getStore()?.push(id)
            return { data: { ...user, id } }
          },
        },
      },
    },
    rateLimit: {
      enabled: true,
      ...rateLimits.other,
      customStorage: rateLimitStorage(deps),
      customRules: { '/sign-in/email': rateLimits.logIn, '/sign-up/email': rateLimits.signUp },
    },
    advanced: {
      cookiePrefix: 'wordpop',
      useSecureCookies: deps.publicUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      // Both are off by default under NODE_ENV=test; nothing may depend on that variable.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => deps.newId() },
    },
    // A defect reaches our own log and answer; refusals are still answered.
    onAPIError: { throw: true },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...facts) => deps.log.error({ err: facts }, `auth: ${message}`) },
  })
  return {
    /** Answers one request under `/api/auth`. */
    handle: (request: Request): Promise<Response> => auth.handler(request),
    /** Ends the session of these headers' cookie, when there is one. */
    async endSession(headers: Headers): Promise<void> {
      if (headers.has('cookie')) await auth.api.signOut({ headers })
    },
    findCaller: (request: Request) => findCaller(auth, request),
  }
}

/** Better Auth, opened. */
export type Auth = ReturnType<typeof openAuth>

type SessionReader = {
  api: {
    getSession(o: { headers: Headers; returnHeaders: true }): Promise<{
      headers: Headers
      response: { user: { id: string; email: string } } | null
    }>
  }
}

/** Who the request's cookie belongs to, and the cookies to renew when the session was prolonged. */
async function findCaller(auth: SessionReader, request: Request): Promise<FoundCaller> {
  if (!request.headers.has('cookie')) return { caller: null, setCookies: [] }
  const { headers, response } = await auth.api.getSession({ headers: request.headers, returnHeaders: true })
  const caller = response === null ? null : { userId: response.user.id, email: response.user.email }
  return { caller, setCookies: headers.getSetCookie() }
}

/**
 * The database with our transactions in place of drizzle's, so that what belongs to a new user is written in the
 * transaction that makes the user: Better Auth's own `after` hooks run when it has committed, too late for a kill
 * between the two.
 */
function withOurTransactions(deps: Pick<AuthDeps, 'db' | 'onUserCreated'>, newUsers: AsyncLocalStorage<string[]>): Db {
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    transaction(deps.db, async (tx) => {
      const made: string[] = []
      const result = await newUsers.run(made, () => work(tx))
      for (const userId of made) await deps.onUserCreated(tx, { userId })
      return result
    })
  return Object.create(deps.db, { transaction: { value: run } })
}
