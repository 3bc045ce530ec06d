import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { findRow } from '#platform/server/rows.ts'
import type { Events } from '#platform/server/events.ts'
import { type Access, Role } from '../model/index.ts'

const Row = z.object({ role: Role, seated: z.boolean() })

/**
 * What `userId` may do with `ownerId`'s projects; undefined for nothing. It reads the owner's plan each time, so that a
 * plan change suspends or restores collaborators without an event, the latest to join first.
 */
export async function readAccess(q: Queryable, ownerId: string, userId: string): Promise<Access | undefined> {
  if (ownerId === userId) return 'owner'
  // The product's own projects have no owner with an account.
  if (!isUserId(ownerId) || !isUserId(userId)) return undefined
  const found = await findRow(
    q,
    Row,
    `select c.role, ${SEATED} as seated
     from collaborators c join users o on o.id = c.owner_id join owner_seats s on s.owner_id = o.id
     where c.owner_id = $1 and c.user_id = $2 and o.deleted_at is null and o.suspended_at is null`,
    [ownerId, userId],
  )
  return found?.seated === true ? found.role : undefined
}

/** The topic for changes of a user's access to others' videos. */
export function accessTopic(userId: string): string {
  return `access:${userId}`
}

/** Notifies the user's open streams that their access has changed. */
export async function publishAccess(q: Queryable, { events }: { events: Pick<Events, 'publish'> }, userId: string) {
  await events.publish(q, accessTopic(userId))
}

/** Whether the collaborator `c` has one of the seats `s`, in the order they joined. */
export const SEATED = `(s.seats is null or s.seats > (
  select count(*) from collaborators e
  where e.owner_id = c.owner_id and (e.joined_at, e.user_id) < (c.joined_at, c.user_id)))`

function isUserId(id: string): boolean {
  return z.uuid().safeParse(id).success
}
