import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '#features/accounts/web/index.ts'
import { apiQueries } from '#platform/web/api.ts'
import { storeAnswer } from '#platform/web/query.ts'
import type { referralsContract } from '../model/contract.ts'
import { affiliateKey } from './affiliate.ts'

const referrals = apiQueries<typeof referralsContract>('referrals')

/** Makes the signed-in user an affiliate, or stores their application. */
export function useJoin() {
  const queryClient = useQueryClient()
  const { data: account } = useAccount()
  return useMutation(
    referrals.join.mutationOptions({
      onSuccess: async (affiliate) => {
        await storeAnswer(queryClient, affiliateKey(account?.id), affiliate)
        await queryClient.invalidateQueries({ queryKey: referrals.application.key() })
      },
    }),
  )
}
