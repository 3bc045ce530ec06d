import { type Db, sqlState, type Tx } from '#platform/server/db.ts'
import type { Caller } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type DomainProvider, DOMAIN_PROVIDERS_MAX, type DomainProviderSettings } from '../../model/index.ts'
import { ProviderFailure } from '../providers/ask-provider.ts'
import { encryptSecret } from '../auth-secrets.ts'
import { endSessionsOfDomains } from '../sessions.ts'
import { checkIssuer } from './discover.ts'
import {
  deleteDomainProvider,
  deleteIdentitiesOf,
  findDomainProvider,
  insertDomainProvider,
  listDomainProviders,
  type StoredDomainProvider,
  updateDomainProvider,
} from './domain-provider-rows.ts'
import type { DomainProviderRules } from './open-domain-providers.ts'

type Deps = DomainProviderRules & {
  readonly db: Db
  readonly secret: string
  readonly now: () => Date
  /** The public origin of the site. */
  readonly publicUrl: string
}

/** What an operator saves; without a secret, the stored one stays. */
export type SavedProvider = DomainProviderSettings & { readonly clientSecret?: string | undefined }

/** Operators' ways to set up the providers of organisations. */
export type DomainProviderAdministration = ReturnType<typeof openDomainProviderAdministration>

const UNIQUE_VIOLATION = '23505'

/** Opens the administration. The caller has checked that it acts for an operator, and records it. */
export function openDomainProviderAdministration(deps: Deps) {
  const { db, isOn, publicUrl } = deps
  return {
    /** Whether the environment lets them be used, and the redirect address of each without its last part. */
    facts: { isOn, callback: `${publicUrl}/api/auth/callback/` },

    async list(): Promise<DomainProvider[]> {
      return (await listDomainProviders(db)).map(shown)
    },

    /** One as it is now, locked; undefined without one. */
    async lock(tx: Tx, id: string): Promise<DomainProvider | undefined> {
      const stored = await findDomainProvider(tx, id, { lock: true })
      return stored && shown(stored)
    },

    /** Reads what a sign-in needs from an issuer. @throws AppError `unprocessable` with the reason */
    check: (issuer: string) => check(deps, issuer),

    /** @throws AppError `conflict` if another provider has one of the domains, or there are too many */
    add: (tx: Tx, id: string, saved: SavedProvider) => refuseTaken(add(tx, deps, id, saved)),

    /** @throws AppError `conflict` if another provider has one of the domains, or somebody changed it since */
    change: (tx: Tx, o: { id: string; changedAt: string; saved: SavedProvider }) => refuseTaken(change(tx, deps, o)),

    /** Logs out everybody with an address of these domains, except in the caller's session. @returns ended sessions */
    endSessions: (tx: Tx, domains: readonly string[], { sessionId }: Caller): Promise<number> =>
      endSessionsOfDomains(tx, { domains, except: sessionId }),

    /** Accounts that signed in with it stay, and can set a password. */
    async remove(tx: Tx, id: string): Promise<void> {
      await deleteIdentitiesOf(tx, id)
      await deleteDomainProvider(tx, id)
    },
  }
}

async function check({ allowPrivate }: Deps, issuer: string): Promise<{ authorizationUrl: string }> {
  try {
    const { authorizationUrl } = await checkIssuer(issuer, { allowPrivate })
    return { authorizationUrl }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    throw new AppError('unprocessable', `The provider cannot be used: ${error.message}.`, { field: 'issuer' })
  }
}

async function add(tx: Tx, deps: Deps, id: string, saved: SavedProvider): Promise<void> {
  if (saved.clientSecret === undefined)
    throw new AppError('unprocessable', 'Enter the client secret.', { field: 'clientSecret' })
  if ((await listDomainProviders(tx)).length >= DOMAIN_PROVIDERS_MAX)
    throw new AppError('conflict', `There are ${DOMAIN_PROVIDERS_MAX} providers already.`)
  const clientSecret = await encryptSecret(deps.secret, saved.clientSecret)
  if (!(await insertDomainProvider(tx, { ...saved, id, clientSecret, at: deps.now() })))
    throw new AppError('conflict', `Another provider has the redirect address of ${id}. Enter another domain first.`, {
      field: 'domains',
    })
}

async function change(
  tx: Tx,
  deps: Deps,
  { id, changedAt, saved }: { id: string; changedAt: string; saved: SavedProvider },
): Promise<void> {
  const stored = await findDomainProvider(tx, id, { lock: true })
  if (stored?.changedAt.toISOString() !== changedAt)
    throw new AppError('conflict', 'Somebody else changed this provider meanwhile. Load the page again.')
  // A secret goes only where it was meant to go.
  if (saved.clientSecret === undefined && saved.issuer !== stored.issuer)
    throw new AppError('unprocessable', 'Enter the client secret of the new issuer.', { field: 'clientSecret' })
  const clientSecret =
    saved.clientSecret === undefined ? stored.clientSecret : await encryptSecret(deps.secret, saved.clientSecret)
  if (saved.issuer !== stored.issuer) await deleteIdentitiesOf(tx, id)
  // A moment of its own, so that a second change from the same page is refused.
  const at = new Date(Math.max(deps.now().getTime(), stored.changedAt.getTime() + 1))
  await updateDomainProvider(tx, { ...saved, id, clientSecret, at })
}

/** The unique key refuses a domain that another provider has. */
async function refuseTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    throw new AppError('conflict', 'Another provider has one of these domains.', { field: 'domains' })
  }
}

/** Without the secret. */
function shown({ clientSecret: _secret, changedAt, ...provider }: StoredDomainProvider): DomainProvider {
  return { ...provider, changedAt: changedAt.toISOString() }
}
