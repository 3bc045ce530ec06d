import { hashKey, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiClient, apiQueries, asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import type { Account, accountsContract } from '../model/contract.ts'

/** The feature's procedures as queries and mutations. */
export const accounts = apiQueries<typeof accountsContract>('accounts')
/** The feature's procedures, to call once. */
export const accountsApi = apiClient<typeof accountsContract>('accounts')

/** The signed-in user's account; null for a visitor. Pending in the server's HTML, which knows no user. */
export function useAccount() {
  return useQuery(accounts.me.queryOptions({ staleTime: 60_000, refetchOnWindowFocus: true }))
}

/** The providers one can log in with; none until they are known. */
export function useProviders() {
  const { data } = useQuery(accounts.providers.queryOptions({ staleTime: Infinity }))
  return data ?? []
}

/** Asks again who is signed in; the answer reaches every page. */
export async function refreshAccount(client: QueryClient): Promise<Account | null> {
  // An answer on its way was asked for before: it would be taken for the new one.
  await client.cancelQueries({ queryKey: accounts.me.queryKey() })
  return client.fetchQuery(accounts.me.queryOptions({ staleTime: 0 }))
}

/** Shows the account as a call just answered it. */
export function showAccount(client: QueryClient, account: Account): void {
  client.setQueryData(accounts.me.queryKey(), account)
}

/** Forgets everything a signed-out user saw (spec §4: logout clears the user data). */
export function forgetAccount(client: QueryClient): void {
  // The answer first: what is on the page hears it, and asks for nothing of a user's any more.
  const me = accounts.me.queryKey()
  client.setQueryData(me, null)
  client.removeQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(me) })
}

/**
 * Runs what only a signed-in user may do. When the session has ended meanwhile it says so (spec §8: 'No user logged
 * in') and asks who is there, so that the guard shows the log-in. The refusal is thrown all the same.
 */
export function useWithSession() {
  const client = useQueryClient()
  return async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const refusal = asAppError(error)
      if (refusal.code === 'unauthorized') {
        toast.error(refusal.message)
        await client.invalidateQueries({ queryKey: accounts.me.queryKey() })
      }
      throw refusal
    }
  }
}
