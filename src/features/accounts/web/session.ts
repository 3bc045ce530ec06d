import { hashKey, type QueryClient, type QueryFunctionContext, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiClient, apiQueries, asAppError } from '#platform/web/api.ts'
import { askAgain, showAnswer } from '#platform/web/query.tsx'
import { toast } from '#platform/web/toasts.tsx'
import type { Account, accountsContract } from '../model/contract.ts'
import { onSessionChange, announceSessionChange } from './session-channel.ts'

/** The feature's procedures as queries and mutations. */
export const accounts = apiQueries<typeof accountsContract>('accounts')
/** The feature's procedures, to call once. */
export const accountsApi = apiClient<typeof accountsContract>('accounts')

/** The signed-in user's account; null for a visitor. Pending in the server's HTML, which knows no user. */
export function useAccount() {
  return useQuery({ ...ME, staleTime: 60_000, refetchOnWindowFocus: true })
}

/**
 * Asks again who is signed in whenever another page of this browser logs somebody in or out, and whenever a call is
 * refused because nobody is: the session ended meanwhile, and the guard leads to the log-in. Once per page.
 */
export function useSessionSync(): void {
  const client = useQueryClient()
  useEffect(() => {
    const ends = [onSessionChange(() => void askAgain(client, ME.queryKey)), watchUnauthorized(client)]
    return () => ends.forEach((end) => end())
  }, [client])
}

/** The providers one can log in with; none until they are known. */
export function useProviders() {
  const { data } = useQuery(accounts.providers.queryOptions({ staleTime: Infinity }))
  return data ?? []
}

/** Asks again who is signed in; the answer reaches every page, and the browser's other pages ask too. */
export async function refreshAccount(client: QueryClient): Promise<Account | null> {
  // An answer on its way was asked for before: it would be taken for the new one.
  await client.cancelQueries({ queryKey: accounts.me.queryKey() })
  const account = await client.fetchQuery({ ...ME, staleTime: 0 })
  announceSessionChange()
  return account
}

/** Shows the account as a call just answered it. */
export function showAccount(client: QueryClient, account: Account): Promise<void> {
  return showAnswer(client, accounts.me.queryKey(), account)
}

/** Forgets everything a signed-out user saw (spec §4: logout clears the user data), in the browser's other pages too. */
export function forgetAccount(client: QueryClient): void {
  clearAccountCache(client)
  announceSessionChange()
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

const ME = { ...accounts.me.queryOptions(), queryFn: fetchAccount }

/**
 * Who is signed in now. A session can end, and another begin, where this page does not see it: in another tab, on
 * another device, at its time. Whoever is there then sees nothing of what the one before them saw.
 */
async function fetchAccount({ client, signal }: QueryFunctionContext): Promise<Account | null> {
  const account = await accountsApi.me(undefined, { signal })
  const before = client.getQueryData(ME.queryKey)
  if (before && account === null) clearAccountCache(client)
  else if (before && before.id !== account?.id) void client.resetQueries({ predicate: isNotMe })
  return account
}

function clearAccountCache(client: QueryClient): void {
  // The answer first: what is on the page hears it, and asks for nothing of a user's any more.
  client.setQueryData(ME.queryKey, null)
  client.removeQueries({ predicate: isNotMe })
}

function isNotMe({ queryHash }: { queryHash: string }): boolean {
  return queryHash !== hashKey(ME.queryKey)
}

/** @returns ends it */
function watchUnauthorized(client: QueryClient): () => void {
  const hear = (event: { type: string; action?: { type: string; error?: unknown } }) => {
    if (event.action?.type !== 'error' || asAppError(event.action.error).code !== 'unauthorized') return
    // Several calls of a page are refused together: one question answers them all, and a visitor's need none.
    if (!client.getQueryData(ME.queryKey)) return
    void client.refetchQueries({ queryKey: ME.queryKey }, { cancelRefetch: false })
  }
  const ends = [client.getQueryCache().subscribe(hear), client.getMutationCache().subscribe(hear)]
  return () => ends.forEach((end) => end())
}
