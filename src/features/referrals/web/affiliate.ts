import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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
    queryKey: keyOf(account?.id),
    queryFn: () => client.affiliate(),
    enabled: Boolean(account),
    staleTime: 60_000,
  })
  return account ? affiliate.data : account
}

/** Makes the signed-in user an affiliate. */
export function useJoin() {
  const queryClient = useQueryClient()
  const { data: account } = useAccount()
  return useMutation(
    referrals.join.mutationOptions({
      onSuccess: (affiliate) => remember(queryClient, account?.id, affiliate),
    }),
  )
}

function remember(queryClient: QueryClient, userId: string | undefined, affiliate: Affiliate): void {
  queryClient.setQueryData(keyOf(userId), affiliate)
}

/** One record for each person who uses this browser. */
function keyOf(userId: string | undefined) {
  return [...referrals.affiliate.key(), userId ?? 'nobody']
}
