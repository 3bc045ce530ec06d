import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { asAppError } from '#platform/web/api.ts'
import { storeAnswer } from '#platform/web/query.ts'
import { toast } from '#platform/web/toasts.tsx'
import type { BillingOverview, Choice } from '../../model/index.ts'
import { billing, billingApi, refreshAfterPayment } from '../billing-queries.ts'

/**
 * Mutations that cancel, resume and change the plan. Each stores the overview that the server returns.
 * @param onDone called on success; the dialog shows a refusal of `cancel` and `change`
 */
export function usePlanChanges(onDone: () => void) {
  const client = useQueryClient()
  const settled = {
    onSuccess: (overview: BillingOverview) => {
      void storeOverview(client, overview)
      onDone()
    },
  }
  return {
    cancel: useMutation({ mutationFn: () => billingApi.cancel(), ...settled }),
    resume: useMutation({
      mutationFn: () => billingApi.resume(),
      ...settled,
      onError: (error) => void toast.error(asAppError(error).message),
    }),
    change: useMutation({ mutationFn: (choice: Choice) => billingApi.changePlan(choice), ...settled }),
  }
}

async function storeOverview(client: QueryClient, overview: BillingOverview): Promise<void> {
  await storeAnswer(client, billing.overview.queryKey(), overview)
  await refreshAfterPayment(client)
}
