import { domainOf, domainsAbove } from '#features/accounts/model/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import { targetsOf } from '../model/index.ts'
import { findBlocked } from './block-rows.ts'
import { type DisposableSettings, readDisposableDomains } from './disposable-domains.ts'

const BLOCKED = 'This address can’t be used here. Use another one, or contact us if you think that is a mistake.'
const DISPOSABLE = 'Addresses of throw-away providers can’t be used here. Use an address that you will keep.'

/** Which addresses accounts may have. */
export type AddressRules = ReturnType<typeof openAddressRules>

/** Opens the rules about addresses. @throws Error as {@link readDisposableDomains} */
export function openAddressRules(env: DisposableSettings) {
  const disposable = readDisposableDomains(env)
  const isDisposable = (domain: string): boolean => domainsAbove(domain).some((one) => disposable.has(one))
  return {
    /** Whether addresses of throw-away providers are refused. */
    refusesDisposable: env.DISPOSABLE_ADDRESSES === 'refuse',
    /** Whether a domain or one above is on the list of refused providers. */
    isDisposable,

    /** Why no account can get this address, as a sentence for its owner; undefined if one can. */
    async problemOf(q: Queryable, email: string): Promise<string | undefined> {
      if ((await findBlocked(q, targetsOf(email))) !== undefined) return BLOCKED
      return isDisposable(domainOf(email)) ? DISPOSABLE : undefined
    },
  }
}
