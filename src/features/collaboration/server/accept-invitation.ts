import { activeUser } from '#features/accounts/server/index.ts'
import type { Caller } from '#platform/server/http.ts'
import { type Queryable, sqlState, transaction, type Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { type InvitationState, type InvitationView, type Membership, invitationState } from '../model/index.ts'
import { readAccess, publishAccess } from './access.ts'
import { addCollaborator, listCollaborators } from './collaborator-rows.ts'
import type { CollaborationDeps } from './deps.ts'
import { endInvitation, findInvitationByLink, type StoredInvitation } from './invitation-rows.ts'
import { deleteEnding } from './lost-access.ts'
import { acceptedMail } from './mails.ts'
import { lockOwner, type Owner, findOwner } from './owner-rows.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/** Shows the invitation of a link. @throws AppError `not_found` */
export async function viewInvitation(
  { db, now }: Pick<CollaborationDeps, 'db' | 'now'>,
  o: { secret: string; caller: Caller | null },
): Promise<InvitationView> {
  const { invitation, owner } = await readLink(db, o.secret)
  const { name: ownerName } = owner
  const state = await stateOf(db, invitation, owner, now())
  if (state === 'used') return { state, ownerName, byYou: await isAcceptedBy(db, invitation, o.caller) }
  if (state !== 'open') return { state, ownerName }
  const { email, role, expiresAt } = invitation
  return {
    state,
    ownerName,
    ownerEmail: owner.email,
    role,
    email,
    expiresAt: expiresAt.toISOString(),
    hasAccount: (await accountOf(db, email)) !== undefined,
    you: readCaller(invitation, o.caller),
  }
}

function readCaller({ email, ownerId }: StoredInvitation, caller: Caller | null): 'visitor' | 'invited' | 'other' {
  if (caller === null) return 'visitor'
  return caller.email === email && caller.userId !== ownerId ? 'invited' : 'other'
}

/**
 * Makes the caller a collaborator. The link proves that the address receives mail, so it need not be verified; the
 * session proves that the account is theirs.
 * @throws AppError `not_found`; `forbidden` for another address; `conflict` if it can no longer be accepted
 */
export async function acceptInvitation(
  deps: CollaborationDeps,
  o: { secret: string; caller: Caller },
): Promise<Membership> {
  try {
    return await transaction(deps.db, (tx) => accept(tx, deps, o))
  } catch (error) {
    // The caller's account is being deleted concurrently.
    if (sqlState(error) === FOREIGN_KEY_VIOLATION) throw new AppError('unauthorized', 'No user logged in')
    throw error
  }
}

async function accept(
  tx: Tx,
  deps: CollaborationDeps,
  { secret, caller }: { secret: string; caller: Caller },
): Promise<Membership> {
  const known = await readLink(tx, secret)
  const owner = await lockOwner(tx, known.owner.id)
  // Check again under the lock: it may have been accepted or revoked, or the seat taken, meanwhile.
  const { invitation } = await readLink(tx, secret)
  const { userId } = caller
  if (owner.id === userId || invitation.email !== (await emailOf(tx, userId)))
    throw new AppError('forbidden', OTHER_ADDRESS)
  const state = await stateOf(tx, invitation, owner, deps.now())
  if (state === 'used' && (await isAcceptedBy(tx, invitation, caller))) return membership(owner, invitation)
  if (state !== 'open') throw new AppError('conflict', GONE[state], { state })
  const at = deps.now()
  const isNew = await addCollaborator(tx, { ownerId: owner.id, userId, role: invitation.role, at })
  await endInvitation(tx, { id: invitation.id, acceptedBy: userId, at })
  await deleteEnding(tx, { ownerId: owner.id, userId })
  if (isNew) await notifyOwner(tx, deps, { owner, invitation, userId })
  await publishAccess(tx, deps, userId)
  return membership(owner, invitation)
}

const OTHER_ADDRESS = 'This invitation is for another e-mail address.'
const GONE = {
  used: 'This invitation was already accepted.',
  expired: 'This invitation has expired.',
  revoked: 'This invitation was revoked.',
  full: 'There is no seat left for you.',
} as const satisfies Record<Exclude<InvitationState, 'open'>, string>

async function notifyOwner(
  tx: Tx,
  { optionalMail, publicUrl }: CollaborationDeps,
  { owner, invitation, userId }: { owner: Owner; invitation: StoredInvitation; userId: string },
): Promise<void> {
  const person = await findOwner(tx, userId)
  const mail = acceptedMail({ to: owner.email, person, role: invitation.role, publicUrl })
  await optionalMail.send(tx, { userId: owner.id, kind: 'team' }, mail)
}

function membership({ id, name }: Owner, { role }: StoredInvitation): Membership {
  return { ownerId: id, ownerName: name, role, suspended: false }
}

/** @throws AppError `not_found` for an unknown link, and if the owner is gone */
async function readLink(q: Queryable, secret: string): Promise<{ invitation: StoredInvitation; owner: Owner }> {
  const invitation = await findInvitationByLink(q, secret)
  if (invitation === undefined) throw new AppError('not_found', 'Invitation not found')
  return { invitation, owner: await findOwner(q, invitation.ownerId) }
}

async function stateOf(
  q: Queryable,
  invitation: StoredInvitation,
  { id, seats }: Owner,
  now: Date,
): Promise<InvitationState> {
  const collaborators = (await listCollaborators(q, id)).length
  return invitationState(invitation, { now, seats, collaborators })
}

async function isAcceptedBy(q: Queryable, invitation: StoredInvitation, caller: Caller | null): Promise<boolean> {
  if (caller === null || invitation.acceptedBy !== caller.userId) return false
  return (await readAccess(q, invitation.ownerId, caller.userId)) !== undefined
}

async function accountOf(q: Queryable, email: string): Promise<string | undefined> {
  return (await activeUser(q, { email }))?.id
}

/** The caller's current address: the session may be older. */
async function emailOf(tx: Tx, userId: string): Promise<string> {
  return (await findOwner(tx, userId)).email
}
