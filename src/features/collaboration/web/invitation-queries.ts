import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQueries } from '#platform/web/api.ts'
import type { collaborationContract } from '../model/contract.ts'

const { invitation, accept } = apiQueries<typeof collaborationContract>('collaboration')

/** The invitation of a link; no request without one. */
export function useInvitation(invitationId: string | undefined) {
  return useQuery(
    invitation.queryOptions({
      input: { invitationId: invitationId ?? '' },
      enabled: invitationId !== undefined && invitationId !== '',
      staleTime: 0,
      retry: false,
    }),
  )
}

/** Accepts an invitation; its page then shows the new state. */
export function useAccept() {
  const client = useQueryClient()
  return useMutation(
    accept.mutationOptions({
      onSettled: () => client.invalidateQueries({ queryKey: invitation.key() }),
    }),
  )
}
