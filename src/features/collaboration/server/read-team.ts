import { findStopped } from '#platform/server/mail.ts'
import { monthOf, monthStart, SPENDING_MONTHS, type Team } from '../model/index.ts'
import { listCollaborators } from './collaborator-rows.ts'
import type { CollaborationDeps } from './deps.ts'
import { findDomainLinkOf } from './domain-link-rows.ts'
import { isOpen, listPendingInvitations } from './invitation-rows.ts'
import { listLastActions } from './last-actions.ts'
import { findOwner } from './owner-rows.ts'

/** The collaborators and pending invitations of an owner. */
export async function readTeam(deps: CollaborationDeps, ownerId: string): Promise<Team> {
  const { db } = deps
  const now = deps.now()
  const [{ seats }, collaborators, invitations, link, spending] = await Promise.all([
    findOwner(db, ownerId),
    listCollaborators(db, ownerId),
    listPendingInvitations(db, ownerId),
    findDomainLinkOf(db, ownerId),
    deps.spendingByMember(db, ownerId, monthStart(now, { monthsLater: 1 - SPENDING_MONTHS })),
  ])
  const userIds = collaborators.map(({ userId }) => userId)
  const stopped = await findStopped(
    db,
    invitations.map(({ email }) => email),
  )
  const lastActions = await listLastActions(db, deps, { ownerId, userIds })
  return {
    seats,
    taken: collaborators.length + invitations.filter((invitation) => isOpen(invitation, now)).length,
    collaborators: collaborators.map(({ userId, displayName, email, role, joinedAt, seated, monthlyCredits }) => ({
      userId,
      displayName,
      email,
      role,
      joinedAt: joinedAt.toISOString(),
      suspended: !seated,
      spending: byMonth(
        spending.filter(({ actorId }) => actorId === userId),
        monthOf(now),
      ),
      monthlyLimit: monthlyCredits,
      lastAction: lastActions.get(userId) ?? null,
    })),
    invitations: invitations.map((invitation) => ({
      id: invitation.id,
      email: invitation.email,
      role: invitation.role,
      expiresAt: invitation.expiresAt.toISOString(),
      expired: !isOpen(invitation, now),
      isUndeliverable: stopped.has(invitation.email.toLowerCase()),
    })),
    domainLink:
      link === undefined ? null : { domain: link.domain, role: link.role, createdAt: link.createdAt.toISOString() },
  }
}

/** @param spent newest month first @param present the month that is always listed */
function byMonth(spent: readonly { readonly month: string; readonly credits: number }[], present: string) {
  const months = spent.map(({ month, credits }) => ({ month, credits }))
  return months[0]?.month === present ? months : [{ month: present, credits: 0 }, ...months]
}
