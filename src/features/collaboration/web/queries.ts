import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQueries } from '#platform/web/api.ts'
import { storeAnswer } from '#platform/web/query.ts'
import type { collaborationContract, Team } from '../model/contract.ts'

const collaboration = apiQueries<typeof collaborationContract>('collaboration')

/** The user's collaborators and pending invitations. */
export function useTeam() {
  return useQuery(collaboration.team.queryOptions({ staleTime: 0 }))
}

/** The owner's changes to the team; each response is the updated team. */
export function useTeamMutation() {
  const client = useQueryClient()
  const onSuccess = (team: Team) => storeAnswer(client, collaboration.team.queryKey(), team)
  // Another device may have changed the team: reload the list.
  const onError = () => client.invalidateQueries({ queryKey: collaboration.team.key() })
  return {
    invite: useMutation(collaboration.invite.mutationOptions({ onSuccess, onError })),
    createDomainLink: useMutation(
      collaboration.createDomainLink.mutationOptions({ onSuccess: ({ team }) => onSuccess(team), onError }),
    ),
    revokeDomainLink: useMutation(collaboration.revokeDomainLink.mutationOptions({ onSuccess, onError })),
    resend: useMutation(collaboration.resend.mutationOptions({ onSuccess, onError })),
    revoke: useMutation(collaboration.revoke.mutationOptions({ onSuccess, onError })),
    changeRole: useMutation(collaboration.changeRole.mutationOptions({ onSuccess, onError })),
    setLimit: useMutation(collaboration.setLimit.mutationOptions({ onSuccess, onError })),
    remove: useMutation(collaboration.remove.mutationOptions({ onSuccess, onError })),
  }
}

/** The owners whose videos the user works on. */
export function useMemberships() {
  return useQuery(collaboration.memberships.queryOptions({ staleTime: 0 }))
}

/** Leaves an owner's team and reloads everything on the page. */
export function useLeave() {
  const client = useQueryClient()
  return useMutation(collaboration.leave.mutationOptions({ onSuccess: () => client.invalidateQueries() }))
}
