import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#features/accounts/web/index.ts'
import { apiClient, apiQueries } from '#platform/web/api.ts'
import type { Affiliate, referralsContract } from '../model/contract.ts'

const client = apiClient<typeof referralsContract>('referrals')
const referrals = apiQueries<typeof referralsContract>('referrals')

/**
 * The signed-in user's affiliate record: null for visitors and other users, undefined while loading. It depends on the
 * account and disappears with it (spec §4).
 */
export function useAffiliate(): Affiliate | null | undefined {
  const { data: account } = useAccount()
  const affiliate = useQuery({
    queryKey: affiliateKey(account?.id),
    queryFn: () => client.affiliate(),
    enabled: Boolean(account),
    staleTime: 60_000,
  })
  return account ? affiliate.data : account
}

/** The user's application; null if there is none. Loaded only for users who are no affiliates. */
export function useApplication() {
  return useQuery(referrals.application.queryOptions())
}

/** The query key of the record, one per user of this browser. */
export function affiliateKey(userId: string | undefined) {
  return referrals.affiliate.queryKey({ queryKey: [...referrals.affiliate.key(), userId ?? 'nobody'] })
}
