import { type Queryable, sqlState, transaction, type Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { hasRoom, invitationEnd, type Role } from '../model/index.ts'
import { publishAccess } from './access.ts'
import { listCollaborators, deleteCollaborator, setRole } from './collaborator-rows.ts'
import type { CollaborationDeps } from './deps.ts'
import {
  endInvitation,
  insertInvitation,
  isOpen,
  issueLink,
  listPendingInvitations,
  renewInvitation,
  type StoredInvitation,
} from './invitation-rows.ts'
import { consumeMailLimit } from './limits.ts'
import { recordEnding } from './lost-access.ts'
import { invitationMail, removedMail, roleMail } from './mails.ts'
import { lockOwner, type Owner, findOwner } from './owner-rows.ts'
import { reportSeats } from './report-seats.ts'

/** Mails an invitation; the contract lists the refusals. */
export async function invite(
  deps: CollaborationDeps,
  ownerId: string,
  o: { email: string; role: Role },
): Promise<void> {
  // Refuse before the mail limit is consumed, so that a typo does not count.
  await rejectKnownAddress(deps, await findOwner(deps.db, ownerId), o.email)
  await consumeMailLimit(deps, ownerId, o.email)
  await transaction(deps.db, async (tx) => {
    const owner = await lockOwner(tx, ownerId)
    const before = await rejectKnownAddress({ ...deps, db: tx }, owner, o.email)
    await rejectWithoutSeat(tx, deps, owner)
    const at = deps.now()
    const invitation = { id: before?.id ?? deps.newId(), ownerId, ...o, expiresAt: invitationEnd(at) }
    if (before === undefined) await insertInvitation(tx, { ...invitation, at })
    else await renewInvitation(tx, invitation)
    await mailInvitation(tx, deps, { owner, invitation })
  }).catch((error: unknown) => {
    // The lock of the owner's row prevents this; the unique index guards it anyway.
    if (sqlState(error) === '23505') throw new AppError('conflict', INVITED)
    throw error
  })
}

/** Mails an invitation again, valid for seven days from now. @throws AppError `not_found` */
export async function resend(deps: CollaborationDeps, ownerId: string, id: string): Promise<void> {
  const known = findPending(await listPendingInvitations(deps.db, ownerId), id)
  await consumeMailLimit(deps, ownerId, known.email)
  await transaction(deps.db, async (tx) => {
    const owner = await lockOwner(tx, ownerId)
    const found = findPending(await listPendingInvitations(tx, ownerId), id)
    // An expired invitation has released its seat.
    if (!isOpen(found, deps.now())) await rejectWithoutSeat(tx, deps, owner)
    const invitation = { ...found, expiresAt: invitationEnd(deps.now()) }
    await renewInvitation(tx, invitation)
    await mailInvitation(tx, deps, { owner, invitation })
  })
}

/** Revokes an invitation's links. @throws AppError `not_found` */
export async function revoke({ db, now }: CollaborationDeps, ownerId: string, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    await lockOwner(tx, ownerId)
    findPending(await listPendingInvitations(tx, ownerId), id)
    await endInvitation(tx, { id, at: now() })
  })
}

/** Changes a collaborator's role and tells them. @throws AppError `not_found` */
export async function changeRole(
  deps: CollaborationDeps,
  o: { ownerId: string; userId: string; role: Role },
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const owner = await lockOwner(tx, o.ownerId)
    const collaborator = (await listCollaborators(tx, o.ownerId)).find(({ userId }) => userId === o.userId)
    if (collaborator === undefined) throw collaboratorNotFound()
    if (!(await setRole(tx, o))) return
    await deps.mail.send(tx, roleMail({ to: collaborator.email, owner, role: o.role, publicUrl: deps.publicUrl }))
    await publishAccess(tx, deps, o.userId)
  })
}

/** Ends a collaborator's access at once, including open streams. @throws AppError `not_found` */
export async function remove(deps: CollaborationDeps, o: { ownerId: string; userId: string }): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const owner = await lockOwner(tx, o.ownerId)
    const { email: to } = await findOwner(tx, o.userId).catch(() => {
      throw collaboratorNotFound()
    })
    if (!(await deleteCollaborator(tx, o))) throw collaboratorNotFound()
    await recordEnding(tx, { ...o, cause: 'removed', at: deps.now() })
    await deps.mail.send(tx, removedMail({ to, owner }))
    await publishAccess(tx, deps, o.userId)
    // The next person may now have the seat.
    await reportSeats(tx, deps, o.ownerId)
  })
}

const INVITED = 'This address is already invited. Resend the invitation from the list.'

/** @returns the expired invitation to renew */
async function rejectKnownAddress(
  { db, now }: { db: Queryable; now: () => Date },
  owner: Owner,
  email: string,
): Promise<StoredInvitation | undefined> {
  if (email === owner.email) throw refusal('This is your own address. Enter another person’s address.')
  const collaborators = await listCollaborators(db, owner.id)
  if (collaborators.some((collaborator) => collaborator.email === email))
    throw refusal('This person already works on your videos. Change their role in the list.')
  const before = (await listPendingInvitations(db, owner.id)).find((invitation) => invitation.email === email)
  if (before !== undefined && isOpen(before, now())) throw refusal(INVITED)
  return before
}

function refusal(message: string): AppError {
  return new AppError('conflict', message, { field: 'email' })
}

async function rejectWithoutSeat(tx: Tx, { now, site }: CollaborationDeps, { id, seats }: Owner): Promise<void> {
  if (seats === 0) {
    const why = site.sells
      ? 'Your plan has no collaborators. Upgrade to Pro to invite people.'
      : 'This site has no collaborators.'
    throw new AppError('forbidden', why, { seats })
  }
  const open = (await listPendingInvitations(tx, id)).filter((invitation) => isOpen(invitation, now()))
  const taken = (await listCollaborators(tx, id)).length + open.length
  if (seats === null || hasRoom(seats, taken)) return
  const takenSeats = seats === 1 ? 'The one seat' : `All ${seats} seats`
  throw new AppError(
    'conflict',
    `${takenSeats}${site.sells ? ' of your plan' : ''} are taken, including pending invitations. Revoke one${site.sells ? ', remove a collaborator, or upgrade' : ' or remove a collaborator'}.`,
    { seats },
  )
}

async function mailInvitation(
  tx: Tx,
  { mail, publicUrl, now, site }: CollaborationDeps,
  { owner, invitation }: { owner: Owner; invitation: Pick<StoredInvitation, 'id' | 'email' | 'role' | 'expiresAt'> },
): Promise<void> {
  const secret = await issueLink(tx, { invitationId: invitation.id, at: now() })
  const url = `${publicUrl}/accept-invitation/${secret}`
  const { email: to, role, expiresAt } = invitation
  await mail.send(tx, invitationMail({ to, owner, role, url, expiresAt, sells: site.sells }))
}

function findPending(invitations: readonly StoredInvitation[], id: string): StoredInvitation {
  const found = invitations.find((invitation) => invitation.id === id)
  if (found === undefined) throw new AppError('not_found', 'Invitation not found')
  return found
}

function collaboratorNotFound(): AppError {
  return new AppError('not_found', 'Collaborator not found')
}
