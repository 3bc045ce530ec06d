import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiClient, apiQueries } from '#platform/web/api.ts'
import { storeAnswer } from '#platform/web/query.ts'
import type { referralsContract } from '../model/contract.ts'

const client = apiClient<typeof referralsContract>('referrals')
const referrals = apiQueries<typeof referralsContract>('referrals')

/** The filters of a list of referrals. */
export type Filters = { readonly status?: 'pending' | 'converted'; readonly month?: string }

/** The data of the dashboard. */
export function useDashboard() {
  return useQuery(referrals.dashboard.queryOptions({ staleTime: 30_000, refetchOnWindowFocus: true }))
}

/** Referrals, newest first, page by page. */
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

/** A referral from click to payout. */
export function useTimeline(referralId: string) {
  return useQuery(referrals.timeline.queryOptions({ input: { referralId } }))
}

/** The affiliate's payout settings; null if there are none. */
export function usePayoutSettings() {
  return useQuery(referrals.payoutSettings.queryOptions())
}

/** Stores the affiliate's payout settings. */
export function useSavePayoutSettings() {
  const queryClient = useQueryClient()
  return useMutation(
    referrals.savePayoutSettings.mutationOptions({
      onSuccess: async (settings) => {
        await storeAnswer(queryClient, referrals.payoutSettings.queryKey(), settings)
        void queryClient.invalidateQueries({ queryKey: referrals.dashboard.key() })
      },
    }),
  )
}

/** Payouts, newest first. */
export function usePayouts() {
  return useQuery(referrals.payouts.queryOptions())
}

/** A payout with its lines. */
export function useStatement(payoutId: string) {
  return useQuery(referrals.statement.queryOptions({ input: { payoutId } }))
}

const FIRST_PAGE: string | null = null
