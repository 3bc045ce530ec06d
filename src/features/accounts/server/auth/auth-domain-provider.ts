import { APIError } from '@better-auth/core/error'
import { type Db, type Queryable, transaction } from '#platform/server/db.ts'
import type { DefectLog } from '#platform/server/http.ts'
import { domainOf } from '../../model/index.ts'
import type { DomainProviders } from '../domain-providers/open-domain-providers.ts'
import { clearUnprovedAccount } from '../domain-providers/unproved-account.ts'
import type { ProviderSettings } from '../providers/providers.ts'

/** The code of a refusal: addresses of this domain sign in with the provider of their organisation. */
export const PROVIDER_REQUIRED = 'PROVIDER_REQUIRED'
/** The code of a refusal: another provider is set for the domain of this account. */
export const PROVIDER_OF_OTHERS = 'PROVIDER_OF_OTHERS'

/** The dependencies of signing in with the provider of an organisation. */
export type DomainDeps = { readonly db: Db; readonly log: DefectLog }

/**
 * Checks that a provider may vouch for somebody, before Better Auth looks for their account. An account that somebody
 * opened with the address without proving it is then cleared of every way in that they may have made.
 * @throws APIError for an address that is unverified or of another domain
 */
export async function admitToDomain(
  { db }: DomainDeps,
  { name, domains = [] }: ProviderSettings,
  { email, emailVerified }: { email?: string; emailVerified: boolean },
): Promise<void> {
  // Better Auth explains that it is missing.
  if (email === undefined) return
  if (!domains.includes(domainOf(email)))
    throw refused(`${name} does not manage the address ${email}. Use one of ${domains.join(', ')}.`)
  if (!emailVerified) throw refused(`${name} has not verified the address ${email}. Ask its administrator to do so.`)
  await transaction(db, (tx) => clearUnprovedAccount(tx, email))
}

function refused(message: string): APIError {
  return new APIError('FORBIDDEN', { code: 'PROVIDER_REFUSED', message })
}

/** Which provider a request signs in with; undefined for passwords, passkeys and providers for everybody. */
type Way = { readonly rules: Pick<DomainProviders, 'ofAddress'>; readonly using: string | undefined }

/** Refuses a new account, or a session, other than through the provider that its domain requires. @throws APIError */
export async function refuseOtherWays(q: Queryable, email: string, { rules, using }: Way): Promise<void> {
  const required = await rules.ofAddress(q, email)
  if (required?.isRequired !== true || required.id === using) return
  throw new APIError('FORBIDDEN', { code: PROVIDER_REQUIRED, message: requiredSentence(email, required) })
}

/**
 * Refuses to join an account to a provider that claims its address, if its domain has one of its own.
 * @throws APIError
 */
export async function refuseForeignProvider(
  q: Queryable,
  email: string,
  { rules, providerId }: Pick<Way, 'rules'> & { providerId: string },
): Promise<void> {
  const own = await rules.ofAddress(q, email)
  if (own === undefined || own.id === providerId) return
  throw new APIError('FORBIDDEN', { code: PROVIDER_OF_OTHERS, message: requiredSentence(email, own) })
}

/** What somebody reads who tries another way. */
export function requiredSentence(email: string, { name }: { name: string }): string {
  return `Addresses of ${domainOf(email)} log in with ${name}: enter yours in the log-in form, and choose “Continue with ${name}”.`
}
