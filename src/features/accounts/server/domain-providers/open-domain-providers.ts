import type { Db, Queryable } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { ProviderFailure } from '../providers/ask-provider.ts'
import { decryptSecret } from '../auth-secrets.ts'
import type { ProviderSettings } from '../providers/providers.ts'
import { discover } from './discover.ts'
import {
  findDomainProvider,
  findProviderOfAddress,
  type ProviderOfDomain,
  type StoredDomainProvider,
} from './domain-provider-rows.ts'

/** Discovered endpoints are read again after this time, in milliseconds. */
const ENDPOINTS_TTL_MS = 5 * 60_000
/** A provider that failed is asked again after this time, in milliseconds. */
const RETRY_AFTER_MS = 15_000

/** How the environment limits the providers of organisations. */
export type DomainProviderRules = {
  /** False ignores them all: every address signs in as if there were none. */
  readonly isOn: boolean
  /** Whether one may be on this machine or in a private network, also without encryption. */
  readonly allowPrivate: boolean
}

/** The rules that the environment sets. */
export function domainProviderRulesOf(
  env: Pick<Env, 'ORGANISATION_SIGN_IN' | 'ORGANISATION_SIGN_IN_ALLOW_PRIVATE'>,
): DomainProviderRules {
  return { isOn: env.ORGANISATION_SIGN_IN === 'on', allowPrivate: env.ORGANISATION_SIGN_IN_ALLOW_PRIVATE }
}

/** The providers of organisations, for those who sign in. */
export type DomainProviders = ReturnType<typeof openDomainProviders>

/** Opens the providers that operators set for domains of addresses. */
export function openDomainProviders(
  deps: DomainProviderRules & { readonly db: Db; readonly secret: string; readonly now: () => Date },
) {
  const { isOn, db } = deps
  const opened = new Map<string, Opened>()
  return {
    /** The provider set for the domain of an address; undefined for most. */
    async ofAddress(q: Queryable, email: string): Promise<ProviderOfDomain | undefined> {
      return isOn ? findProviderOfAddress(q, email) : undefined
    },

    /** One by its id. */
    async byId(id: string): Promise<StoredDomainProvider | undefined> {
      return isOn && id.includes('.') ? findDomainProvider(db, id) : undefined
    },

    /**
     * Makes a provider ready for a sign-in. Many at once share one request, and one that fails is left alone for a while.
     * @throws ProviderFailure if it cannot be reached or is set up wrongly
     */
    open(stored: StoredDomainProvider): Promise<ProviderSettings> {
      const at = deps.now().getTime()
      const version = stored.changedAt.getTime()
      const known = opened.get(stored.id)
      if (known?.version === version && at < known.until) return known.settings
      const settings = readProviderSettings(stored, deps)
      const made = { version, settings, until: at + ENDPOINTS_TTL_MS }
      opened.set(stored.id, made)
      settings.catch(() => {
        made.until = at + RETRY_AFTER_MS
      })
      return settings
    },
  }
}

/** A provider as of one change of it. @property until in milliseconds since 1970 */
type Opened = { readonly version: number; readonly settings: Promise<ProviderSettings>; until: number }

/**
 * Decrypts the secret of a provider and discovers its addresses.
 * @param o.secret the one that signs sessions
 * @throws ProviderFailure if it cannot be reached or is set up wrongly
 */
export async function readProviderSettings(
  { id, name, issuer, clientId, clientSecret, domains, trustsAddresses }: StoredDomainProvider,
  { secret, allowPrivate }: { secret: string; allowPrivate: boolean },
): Promise<ProviderSettings> {
  const decrypted = await decryptSecret(secret, clientSecret)
  if (decrypted === undefined) throw new ProviderFailure('SESSION_SECRET has changed: enter the client secret again')
  const found = await discover(issuer, { allowPrivate })
  return {
    id,
    name,
    issuer,
    clientId,
    clientSecret: decrypted,
    ...found,
    prompts: { again: 'login' },
    allowPrivate,
    domains,
    trustsAddresses,
  }
}
