import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'

const Row = z.object({ id: z.string(), email: z.string(), name: z.string(), seats: z.int().nullable() })

/** Somebody whose videos others may work on; `name` is the address for one who gave none. */
export type Owner = z.output<typeof Row>

/** An owner as they are now. @throws AppError `not_found`, 'User not found' */
export async function findOwner(q: Queryable, ownerId: string): Promise<Owner> {
  const { rows } = await q.$client.query(
    `select u.id, u.email, coalesce(nullif(u.display_name, ''), u.email) as name, s.seats
     from users u join collaborator_seats s on s.plan = u.plan where u.id = $1 and u.deleted_at is null`,
    [ownerId],
  )
  const [owner] = z.array(Row).parse(rows)
  if (owner === undefined) throw new AppError('not_found', 'User not found')
  return owner
}

/**
 * The same, and nobody else changes who works with them until the transaction ends: of two who want the last seat one
 * waits and finds it taken. Every transaction takes this lock before any other of this feature's.
 * @throws AppError `not_found`, 'User not found'
 */
export async function lockOwner(tx: Tx, ownerId: string): Promise<Owner> {
  // Locked and read in one statement, an owner whose plan changes meanwhile would not be found: the row that is waited
  // for has the new plan, and the seats joined to it are those of the old one.
  await tx.$client.query('select 1 from users where id = $1 for no key update', [ownerId])
  return findOwner(tx, ownerId)
}

/** By what name somebody goes: their address when they gave none. @throws AppError `not_found`, 'User not found' */
export async function ownerName(q: Queryable, userId: string): Promise<string> {
  return (await findOwner(q, userId)).name
}
