import { drizzleAdapter } from '@better-auth/drizzle-adapter'
import type { BetterAuthOptions } from 'better-auth'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { transaction } from '#platform/server/db.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../../model/index.ts'
import { sendVerificationMail } from '../credentials/addresses.ts'
import { CLIENT_ADDRESS_HEADER, POPUP_RETURN_PATH } from './auth-names.ts'
import { databaseHooks, type HookDeps, type RequestContext } from './auth-hooks.ts'
import { verifyPassword } from '../auth-passwords.ts'
import { providerPlugin } from './auth-provider.ts'
import { isRefusedPasskey, passkeyPlugin } from './auth-passkeys.ts'
import { secondFactorPlugin } from './auth-second-factor.ts'
import type { AuthDeps, CreatedUser } from '../deps.ts'
import { RATE_LIMITS, rateLimitStorage } from '../rate-limit.ts'
import { authSchema } from './tables.ts'

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
    plugins: [providerPlugin(deps.providers, deps, request.provider), secondFactorPlugin(), passkeyPlugin(deps)],
    session: SESSIONS,
    databaseHooks: databaseHooks(hookDepsOf(deps, request), request),
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

/** What hooks may use: the open transaction, or the pool outside one. They get no way to the pool inside one. */
function hookDepsOf({ db, newId, addressProblem, domainProviders }: AuthDeps, request: RequestContext): HookDeps {
  const { ofAddress } = domainProviders
  return {
    queryable: () => request.transaction.getStore() ?? db,
    newId,
    addressProblem,
    domainProviders: { ofAddress },
  }
}

async function verifyAndRecord(o: { hash: string; password: string }, request: RequestContext): Promise<boolean> {
  const fits = await verifyPassword(o)
  if (fits) request.matchedHashes.getStore()?.push(o.hash)
  return fits
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
