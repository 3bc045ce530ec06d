import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { billingApi, refreshAfterPayment } from '../billing-queries.ts'

/** How often the page polls before it stops, and the milliseconds between. */
export const MAX_POLLS = 20
const POLL_MS = 1_500

/** Polls one checkout until it is settled or the polls run out, then reloads plan and credits. */
export function useConfirmation(checkoutId: string) {
  const client = useQueryClient()
  const key = ['billing', 'confirmation', checkoutId]
  const confirmation = useQuery({
    queryKey: key,
    queryFn: async () => {
      const answer = await billingApi.confirmCheckout({ checkoutId })
      return { ...answer, polls: pollCount(client, key) + 1 }
    },
    enabled: checkoutId !== '',
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'open' && data.polls < MAX_POLLS ? POLL_MS : false),
  })
  const isDone = confirmation.data?.state === 'done'
  useEffect(() => {
    if (isDone) void refreshAfterPayment(client)
  }, [isDone, client])
  return confirmation
}

function pollCount(client: QueryClient, key: string[]): number {
  return client.getQueryData<{ polls: number }>(key)?.polls ?? 0
}
