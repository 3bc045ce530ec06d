import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import type { Events } from '#platform/server/events.ts'
import { type Access, Role } from '../model/index.ts'

const Row = z.object({ role: Role, seated: z.boolean() })

/**
 * What `userId` may do with what `ownerId` keeps; undefined: nothing. Reads the owner's plan each time, so that a
 * change of plan suspends those beyond its seats, the latest first, and brings them back, without being told.
 */
export async function readAccess(q: Queryable, ownerId: string, userId: string): Promise<Access | undefined> {
  if (ownerId === userId) return 'owner'
  // What the product itself keeps has no owner with an account.
  if (!isUserId(ownerId) || !isUserId(userId)) return undefined
  const { rows } = await q.$client.query(
    `select c.role, ${SEATED} as seated
     from collaborators c join users o on o.id = c.owner_id join collaborator_seats s on s.plan = o.plan
     where c.owner_id = $1 and c.user_id = $2 and o.deleted_at is null`,
    [ownerId, userId],
  )
  const [found] = z.array(Row).parse(rows)
  return found?.seated === true ? found.role : undefined
}

/** The topic on which it is told that what somebody may see of others' videos has changed. */
export function accessTopic(userId: string): string {
  return `access:${userId}`
}

/** Tells whoever streams something to somebody that their access has changed. */
export async function publishAccess(q: Queryable, { events }: { events: Pick<Events, 'publish'> }, userId: string) {
  await events.publish(q, accessTopic(userId))
}

/** Whether the collaborator `c` has one of the seats `s`: whoever came first keeps theirs. */
export const SEATED = `(s.seats is null or s.seats > (
  select count(*) from collaborators e
  where e.owner_id = c.owner_id and (e.joined_at, e.user_id) < (c.joined_at, c.user_id)))`

function isUserId(id: string): boolean {
  return z.uuid().safeParse(id).success
}
