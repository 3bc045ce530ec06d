import { type QueryClient, useQuery } from '@tanstack/react-query'
import { apiQueries } from '#platform/web/api.ts'
import { askAgain } from '#platform/web/query.tsx'
import type { creditsContract } from '../model/contract.ts'

/** Milliseconds between questions while credits are held for work under way. */
const HELD_POLL_MS = 4_000

const credits = apiQueries<typeof creditsContract>('credits')

/** What the signed-in user can spend now. @param enabled false for a visitor, who has none */
export function useBalance(enabled = true) {
  return useQuery(
    credits.balance.queryOptions({
      enabled,
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      // A job that ends while another page is open uses or frees what it held.
      refetchInterval: ({ state }) => (state.data !== undefined && state.data.held > 0 ? HELD_POLL_MS : false),
    }),
  )
}

/** Asks for the balance again wherever it is shown: after a hold, a charge or a release. */
export function refreshBalance(client: QueryClient): Promise<void> {
  return askAgain(client, credits.balance.key())
}
