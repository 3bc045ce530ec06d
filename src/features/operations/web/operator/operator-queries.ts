import { useQuery, useQueryClient } from '@tanstack/react-query'
import { apiClient, apiQueries } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { asAppError } from '#platform/web/app-error.ts'
import type { operatorContract } from '../../model/operator-contract.ts'

/** The operator's procedures as plain calls. */
export const operatorApi = apiClient<typeof operatorContract>('operator')
/** The operator's procedures as queries, under one key, so that every action refreshes every list. */
export const operatorQueries = apiQueries<typeof operatorContract>('operator')

/** The signed-in user's role as an operator; `data` is undefined while loading. @param o.enabled false asks later */
export function useOperator({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery(operatorQueries.me.queryOptions({ staleTime: 60_000, enabled }))
}

/**
 * Acts, confirms and reloads everything. A refusal is rethrown to the form. An action that leaves the page reloads
 * nothing of it, which may be gone: the next page loads its own.
 */
export function useActionDone(): (work: Promise<unknown>, message: string, o?: { leaves: boolean }) => Promise<void> {
  const queryClient = useQueryClient()
  return async (work, message, { leaves } = { leaves: false }) => {
    try {
      await work
      toast.success(message)
    } catch (error) {
      throw asAppError(error)
    } finally {
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) => isOperators(queryKey),
        refetchType: leaves ? 'none' : 'active',
      })
    }
  }
}

function isOperators([path]: readonly unknown[]): boolean {
  return Array.isArray(path) && path[0] === 'operator' && path[1] !== 'me'
}
