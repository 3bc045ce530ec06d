import { type QueryClient, useQuery } from '@tanstack/react-query'
import { refreshAccount } from '#features/accounts/web/index.ts'
import { refreshBalance } from '#features/credits/web/index.ts'
import { apiClient, apiQueries } from '#platform/web/api.ts'
import { refetchAnswers } from '#platform/web/query.ts'
import type { billingContract } from '../model/contract.ts'

/** The feature's procedures as queries. */
export const billing = apiQueries<typeof billingContract>('billing')
/** The feature's procedures as plain calls. */
export const billingApi = apiClient<typeof billingContract>('billing')

/** How long the offers stay fresh, in milliseconds. */
const OFFERS_STALE_MS = 5 * 60_000

/** The query key of the credit history. */
export const CREDIT_HISTORY_KEY = ['credits', 'history']
/** The query key of the invoices. */
export const INVOICES_KEY = ['billing', 'invoices']

/** What is for sale, the same for everybody. */
export function useOffers() {
  return useQuery(billing.plans.queryOptions({ staleTime: OFFERS_STALE_MS }))
}

/** The signed-in user's overview. @param enabled false for a visitor, and if nothing is sold */
export function useOverview(enabled = true) {
  return useQuery(billing.overview.queryOptions({ enabled, staleTime: 10_000, refetchOnWindowFocus: true }))
}

/** The contract and limits of the signed-in user; also on a site that sells nothing. */
export function useTerms() {
  return useQuery(billing.terms.queryOptions({ staleTime: 10_000 }))
}

/** Reloads everything a payment changes: plan, credits, history, invoices. */
export async function refreshAfterPayment(client: QueryClient): Promise<void> {
  await Promise.all([
    refreshAccount(client),
    refreshBalance(client),
    ...[billing.overview.key(), billing.terms.key(), INVOICES_KEY, CREDIT_HISTORY_KEY].map((key) =>
      refetchAnswers(client, key),
    ),
  ])
}
