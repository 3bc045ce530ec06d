import { type QueryClient, useQuery } from '@tanstack/react-query'
import { apiQueries } from '#platform/web/api.ts'
import { refetchAnswers } from '#platform/web/query.ts'
import type { creditsContract } from '../model/contract.ts'

/** The polling interval while credits are held for running work, in milliseconds. */
const HELD_POLL_MS = 4_000

const credits = apiQueries<typeof creditsContract>('credits')

/** The signed-in user's balance. @param enabled false for a visitor */
export function useBalance(enabled = true) {
  return useQuery(
    credits.balance.queryOptions({
      enabled,
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      // A job that ends while another page is open spends or releases its hold.
      refetchInterval: ({ state }) => (state.data !== undefined && state.data.held > 0 ? HELD_POLL_MS : false),
    }),
  )
}

/** Reloads the balance everywhere, after a hold, a charge or a release. */
export function refreshBalance(client: QueryClient): Promise<void> {
  return refetchAnswers(client, credits.balance.key())
}
