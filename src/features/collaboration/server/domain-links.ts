import { domainOf } from '#features/accounts/model/index.ts'
import { activeUser } from '#features/accounts/server/index.ts'
import type { Caller } from '#platform/server/http.ts'
import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { hasRoom, type InvitationView, type Membership, type Role } from '../model/index.ts'
import { publishAccess, readAccess } from './access.ts'
import { addCollaborator, countTakenSeats } from './collaborator-rows.ts'
import type { CollaborationDeps } from './deps.ts'
import { deleteDomainLink, findDomainLink, replaceDomainLink, type StoredDomainLink } from './domain-link-rows.ts'
import { deleteEnding } from './lost-access.ts'
import { acceptedMail } from './mails.ts'
import { findOwner, lockOwner, type Owner } from './owner-rows.ts'

/** Creates the owner's link for a mail domain; an earlier one stops working. @throws AppError `forbidden` without seats */
export async function createDomainLink(
  { db, now, publicUrl }: CollaborationDeps,
  o: { ownerId: string; domain: string; role: Role },
): Promise<string> {
  return transaction(db, async (tx) => {
    const { seats } = await lockOwner(tx, o.ownerId)
    if (seats === 0) throw new AppError('forbidden', 'Your plan has no collaborators.', { seats })
    const secret = await replaceDomainLink(tx, { ...o, createdAt: now() })
    return `${publicUrl}/accept-invitation/${secret}`
  })
}

/** Revokes the owner's link. People who joined with it stay. */
export async function revokeDomainLink({ db }: Pick<CollaborationDeps, 'db'>, ownerId: string): Promise<void> {
  await transaction(db, async (tx) => {
    await lockOwner(tx, ownerId)
    await deleteDomainLink(tx, ownerId)
  })
}

/** Shows the link to somebody; undefined for another token. */
export async function viewDomainLink(
  { db, now }: Pick<CollaborationDeps, 'db' | 'now'>,
  o: { secret: string; caller: Caller | null },
): Promise<InvitationView | undefined> {
  const link = await findDomainLink(db, o.secret)
  if (link === undefined) return undefined
  const owner = await findOwner(db, link.ownerId)
  const { name: ownerName } = owner
  const you = await readPerson(db, link, o.caller)
  if (you === 'member') return { state: 'used', ownerName, byYou: true }
  if (!(await hasFreeSeat(db, owner, now()))) return { state: 'full', ownerName }
  return { state: 'domain', ownerName, ownerEmail: owner.email, domain: link.domain, role: link.role, you }
}

/**
 * Makes the caller a collaborator; undefined for another token. The address must be confirmed, since the link itself
 * reached nobody by mail.
 * @throws AppError `forbidden` for an unconfirmed or another address; `conflict` without a seat
 */
export async function joinByDomainLink(
  deps: CollaborationDeps,
  o: { secret: string; caller: Caller },
): Promise<Membership | undefined> {
  const known = await findDomainLink(deps.db, o.secret)
  if (known === undefined) return undefined
  return transaction(deps.db, async (tx) => {
    const owner = await lockOwner(tx, known.ownerId)
    // Again under the lock: it may have been revoked or replaced, or the seat taken, meanwhile.
    const link = await findDomainLink(tx, o.secret)
    if (link === undefined) throw new AppError('not_found', 'Invitation not found')
    return join(tx, deps, { owner, link, caller: o.caller })
  })
}

type JoinRequest = { readonly owner: Owner; readonly link: StoredDomainLink; readonly caller: Caller }

async function join(tx: Tx, deps: CollaborationDeps, { owner, link, caller }: JoinRequest): Promise<Membership> {
  const { userId } = caller
  const membership = { ownerId: owner.id, ownerName: owner.name, role: link.role, suspended: false }
  const you = await readPerson(tx, link, caller)
  if (you === 'member') return membership
  if (you === 'unconfirmed') throw new AppError('forbidden', 'Confirm your e-mail address first.')
  if (you !== 'invited') throw new AppError('forbidden', `This link is for addresses at ${link.domain}.`)
  const at = deps.now()
  if (!(await hasFreeSeat(tx, owner, at)))
    throw new AppError('conflict', 'There is no seat left for you.', { state: 'full' })
  await addCollaborator(tx, { ownerId: owner.id, userId, role: link.role, at })
  await deleteEnding(tx, { ownerId: owner.id, userId })
  const person = await findOwner(tx, userId)
  const mail = acceptedMail({ to: owner.email, person, role: link.role, publicUrl: deps.publicUrl })
  await deps.optionalMail.send(tx, { userId: owner.id, kind: 'team' }, mail)
  await publishAccess(tx, deps, userId)
  return membership
}

/** Pending invitations keep their seats. */
async function hasFreeSeat(q: Queryable, { id, seats }: Owner, now: Date): Promise<boolean> {
  return hasRoom(seats, await countTakenSeats(q, id, now))
}

async function readPerson(
  q: Queryable,
  { ownerId, domain }: StoredDomainLink,
  caller: Caller | null,
): Promise<'visitor' | 'invited' | 'unconfirmed' | 'other' | 'member'> {
  if (caller === null) return 'visitor'
  if (caller.userId === ownerId) return 'other'
  if ((await readAccess(q, ownerId, caller.userId)) !== undefined) return 'member'
  // The session may be older than the address.
  const user = await activeUser(q, { id: caller.userId })
  if (user === undefined || domainOf(user.email) !== domain) return 'other'
  return user.emailVerified ? 'invited' : 'unconfirmed'
}
