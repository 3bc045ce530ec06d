import { z } from 'zod'
import { transaction, type Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { publishAccess } from './access.ts'
import { deleteCollaborator } from './collaborator-rows.ts'
import type { CollaborationDeps } from './deps.ts'
import { deleteInvitations } from './invitation-rows.ts'
import { leftMail } from './mails.ts'
import { lockOwner, findOwner } from './owner-rows.ts'

/** For how long an invitation that is over can still be told from one that never was, in milliseconds. */
const INVITATION_RETENTION_MS = 90 * 86_400_000

/** Gives up somebody's access to an owner's videos, by their own wish. @throws AppError `not_found` */
export async function leaveTeam(deps: CollaborationDeps, o: { ownerId: string; userId: string }): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const { email: to } = await lockOwner(tx, o.ownerId)
    if (!(await deleteCollaborator(tx, o))) throw new AppError('not_found', 'Collaborator not found')
    const person = await findOwner(tx, o.userId)
    await deps.mail.send(tx, leftMail({ to, person, publicUrl: deps.publicUrl }))
    await publishAccess(tx, deps, o.userId)
  })
}

/**
 * Ends everything a user shared or was let into, in the transaction that deletes the account; the addresses in
 * invitations by them and to them are forgotten.
 */
export async function endCollaboration(tx: Tx, deps: Pick<CollaborationDeps, 'events'>, userId: string): Promise<void> {
  const { rows } = await tx.$client.query(
    'delete from collaborators where owner_id = $1 or user_id = $1 returning user_id',
    [userId],
  )
  await tx.$client.query(
    `delete from collaboration_invitations where owner_id = $1 or accepted_by = $1
       or email = (select email from users where id = $1)`,
    [userId],
  )
  for (const { user_id: id } of People.parse(rows)) await publishAccess(tx, deps, id)
}

/** Tells everybody who works with an owner to look again what they may do: the owner's plan has changed. */
export async function reviewAccess(tx: Tx, deps: Pick<CollaborationDeps, 'events'>, ownerId: string): Promise<void> {
  const { rows } = await tx.$client.query('select user_id from collaborators where owner_id = $1', [ownerId])
  for (const { user_id: id } of People.parse(rows)) await publishAccess(tx, deps, id)
}

/** To be done now and then: forgets invitations that are long over. */
export async function runCollaborationMaintenance(tx: Tx, now: Date): Promise<void> {
  await deleteInvitations(tx, new Date(now.getTime() - INVITATION_RETENTION_MS))
}

const People = z.array(z.object({ user_id: z.string() }))
