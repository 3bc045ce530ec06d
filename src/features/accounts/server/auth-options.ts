import type { AsyncLocalStorage } from 'node:async_hooks'
import { drizzleAdapter } from '@better-auth/drizzle-adapter'
import { APIError, BASE_ERROR_CODES } from '@better-auth/core/error'
import type { BetterAuthOptions } from 'better-auth'
import { getOAuthState } from 'better-auth/api'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type Db, transaction } from '#platform/server/db.ts'
import { PASSWORD_MAX, PASSWORD_MIN, SignUpExtras } from '../model/index.ts'
import { sendVerificationMail } from './addresses.ts'
import { verifyPassword } from './auth-passwords.ts'
import { providerPlugin } from './auth-provider.ts'
import type { AuthDeps, CreatedUser } from './deps.ts'
import { isCurrentPassword } from './reauthentication.ts'
import { RATE_LIMITS, rateLimitStorage } from './rate-limit.ts'
import { authSchema } from './tables.ts'

/** The one header that names the client's address; whatever a client sends in it is dropped first. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address'
/** Where a popup of an identity provider ends, under `/api/auth`. */
export const POPUP_RETURN_PATH = '/provider/done'

/** A provider that signs in an account which was there before. */
export type LinkedIdentity = { readonly providerId: string; readonly userId: string }
/** What one request makes, told by the library's hooks to whoever asked the library. */
export type RequestContext = {
  /** The users made in the open transaction. */
  readonly users: AsyncLocalStorage<CreatedUser[]>
  /** What came with the request. */
  readonly asked: AsyncLocalStorage<Omit<CreatedUser, 'userId'>>
  readonly links: AsyncLocalStorage<LinkedIdentity[]>
  /** The hashes that the request's password was found to fit. */
  readonly fitted: AsyncLocalStorage<string[]>
}

const DAY_SECONDS = 24 * 60 * 60

/** How Better Auth works here: on our tables, in our transactions, within our limits. */
export function authOptions(deps: AuthDeps, made: RequestContext) {
  const rateLimits = { ...RATE_LIMITS, ...deps.rateLimits }
  return {
    baseURL: deps.publicUrl,
    basePath: '/api/auth',
    secret: deps.secret,
    database: drizzleAdapter(bindTransactions(deps, made), {
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
      ...{ enabled: true, minPasswordLength: PASSWORD_MIN, maxPasswordLength: PASSWORD_MAX },
      password: { verify: (o) => verifyAndRecord(o, made) },
    },
    // Linked only where both sides know the address: the provider vouches for it, and its owner confirmed it here.
    account: { accountLinking: { enabled: true, requireLocalEmailVerified: true }, updateAccountOnSignIn: false },
    plugins: [providerPlugin(deps.providers, deps.log)],
    session: { expiresIn: 30 * DAY_SECONDS, updateAge: DAY_SECONDS, cookieCache: { enabled: false } },
    databaseHooks: databaseHooks(deps, made),
    rateLimit: {
      enabled: true,
      ...rateLimits.other,
      customStorage: rateLimitStorage(deps),
      customRules: {
        '/sign-in/email': rateLimits.logIn,
        '/sign-in/social': rateLimits.logIn,
        '/sign-up/email': rateLimits.signUp,
      },
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
    onAPIError: { throw: true, errorURL: `${deps.publicUrl}/api/auth${POPUP_RETURN_PATH}` },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...facts) => deps.log.error({ err: facts }, `auth: ${message}`) },
  } satisfies BetterAuthOptions
}

function databaseHooks(deps: AuthDeps, made: RequestContext) {
  return {
    user: {
      create: {
        // The id is chosen here so that the transaction knows whom it makes before it commits.
        before: async (user) => {
          const id = deps.newId()
          made.users.getStore()?.push({ userId: id, ...made.asked.getStore(), ...(await readPopupExtras()) })
          // A provider's picture lies on somebody else's server, which would learn who looks at it.
          return { data: { ...user, id, image: null } }
        },
      },
    },
    account: {
      create: {
        before: async (account) => {
          const { providerId, userId } = account
          const isNewUser = made.users.getStore()?.some((user) => user.userId === userId) === true
          if (providerId !== 'credential' && !isNewUser) made.links.getStore()?.push({ providerId, userId })
          // We ask a provider once who somebody is, and for nothing later: its tokens are not kept.
          return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } }
        },
      },
    },
    session: {
      create: {
        after: async ({ id, userId }) => {
          for (const hash of made.fitted.getStore() ?? []) await revokeIfPasswordChanged(deps.db, { id, userId, hash })
        },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks']
}

async function verifyAndRecord(o: { hash: string; password: string }, made: RequestContext): Promise<boolean> {
  const fits = await verifyPassword(o)
  if (fits) made.fitted.getStore()?.push(o.hash)
  return fits
}

/**
 * Looking at a password takes a while, in which another one may be set and all sessions ended: one that was begun with
 * the password before ends too.
 * @throws APIError as for a wrong password
 */
async function revokeIfPasswordChanged(db: Db, o: { id: string; userId: string; hash: string }): Promise<void> {
  if (await isCurrentPassword(db, o)) return
  await db.$client.query('delete from sessions where id = $1', [o.id])
  throw APIError.from('UNAUTHORIZED', BASE_ERROR_CODES.INVALID_EMAIL_OR_PASSWORD)
}

/** What went to the provider in the signed state, and came back with the person. */
async function readPopupExtras(): Promise<Pick<CreatedUser, 'extras'> | undefined> {
  const state: Readonly<Record<string, unknown>> | null = await getOAuthState()
  return state === null ? undefined : { extras: SignUpExtras.parse(state['extras']) }
}

/**
 * The database with our transactions in place of drizzle's, so that what belongs to a new user is written in the
 * transaction that makes the user: Better Auth's own `after` hooks run when it has committed, too late for a kill
 * between the two.
 */
function bindTransactions(deps: AuthDeps, made: RequestContext): NodePgDatabase {
  const run = <T>(work: (tx: NodePgDatabase) => Promise<T>): Promise<T> =>
    transaction(
      deps.db,
      async (tx) => {
        const users: CreatedUser[] = []
        const result = await made.users.run(users, () => work(drizzle(tx.$client)))
        for (const user of users) {
          await deps.onUserCreated(tx, user)
          await sendVerificationMail(tx, deps, user.userId)
        }
        return result
      },
      // Cookies that were set, and hooks that wait for the end, would be there twice.
      { once: true },
    )
  return Object.create(drizzle(deps.db.$client), { transaction: { value: run } })
}
