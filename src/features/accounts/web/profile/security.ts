import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Provider, Security } from '../../model/contract.ts'
import { accounts, useProviders } from '../session.ts'

/** How the account is kept safe: whether it has a password, and the address that waits for its confirmation. */
export function useSecurity() {
  return useQuery(accounts.security.queryOptions({ staleTime: 30_000, refetchOnWindowFocus: true }))
}

/** The providers this account can be logged in with, and this site still offers. */
export function useOwnProviders({ providers }: Pick<Security, 'providers'>): readonly Provider[] {
  return useProviders().filter(({ id }) => providers.includes(id))
}

/** Asks for everything about the account again. */
export async function refreshProfile(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: accounts.key() })
}
