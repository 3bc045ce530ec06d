import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Provider, Security } from '../../model/contract.ts'
import { accounts, useProviders } from '../session.ts'

/** The security settings: whether there is a password, and the unconfirmed address. */
export function useSecurity() {
  return useQuery(accounts.security.queryOptions({ staleTime: 30_000, refetchOnWindowFocus: true }))
}

/** The linked providers that this site still offers. */
export function useOwnProviders({
  providers,
  domainProvider,
}: Pick<Security, 'providers' | 'domainProvider'>): readonly Provider[] {
  const offered = useProviders()
  return [...(domainProvider === null ? [] : [domainProvider]), ...offered].filter(({ id }) => providers.includes(id))
}

/** Reloads all data of the account. */
export async function refreshProfile(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: accounts.key() })
}
