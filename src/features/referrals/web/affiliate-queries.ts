import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiClient, apiQueries } from '#platform/web/api.ts'
import { showAnswer } from '#platform/web/query.tsx'
import type { referralsContract } from '../model/contract.ts'

const client = apiClient<typeof referralsContract>('referrals')
const referrals = apiQueries<typeof referralsContract>('referrals')

/** Which referrals are listed. */
export type Filters = { readonly status?: 'pending' | 'converted'; readonly month?: string }

/** Everything the dashboard shows. */
export function useDashboard() {
  return useQuery(referrals.dashboard.queryOptions({ staleTime: 30_000, refetchOnWindowFocus: true }))
}

/** Referrals, the newest first, page by page. */
export function useReferrals(filters: Filters) {
  return useInfiniteQuery({
    queryKey: [...referrals.list.key(), filters],
    queryFn: ({ pageParam }) =>
      client.list({ ...filters, limit: 25, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
}

/** One referral from the click to the payout. */
export function useTimeline(referralId: string) {
  return useQuery(referrals.timeline.queryOptions({ input: { referralId } }))
}

/** How the affiliate is paid; null until they said. */
export function usePayoutSettings() {
  return useQuery(referrals.payoutSettings.queryOptions())
}

/** Stores how the affiliate is paid. */
export function useSavePayoutSettings() {
  const queryClient = useQueryClient()
  return useMutation(
    referrals.savePayoutSettings.mutationOptions({
      onSuccess: async (settings) => {
        await showAnswer(queryClient, referrals.payoutSettings.queryKey(), settings)
        void queryClient.invalidateQueries({ queryKey: referrals.dashboard.key() })
      },
    }),
  )
}

/** Payouts, the newest first. */
export function usePayouts() {
  return useQuery(referrals.payouts.queryOptions())
}

/** One payout with its lines. */
export function useStatement(payoutId: string) {
  return useQuery(referrals.statement.queryOptions({ input: { payoutId } }))
}

const FIRST_PAGE: string | null = null
