import { type QueryClient, useQuery } from '@tanstack/react-query'
import { apiQueries } from '#platform/web/api.ts'
import type { Account, accountsContract } from '../model/contract.ts'

const accounts = apiQueries<typeof accountsContract>('accounts')

/** The signed-in user's account; null for a visitor. Pending in the server's HTML, which knows no user. */
export function useAccount() {
  return useQuery(accounts.me.queryOptions({ staleTime: 60_000, refetchOnWindowFocus: true }))
}

/** Asks again who is signed in; the answer reaches every page. */
export async function refreshAccount(client: QueryClient): Promise<Account | null> {
  return client.fetchQuery(accounts.me.queryOptions({ staleTime: 0 }))
}

/** Forgets everything a signed-out user saw (spec §4: logout clears the user data). */
export function forgetAccount(client: QueryClient): void {
  client.clear()
  client.setQueryData(accounts.me.queryKey(), null)
}
