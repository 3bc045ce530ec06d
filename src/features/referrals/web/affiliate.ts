import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#features/accounts/web/index.ts'
import { apiClient, apiQueries } from '#platform/web/api.ts'
import type { Affiliate, referralsContract } from '../model/contract.ts'

const client = apiClient<typeof referralsContract>('referrals')
const referrals = apiQueries<typeof referralsContract>('referrals')

/**
 * The signed-in user's affiliate record: null for a visitor and for a user who has none, undefined while that is not
 * known. It belongs to the account, so it is gone in the same moment as that (spec §4).
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

/** What the user applied with; null when they never did. Asked for only where nobody let them in yet. */
export function useApplication() {
  return useQuery(referrals.application.queryOptions())
}

/** Where it is kept: one record for each person who uses this browser. */
export function affiliateKey(userId: string | undefined) {
  return referrals.affiliate.queryKey({ queryKey: [...referrals.affiliate.key(), userId ?? 'nobody'] })
}
