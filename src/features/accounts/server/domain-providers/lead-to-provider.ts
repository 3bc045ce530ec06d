import type { Queryable } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { domainOf } from '../../model/index.ts'
import type { ProviderOfDomain } from './domain-provider-rows.ts'
import type { DomainProviders } from './open-domain-providers.ts'

type Deps = { readonly db: Queryable; readonly domainProviders: Pick<DomainProviders, 'ofAddress'> }

/**
 * Leads people whose domain requires its provider there, the same with and without an account.
 * @throws AppError `forbidden` with `details.providerId` and `details.providerName`, which the log-in page offers
 */
export async function requireNoProvider({ db, domainProviders }: Deps, email: string): Promise<void> {
  const provider = await domainProviders.ofAddress(db, email)
  if (provider?.isRequired !== true) return
  throw new AppError(
    'forbidden',
    `Addresses of ${domainOf(email)} log in with ${provider.name}: choose “Continue with ${provider.name}” on the log-in page.`,
    {
      field: 'email',
      ...detailsOf(provider),
    },
  )
}

/** Adds the provider of the domain, if it has one, to the refusal of a log-in. */
export async function withProviderOf(
  { db, domainProviders }: Deps,
  email: string,
  refusal: AppError,
): Promise<AppError> {
  const provider = await domainProviders.ofAddress(db, email)
  if (provider === undefined) return refusal
  return new AppError(refusal.code, refusal.message, { ...refusal.details, ...detailsOf(provider) })
}

/**
 * Keeps addresses in and out of a domain that requires its provider: only the provider proves who owns them.
 * @throws AppError `unprocessable`
 */
export async function requireFreeAddresses(
  { domainProviders }: Omit<Deps, 'db'>,
  q: Queryable,
  { emails, field }: { emails: readonly string[]; field: string },
): Promise<void> {
  for (const email of emails) {
    const provider = await domainProviders.ofAddress(q, email)
    if (provider?.isRequired === true)
      throw new AppError(
        'unprocessable',
        `Addresses of ${domainOf(email)} belong to ${provider.name}, so accounts cannot change from or to them.`,
        { field },
      )
  }
}

function detailsOf({ id, name }: ProviderOfDomain): { providerId: string; providerName: string } {
  return { providerId: id, providerName: name }
}
