import { z } from 'zod'
import { transaction, type Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { tellAccess } from './access.ts'
import { dropCollaborator } from './collaborators.ts'
import type { CollaborationDeps } from './deps.ts'
import { dropInvitations } from './invitations.ts'
import { leftMail } from './mails.ts'
import { lockOwner, ownerOf } from './owners.ts'

/** For how long an invitation that is over can still be told from one that never was, in milliseconds. */
const REMEMBERED_MS = 90 * 86_400_000

/** Gives up somebody's access to an owner's videos, by their own wish. @throws AppError `not_found` */
export async function leave(deps: CollaborationDeps, o: { ownerId: string; userId: string }): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const { email: to } = await lockOwner(tx, o.ownerId)
    if (!(await dropCollaborator(tx, o))) throw new AppError('not_found', 'Collaborator not found')
    const person = await ownerOf(tx, o.userId)
    await deps.mail.send(tx, leftMail({ to, person, publicUrl: deps.publicUrl }))
    await tellAccess(tx, deps, o.userId)
  })
}

/**
 * Ends everything a user shared or was let into, in the transaction that deletes the account; the addresses in
 * invitations by them and to them are forgotten.
 */
export async function endCollaborationOf(
  tx: Tx,
  deps: Pick<CollaborationDeps, 'events'>,
  userId: string,
): Promise<void> {
  const { rows } = await tx.$client.query(
    'delete from collaborators where owner_id = $1 or user_id = $1 returning user_id',
    [userId],
  )
  await tx.$client.query(
    `delete from collaboration_invitations where owner_id = $1 or accepted_by = $1
       or email = (select email from users where id = $1)`,
    [userId],
  )
  for (const { user_id: id } of People.parse(rows)) await tellAccess(tx, deps, id)
}

/** Tells everybody who works with an owner to look again what they may do: the owner's plan has changed. */
export async function reviewAccess(tx: Tx, deps: Pick<CollaborationDeps, 'events'>, ownerId: string): Promise<void> {
  const { rows } = await tx.$client.query('select user_id from collaborators where owner_id = $1', [ownerId])
  for (const { user_id: id } of People.parse(rows)) await tellAccess(tx, deps, id)
}

/** To be done now and then: forgets invitations that are long over. */
export async function collaborationUpkeep(tx: Tx, now: Date): Promise<void> {
  await dropInvitations(tx, new Date(now.getTime() - REMEMBERED_MS))
}

const People = z.array(z.object({ user_id: z.string() }))
