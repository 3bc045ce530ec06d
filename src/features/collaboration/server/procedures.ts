import { authed, implementContract } from '#platform/server/rpc.ts'
import { collaborationContract, type Team } from '../model/index.ts'
import { acceptInvitation, viewInvitation } from './accept-invitation.ts'
import { listMemberships } from './collaborator-rows.ts'
import type { CollaborationDeps } from './deps.ts'
import { createDomainLink, joinByDomainLink, revokeDomainLink, viewDomainLink } from './domain-links.ts'
import { leaveTeam } from './leave-team.ts'
import { consumeLinkLimit } from './limits.ts'
import { readTeam } from './read-team.ts'
import { setMonthlyLimit } from './spending-limit.ts'
import { changeRole, invite, remove, resend, revoke } from './team.ts'

/** Implements `collaborationContract`. */
export function collaborationProcedures(deps: CollaborationDeps) {
  const open = implementContract(collaborationContract)
  const rpc = open.use(authed)
  const then = async (done: Promise<void>, ownerId: string): Promise<Team> => {
    await done
    return readTeam(deps, ownerId)
  }
  return {
    team: rpc.team.handler(({ context: { caller } }) => readTeam(deps, caller.userId)),

    invite: rpc.invite.handler(({ context: { caller }, input }) =>
      then(invite(deps, caller.userId, input), caller.userId),
    ),
    createDomainLink: rpc.createDomainLink.handler(async ({ context: { caller }, input }) => {
      const url = await createDomainLink(deps, { ...input, ownerId: caller.userId })
      return { url, team: await readTeam(deps, caller.userId) }
    }),
    revokeDomainLink: rpc.revokeDomainLink.handler(({ context: { caller } }) =>
      then(revokeDomainLink(deps, caller.userId), caller.userId),
    ),
    resend: rpc.resend.handler(({ context: { caller }, input }) =>
      then(resend(deps, caller.userId, input.id), caller.userId),
    ),
    revoke: rpc.revoke.handler(({ context: { caller }, input }) =>
      then(revoke(deps, caller.userId, input.id), caller.userId),
    ),
    changeRole: rpc.changeRole.handler(({ context: { caller }, input }) =>
      then(changeRole(deps, { ...input, ownerId: caller.userId }), caller.userId),
    ),
    setLimit: rpc.setLimit.handler(({ context: { caller }, input }) =>
      then(setMonthlyLimit(deps, { ...input, ownerId: caller.userId }), caller.userId),
    ),
    remove: rpc.remove.handler(({ context: { caller }, input }) =>
      then(remove(deps, { ...input, ownerId: caller.userId }), caller.userId),
    ),

    memberships: rpc.memberships.handler(({ context }) => listMemberships(deps.db, context.caller.userId)),

    leave: rpc.leave.handler(async ({ context, input }) => {
      await leaveTeam(deps, { ownerId: input.ownerId, userId: context.caller.userId })
      return { done: true as const }
    }),

    invitation: open.invitation.handler(async ({ context, input }) => {
      await consumeLinkLimit(deps, context.clientAddress?.() ?? 'unknown')
      const asked = { secret: input.invitationId, caller: context.caller }
      return (await viewDomainLink(deps, asked)) ?? viewInvitation(deps, asked)
    }),

    accept: rpc.accept.handler(async ({ context, input }) => {
      await consumeLinkLimit(deps, context.clientAddress?.() ?? 'unknown')
      const asked = { secret: input.invitationId, caller: context.caller }
      return (await joinByDomainLink(deps, asked)) ?? acceptInvitation(deps, asked)
    }),
  }
}
