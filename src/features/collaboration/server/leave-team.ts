import { z } from 'zod'
import { transaction, type Tx } from '#platform/server/db.ts'
import { execute, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { publishAccess } from './access.ts'
import { deleteCollaborator } from './collaborator-rows.ts'
import type { CollaborationDeps } from './deps.ts'
import { deleteDomainLink } from './domain-link-rows.ts'
import { deleteInvitations } from './invitation-rows.ts'
import { deleteEndingsOf, deleteOldEndings, recordEnding } from './lost-access.ts'
import { leftMail } from './mails.ts'
import { lockOwner, findOwner } from './owner-rows.ts'
import { reportAllSeats, reportSeats } from './report-seats.ts'

/** How long an invitation or access that is over stays distinguishable from an unknown one, in milliseconds. */
const RETENTION_MS = 90 * 86_400_000

/** Ends the caller's access to an owner's videos. @throws AppError `not_found` */
export async function leaveTeam(deps: CollaborationDeps, o: { ownerId: string; userId: string }): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const { email: to } = await lockOwner(tx, o.ownerId)
    if (!(await deleteCollaborator(tx, o))) throw new AppError('not_found', 'Collaborator not found')
    const person = await findOwner(tx, o.userId)
    await recordEnding(tx, { ...o, cause: 'left', at: deps.now() })
    const mail = leftMail({ to, person, publicUrl: deps.publicUrl })
    await deps.optionalMail.send(tx, { userId: o.ownerId, kind: 'team' }, mail)
    await publishAccess(tx, deps, o.userId)
    await reportSeats(tx, deps, o.ownerId)
  })
}

const UserIdRow = z.object({ userId: z.string() })

/**
 * Ends all collaborations of a user in the transaction that deletes the account, and deletes the addresses in their
 * invitations.
 */
export async function endCollaboration(tx: Tx, deps: Pick<CollaborationDeps, 'events'>, userId: string): Promise<void> {
  const rows = await queryRows(
    tx,
    UserIdRow,
    'delete from collaborators where owner_id = $1 or user_id = $1 returning user_id',
    [userId],
  )
  await deleteEndingsOf(tx, userId)
  await deleteDomainLink(tx, userId)
  await execute(
    tx,
    `delete from collaboration_invitations where owner_id = $1 or accepted_by = $1
       or email = (select email from users where id = $1)`,
    [userId],
  )
  for (const row of rows) await publishAccess(tx, deps, row.userId)
}

/** Deletes invitations and endings that are long over, and tells people about their seats. */
export async function runCollaborationMaintenance(deps: CollaborationDeps): Promise<void> {
  const before = new Date(deps.now().getTime() - RETENTION_MS)
  await transaction(deps.db, async (tx) => {
    await deleteInvitations(tx, before)
    await deleteOldEndings(tx, before)
  })
  await reportAllSeats(deps)
}
