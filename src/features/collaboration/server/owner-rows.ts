import { z } from 'zod'
import { lockActiveUser } from '#features/accounts/server/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { findRow } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'

const Row = z.object({ id: z.string(), email: z.string(), name: z.string(), seats: z.int().nullable() })

/** An owner with seats; `name` is the address if they gave none. */
export type Owner = z.output<typeof Row>

/** The current owner. @throws AppError `not_found`, 'User not found' */
export async function findOwner(q: Queryable, ownerId: string): Promise<Owner> {
  const owner = await findRow(
    q,
    Row,
    `select u.id, u.email, coalesce(nullif(u.display_name, ''), u.email) as name, s.seats
     from users u join owner_seats s on s.owner_id = u.id where u.id = $1 and u.deleted_at is null`,
    [ownerId],
  )
  if (owner === undefined) throw new AppError('not_found', 'User not found')
  return owner
}

/**
 * Like `findOwner`, and locks the team: of two people accepting the last seat one waits and finds it taken. Every
 * transaction takes this lock before any other of this feature.
 * @throws AppError `not_found`, 'User not found'
 */
export async function lockOwner(tx: Tx, ownerId: string): Promise<Owner> {
  // Lock and read separately: in one statement, a concurrent plan change would return the new plan joined with the
  // seats of the old one, and so no row.
  await lockActiveUser(tx, ownerId)
  return findOwner(tx, ownerId)
}

/** A user's display name, or their address. @throws AppError `not_found`, 'User not found' */
export async function ownerName(q: Queryable, userId: string): Promise<string> {
  return (await findOwner(q, userId)).name
}
