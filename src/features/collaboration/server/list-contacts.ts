import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'
import { SEATED } from './access.ts'

const Row = z.object({ userId: z.string(), name: z.string(), email: z.string() })

/** Somebody who shares a team with a user; without a display name, `name` is the address. */
export type Contact = z.output<typeof Row>

/** Those on a user's team and the owners of the teams that the user is on, by name; without people without a seat. */
export async function listContacts(q: Queryable, userId: string): Promise<Contact[]> {
  return queryRows(
    q,
    Row,
    `select u.id as user_id, coalesce(nullif(u.display_name, ''), u.email) as name, u.email
     from collaborators c join users o on o.id = c.owner_id join owner_seats s on s.owner_id = o.id
     join users u on u.id = case when c.owner_id = $1 then c.user_id else c.owner_id end
     where (c.owner_id = $1 or c.user_id = $1) and ${SEATED} and o.deleted_at is null and o.suspended_at is null
       and u.deleted_at is null and u.suspended_at is null
     group by u.id order by 2, 1`,
    [userId],
  )
}
