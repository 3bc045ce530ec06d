import { hashKey, type QueryClient, type QueryFunctionContext, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiClient, apiQueries, asAppError } from '#platform/web/api.ts'
import { refetchAnswers, storeAnswer } from '#platform/web/query.ts'
import { toast } from '#platform/web/toasts.tsx'
import type { Account, accountsContract } from '../model/contract.ts'
import { onSessionChange, announceSessionChange } from './session-channel.ts'

/** The feature's procedures as queries and mutations. */
export const accounts = apiQueries<typeof accountsContract>('accounts')
/** The feature's procedures as plain calls. */
export const accountsApi = apiClient<typeof accountsContract>('accounts')

/** The signed-in user's account; null for a visitor. Pending in the server's HTML, which is the same for everybody. */
export function useAccount() {
  return useQuery({ ...ME, staleTime: 60_000, refetchOnWindowFocus: true })
}

/** Asks for the account before the page does. @returns whether somebody is signed in; false if the answer failed */
export async function prefetchAccount(client: QueryClient): Promise<boolean> {
  await client.prefetchQuery(ME)
  return Boolean(client.getQueryData(ME.queryKey))
}

/**
 * Reloads the account when another page of this browser logs in or out, and when a call is refused because the session
 * has ended; the guard then shows the log-in. Use once per page.
 */
export function useSessionSync(): void {
  const client = useQueryClient()
  useEffect(() => {
    const subscriptions = [onSessionChange(() => void refetchAnswers(client, ME.queryKey)), watchUnauthorized(client)]
    return () => subscriptions.forEach((unsubscribe) => unsubscribe())
  }, [client])
}

/** The providers on offer; empty while loading. */
export function useProviders() {
  const { data } = useQuery(accounts.providers.queryOptions({ staleTime: Infinity }))
  return data ?? []
}

/** Reloads the account, also in the browser's other pages. */
export async function refreshAccount(client: QueryClient): Promise<Account | null> {
  // Cancel a request in flight: its outdated response would replace the new one.
  await client.cancelQueries({ queryKey: accounts.me.queryKey() })
  const account = await client.fetchQuery({ ...ME, staleTime: 0 })
  announceSessionChange()
  return account
}

/** Stores the account as returned by a call. */
export function showAccount(client: QueryClient, account: Account): Promise<void> {
  return storeAnswer(client, accounts.me.queryKey(), account)
}

/** Clears all user data (spec §4: logout clears the user data), also in the browser's other pages. */
export function forgetAccount(client: QueryClient): void {
  clearAccountCache(client)
  announceSessionChange()
}

/**
 * Runs an action of a signed-in user. If the session has ended it says so (spec §8: 'No user logged in') and reloads
 * the account, so that the guard shows the log-in. It rethrows the refusal.
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

const ME = { ...accounts.me.queryOptions(), queryFn: fetchAccount }

/**
 * Loads the signed-in user. A session can change without this page: in another tab, on another device, by expiry. The
 * data of the previous user is then cleared.
 */
async function fetchAccount({ client, signal }: QueryFunctionContext): Promise<Account | null> {
  const account = await accountsApi.me(undefined, { signal })
  const before = client.getQueryData(ME.queryKey)
  if (before && account === null) clearAccountCache(client)
  else if (before && before.id !== account?.id) void client.resetQueries({ predicate: isNotMe })
  return account
}

function clearAccountCache(client: QueryClient): void {
  // Set the account first: components then stop requesting user data.
  client.setQueryData(ME.queryKey, null)
  client.removeQueries({ predicate: isNotMe })
}

function isNotMe({ queryHash }: { queryHash: string }): boolean {
  return queryHash !== hashKey(ME.queryKey)
}

/** @returns unsubscribe */
function watchUnauthorized(client: QueryClient): () => void {
  const onEvent = (event: { type: string; action?: { type: string; error?: unknown } }) => {
    if (event.action?.type !== 'error' || asAppError(event.action.error).code !== 'unauthorized') return
    // Concurrent refusals share one reload, and a visitor needs none.
    if (!client.getQueryData(ME.queryKey)) return
    void client.refetchQueries({ queryKey: ME.queryKey }, { cancelRefetch: false })
  }
  const subscriptions = [client.getQueryCache().subscribe(onEvent), client.getMutationCache().subscribe(onEvent)]
  return () => subscriptions.forEach((unsubscribe) => unsubscribe())
}
