import type { AsyncLocalStorage } from 'node:async_hooks'
import { drizzleAdapter } from '@better-auth/drizzle-adapter'
import { APIError, BASE_ERROR_CODES } from '@better-auth/core/error'
import type { BetterAuthOptions } from 'better-auth'
import { getOAuthState } from 'better-auth/api'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type Db, type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import { PASSWORD_MAX, PASSWORD_MIN, SignUpExtras } from '../model/index.ts'
import { sendVerificationMail } from './addresses.ts'
import { verifyPassword } from './auth-passwords.ts'
import { providerPlugin } from './auth-provider.ts'
import { passkeyPlugin, isRefusedPasskey, refuseSuspended } from './auth-passkeys.ts'
import { refuseUnchallenged, secondFactorPlugin } from './auth-second-factor.ts'
import type { AuthDeps, CreatedUser } from './deps.ts'
import { isCurrentPassword } from './reauthentication.ts'
import { RATE_LIMITS, rateLimitStorage } from './rate-limit.ts'
import { authSchema } from './tables.ts'

/** The one header with the client's address; a value sent by the client is dropped first. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address'
/** The last page of a provider popup, under `/api/auth`. */
export const POPUP_RETURN_PATH = '/provider/done'

/** The error code of a new account whose address is refused. */
export const ADDRESS_REFUSED = 'ADDRESS_REFUSED'

/** A provider that has just been linked to an existing account. */
export type LinkedIdentity = { readonly providerId: string; readonly userId: string }
/** What Better Auth's hooks record during one request. */
export type RequestContext = {
  /** The open transaction. Hooks read through it: a second connection for each of many sign-ups would block them all. */
  readonly transaction: AsyncLocalStorage<Tx>
  /** The users created in the open transaction. */
  readonly users: AsyncLocalStorage<CreatedUser[]>
  /** The sign-up data of the request. */
  readonly signUp: AsyncLocalStorage<Omit<CreatedUser, 'userId'>>
  readonly links: AsyncLocalStorage<LinkedIdentity[]>
  /** The password hashes that matched the request's password. */
  readonly matchedHashes: AsyncLocalStorage<string[]>
}

const DAY_SECONDS = 24 * 60 * 60

const SESSIONS = {
  expiresIn: 30 * DAY_SECONDS,
  updateAge: DAY_SECONDS,
  // Our routes ask for a proof of their own (reauthentication.ts), however fresh the session is.
  freshAge: 0,
  cookieCache: { enabled: false },
}

/** Better Auth's options: our tables, our transactions, our limits. */
export function authOptions(deps: AuthDeps, request: RequestContext) {
  const rateLimits = { ...RATE_LIMITS, ...deps.rateLimits }
  return {
    baseURL: deps.publicUrl,
    basePath: '/api/auth',
    secret: deps.secret,
    database: drizzleAdapter(bindTransactions(deps, request), {
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
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      password: { verify: (o) => verifyAndRecord(o, request) },
    },
    // Links accounts only if the provider vouches for the address and its owner confirmed it here.
    account: { accountLinking: { enabled: true, requireLocalEmailVerified: true }, updateAccountOnSignIn: false },
    plugins: [providerPlugin(deps.providers, deps.log), secondFactorPlugin(), passkeyPlugin(deps)],
    session: SESSIONS,
    databaseHooks: databaseHooks(deps, request),
    rateLimit: {
      enabled: true,
      ...rateLimits.other,
      customStorage: rateLimitStorage(deps),
      customRules: {
        '/sign-in/email': rateLimits.logIn,
        '/sign-in/social': rateLimits.logIn,
        '/sign-up/email': rateLimits.signUp,
        '/two-factor/*': rateLimits.logIn,
        '/passkey/*': rateLimits.logIn,
      },
    },
    advanced: {
      cookiePrefix: 'wordpop',
      useSecureCookies: deps.publicUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      // Both are off by default under NODE_ENV=test; set them, so that nothing depends on that variable.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => deps.newId() },
    },
    // Defects reach our own log and error response; refusals still get a response.
    onAPIError: { throw: true, errorURL: `${deps.publicUrl}/api/auth${POPUP_RETURN_PATH}` },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...facts) => logDefect(deps, message, facts) },
  } satisfies BetterAuthOptions
}

function logDefect({ log }: AuthDeps, message: string, facts: readonly unknown[]): void {
  if (!isRefusedPasskey(message, facts)) log.error({ err: facts }, `auth: ${message}`)
}

function databaseHooks(deps: AuthDeps, request: RequestContext) {
  return {
    user: {
      create: {
        // Choose the id here, so that the transaction knows the new user before it commits.
        before: async (user) => {
          await refuseAddress(within(deps, request), deps, user.email)
          const id = deps.newId()
          request.users.getStore()?.push({ userId: id, ...request.signUp.getStore(), ...(await readPopupExtras()) })
          // A provider's picture is on a foreign server, which would learn who views it.
          return { data: { ...user, id, image: null } }
        },
      },
    },
    account: {
      create: {
        before: async (account) => {
          const { providerId, userId } = account
          const isNewUser = request.users.getStore()?.some((user) => user.userId === userId) === true
          if (providerId !== 'credential' && !isNewUser) request.links.getStore()?.push({ providerId, userId })
          // The provider is only asked once who the user is, so its tokens are not stored.
          return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } }
        },
      },
    },
    session: {
      create: {
        before: async ({ userId }, context) => {
          await refuseUnchallenged(within(deps, request), { userId, path: context?.path })
          await refuseSuspended(within(deps, request), { userId, path: context?.path })
        },
        after: async ({ id, userId }) => {
          for (const hash of request.matchedHashes.getStore() ?? [])
            await revokeIfPasswordChanged(deps.db, { id, userId, hash })
        },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks']
}

/** The transaction in which a hook runs, or the pool outside one. */
function within({ db }: AuthDeps, request: RequestContext): Queryable {
  return request.transaction.getStore() ?? db
}

/** Refuses an account that nothing refused before, such as one at a provider. @throws APIError */
async function refuseAddress(q: Queryable, { addressProblem }: AuthDeps, email: string): Promise<void> {
  const message = await addressProblem(q, email)
  if (message !== undefined) throw new APIError('UNPROCESSABLE_ENTITY', { code: ADDRESS_REFUSED, message })
}

async function verifyAndRecord(o: { hash: string; password: string }, request: RequestContext): Promise<boolean> {
  const fits = await verifyPassword(o)
  if (fits) request.matchedHashes.getStore()?.push(o.hash)
  return fits
}

/**
 * Deletes a session that was opened with an outdated password. Verifying a password takes time; meanwhile a reset may
 * set another one and end all sessions.
 * @throws APIError as for a wrong password
 */
async function revokeIfPasswordChanged(db: Db, o: { id: string; userId: string; hash: string }): Promise<void> {
  if (await isCurrentPassword(db, o)) return
  await execute(db, 'delete from sessions where id = $1', [o.id])
  throw APIError.from('UNAUTHORIZED', BASE_ERROR_CODES.INVALID_EMAIL_OR_PASSWORD)
}

/** Reads the sign-up data from the provider's signed state. */
async function readPopupExtras(): Promise<Pick<CreatedUser, 'extras'> | undefined> {
  const state: Readonly<Record<string, unknown>> | null = await getOAuthState()
  return state === null ? undefined : { extras: SignUpExtras.parse(state['extras']) }
}

/**
 * Replaces drizzle's transactions with ours, so that everything a new user needs commits together with the user. Better
 * Auth's own `after` hooks run after the commit; a kill in between would lose their work.
 */
function bindTransactions(deps: AuthDeps, request: RequestContext): NodePgDatabase {
  const run = <T>(work: (tx: NodePgDatabase) => Promise<T>): Promise<T> =>
    transaction(
      deps.db,
      async (tx) => {
        const users: CreatedUser[] = []
        const runWork = () => request.users.run(users, () => work(drizzle(tx.$client)))
        const result = await request.transaction.run(tx, runWork)
        for (const user of users) {
          await deps.onUserCreated(tx, user)
          await sendVerificationMail(tx, deps, user.userId)
        }
        return result
      },
      // A retry would duplicate cookies and deferred hooks.
      { once: true },
    )
  return Object.create(drizzle(deps.db.$client), { transaction: { value: run } })
}
