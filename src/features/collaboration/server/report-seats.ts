import { z } from 'zod'
import { type Queryable, transaction, type Tx } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'
import { publishAccess, SEATED } from './access.ts'
import type { CollaborationDeps } from './deps.ts'
import { restoredMail, suspendedMail } from './mails.ts'
import { findOwner, lockOwner } from './owner-rows.ts'

type ReportDeps = Pick<CollaborationDeps, 'mail' | 'publicUrl' | 'events'>

const OwnerRow = z.object({ ownerId: z.string() })
const Row = z.object({ userId: z.string(), email: z.string(), suspended: z.boolean() })

/** Collaborators `c` whose last mail says the opposite of what is true now. */
const UNREPORTED = `from collaborators c join users o on o.id = c.owner_id join owner_seats s on s.owner_id = o.id
  where o.deleted_at is null and c.mailed_suspended = ${SEATED}`

/**
 * Mails the collaborators of an owner who have lost their seat, or have one again, since the last mail. The
 * transaction holds the lock of the owner's row.
 */
export async function reportSeats(tx: Tx, deps: ReportDeps, ownerId: string): Promise<void> {
  const changed = await queryRows(
    tx,
    Row,
    `with mailed as (
       update collaborators t set mailed_suspended = not t.mailed_suspended
       where (t.owner_id, t.user_id) in (select c.owner_id, c.user_id ${UNREPORTED} and c.owner_id = $1)
       returning t.user_id, t.mailed_suspended)
     select mailed.user_id, u.email, mailed.mailed_suspended as suspended from mailed join users u on u.id = mailed.user_id`,
    [ownerId],
  )
  if (changed.length === 0) return
  const owner = await findOwner(tx, ownerId)
  for (const { userId, email: to, suspended } of changed) {
    await deps.mail.send(
      tx,
      suspended ? suspendedMail({ to, owner }) : restoredMail({ to, owner, publicUrl: deps.publicUrl }),
    )
    await publishAccess(tx, deps, userId)
  }
}

/** Mails everybody whose seat came or went without a call of `reportSeats`: the operator may change the seats of a plan. */
export async function reportAllSeats({ db, ...deps }: ReportDeps & Pick<CollaborationDeps, 'db'>): Promise<void> {
  for (const ownerId of await ownersToMail(db))
    await transaction(db, async (tx) => {
      await lockOwner(tx, ownerId)
      await reportSeats(tx, deps, ownerId)
    })
}

async function ownersToMail(q: Queryable): Promise<string[]> {
  const rows = await queryRows(q, OwnerRow, `select distinct c.owner_id ${UNREPORTED} limit 1000`, [])
  return rows.map(({ ownerId }) => ownerId)
}
