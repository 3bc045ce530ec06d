import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { asAppError } from '#platform/web/api.ts'
import { storeAnswer } from '#platform/web/query.tsx'
import { toast } from '#platform/web/toasts.tsx'
import type { BillingOverview, Choice } from '../model/index.ts'
import { billing, billingApi, refreshAfterPayment } from './billing-queries.ts'

/**
 * Cancels, resumes and changes a plan, and shows the server's response.
 * @param done called on success; the dialog shows a refusal of `cancel` and `change`
 */
export function usePlanChanges(done: () => void) {
  const client = useQueryClient()
  const settled = {
    onSuccess: (overview: BillingOverview) => {
      void show(client, overview)
      done()
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

async function show(client: QueryClient, overview: BillingOverview): Promise<void> {
  await storeAnswer(client, billing.overview.queryKey(), overview)
  await refreshAfterPayment(client)
}
