import type { AsyncLocalStorage } from 'node:async_hooks'
import { APIError, BASE_ERROR_CODES } from '@better-auth/core/error'
import type { BetterAuthOptions } from 'better-auth'
import { getOAuthState } from 'better-auth/api'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import { SignUpExtras } from '../../model/index.ts'
import { activeUser } from '../accounts.ts'
import { ADDRESS_REFUSED } from './auth-names.ts'
import { refuseForeignProvider, refuseOtherWays } from './auth-domain-provider.ts'
import { refuseSuspended } from './auth-passkeys.ts'
import { refuseUnchallenged } from './auth-second-factor.ts'
import type { AuthDeps, CreatedUser } from '../deps.ts'
import type { DomainProviders } from '../domain-providers/open-domain-providers.ts'
import type { ProviderSettings } from '../providers/providers.ts'
import { isCurrentPassword } from '../reauthentication.ts'

/** A provider that has just been linked to an existing account. */
export type LinkedIdentity = { readonly providerId: string; readonly userId: string }
/** What Better Auth's hooks record during one request. */
export type RequestContext = {
  /** The open transaction. */
  readonly transaction: AsyncLocalStorage<Tx>
  /** The users created in the open transaction. */
  readonly users: AsyncLocalStorage<CreatedUser[]>
  /** The sign-up data of the request. */
  readonly signUp: AsyncLocalStorage<Omit<CreatedUser, 'userId'>>
  readonly links: AsyncLocalStorage<LinkedIdentity[]>
  /** The provider of an organisation with which the request signs in. */
  readonly provider: AsyncLocalStorage<ProviderSettings>
  /** The password hashes that matched the request's password. */
  readonly matchedHashes: AsyncLocalStorage<string[]>
}

/**
 * The dependencies of hooks. They have no pool: most run while a transaction is open, and a second connection for each
 * of many sign-ups would block them all.
 */
export type HookDeps = Pick<AuthDeps, 'newId' | 'addressProblem'> & {
  /** The open transaction, or the pool outside one. */
  readonly queryable: () => Queryable
  readonly domainProviders: Pick<DomainProviders, 'ofAddress'>
}

/** What happens with each new user, identity and session. */
export function databaseHooks(deps: HookDeps, request: RequestContext) {
  const { queryable } = deps
  /** How this request signs in. */
  const way = () => ({ rules: deps.domainProviders, using: request.provider.getStore()?.id })
  return {
    user: {
      create: {
        // Choose the id here, so that the transaction knows the new user before it commits.
        before: async (user) => {
          await refuseAddress(queryable(), deps, user.email)
          await refuseOtherWays(queryable(), user.email, way())
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
          if (providerId !== 'credential' && !isNewUser) {
            await refuseForeign(queryable(), { providerId, userId, rules: deps.domainProviders })
            request.links.getStore()?.push({ providerId, userId })
          }
          // The provider is only asked once who the user is, so its tokens are not stored.
          return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } }
        },
      },
    },
    session: {
      create: {
        before: async ({ userId }, context) => {
          await refuseUnchallenged(queryable(), { userId, path: context?.path })
          await refuseSuspended(queryable(), { userId, path: context?.path })
          await refuseSession(queryable(), userId, way())
        },
        after: async ({ id, userId }) => {
          for (const hash of request.matchedHashes.getStore() ?? [])
            await revokeIfPasswordChanged(queryable(), { id, userId, hash })
        },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks']
}

/** Refuses an account that nothing refused before, such as one at a provider. @throws APIError */
async function refuseAddress(q: Queryable, { addressProblem }: HookDeps, email: string): Promise<void> {
  const message = await addressProblem(q, email)
  if (message !== undefined) throw new APIError('UNPROCESSABLE_ENTITY', { code: ADDRESS_REFUSED, message })
}

async function refuseForeign(
  q: Queryable,
  { userId, ...o }: { userId: string } & Parameters<typeof refuseForeignProvider>[2],
): Promise<void> {
  const user = await activeUser(q, { id: userId })
  if (user !== undefined) await refuseForeignProvider(q, user.email, o)
}

async function refuseSession(q: Queryable, userId: string, way: Parameters<typeof refuseOtherWays>[2]): Promise<void> {
  const user = await activeUser(q, { id: userId })
  if (user !== undefined) await refuseOtherWays(q, user.email, way)
}

/**
 * Deletes a session that was opened with an outdated password. Verifying a password takes time; meanwhile a reset may
 * set another one and end all sessions.
 * @throws APIError as for a wrong password
 */
async function revokeIfPasswordChanged(q: Queryable, o: { id: string; userId: string; hash: string }): Promise<void> {
  if (await isCurrentPassword(q, o)) return
  await execute(q, 'delete from sessions where id = $1', [o.id])
  throw APIError.from('UNAUTHORIZED', BASE_ERROR_CODES.INVALID_EMAIL_OR_PASSWORD)
}

/** Reads the sign-up data from the provider's signed state. */
async function readPopupExtras(): Promise<Pick<CreatedUser, 'extras'> | undefined> {
  const state: Readonly<Record<string, unknown>> | null = await getOAuthState()
  return state === null ? undefined : { extras: SignUpExtras.parse(state['extras']) }
}
