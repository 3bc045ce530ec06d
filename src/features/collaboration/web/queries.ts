import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQueries } from '#platform/web/api.ts'
import { showAnswer } from '#platform/web/query.tsx'
import type { collaborationContract, Team } from '../model/contract.ts'

const collaboration = apiQueries<typeof collaborationContract>('collaboration')

/** Who works on the user's videos, and who is asked to. */
export function useTeam() {
  return useQuery(collaboration.team.queryOptions({ staleTime: 0 }))
}

/** What an owner does about their team; each answer is the team as it is afterwards. */
export function useTeamMutation() {
  const client = useQueryClient()
  const onSuccess = (team: Team) => showAnswer(client, collaboration.team.queryKey(), team)
  // Another device may have been quicker: the list then shows what there is.
  const onError = () => client.invalidateQueries({ queryKey: collaboration.team.key() })
  return {
    invite: useMutation(collaboration.invite.mutationOptions({ onSuccess, onError })),
    resend: useMutation(collaboration.resend.mutationOptions({ onSuccess, onError })),
    revoke: useMutation(collaboration.revoke.mutationOptions({ onSuccess, onError })),
    changeRole: useMutation(collaboration.changeRole.mutationOptions({ onSuccess, onError })),
    remove: useMutation(collaboration.remove.mutationOptions({ onSuccess, onError })),
  }
}

/** Whose videos the user works on. */
export function useMemberships() {
  return useQuery(collaboration.memberships.queryOptions({ staleTime: 0 }))
}

/** Gives up the access to somebody's videos; everything on the page is asked for again. */
export function useLeave() {
  const client = useQueryClient()
  return useMutation(collaboration.leave.mutationOptions({ onSuccess: () => client.invalidateQueries() }))
}

/** What the link of an invitation is about; nothing is asked without one. */
export function useInvitation(invitationId: string | undefined) {
  return useQuery(
    collaboration.invitation.queryOptions({
      input: { invitationId: invitationId ?? '' },
      enabled: invitationId !== undefined && invitationId !== '',
      staleTime: 0,
      retry: false,
    }),
  )
}

/** Accepts an invitation; its page then shows where it stands. */
export function useAccept() {
  const client = useQueryClient()
  return useMutation(
    collaboration.accept.mutationOptions({
      onSettled: () => client.invalidateQueries({ queryKey: collaboration.invitation.key() }),
    }),
  )
}
