import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'
import { Access } from '../model/index.ts'
import { SEATED } from './access.ts'

const Row = z.object({ userId: z.string(), name: z.string(), email: z.string(), access: Access })

/** A person who sees an owner's projects; without a display name, `name` is the local part of the address. */
export type PersonWithAccess = z.output<typeof Row>

const NAME = `coalesce(nullif(u.display_name, ''), split_part(u.email, '@', 1))`

/** The owner and the collaborators who have a seat, by name. */
export async function listPeople(q: Queryable, ownerId: string): Promise<PersonWithAccess[]> {
  return queryRows(
    q,
    Row,
    `select u.id as user_id, ${NAME} as name, u.email, 'owner' as access
     from users u where u.id::text = $1 and u.deleted_at is null
     union all
     select u.id, ${NAME}, u.email, c.role
     from collaborators c join users u on u.id = c.user_id
     join users o on o.id = c.owner_id join owner_seats s on s.owner_id = o.id
     where c.owner_id::text = $1 and u.deleted_at is null and o.deleted_at is null and ${SEATED}
     order by name, user_id`,
    [ownerId],
  )
}
