import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, queryRow, queryRows } from '#platform/server/rows.ts'
import { Membership, Role } from '../model/index.ts'
import { SEATED } from './access.ts'

const Row = z.object({
  userId: z.string(),
  displayName: z.string(),
  email: z.string(),
  role: Role,
  monthlyCredits: z.int().nullable(),
  joinedAt: z.date(),
  seated: z.boolean(),
})

/** A collaborator of an owner; `seated` is false if the owner's plan has no seat for them. */
export type StoredCollaborator = z.output<typeof Row>

/** The collaborators of an owner, in the order they joined. */
export async function listCollaborators(q: Queryable, ownerId: string): Promise<StoredCollaborator[]> {
  return queryRows(
    q,
    Row,
    `select c.user_id, u.display_name, u.email, c.role, c.monthly_credits, c.joined_at, ${SEATED} as seated
     from collaborators c join users u on u.id = c.user_id
     join users o on o.id = c.owner_id join owner_seats s on s.owner_id = o.id
     where c.owner_id = $1 order by c.joined_at, c.user_id`,
    [ownerId],
  )
}

/** The owners whose videos a user works on, by name. */
export async function listMemberships(q: Queryable, userId: string): Promise<Membership[]> {
  return queryRows(
    q,
    Membership,
    `select c.owner_id, coalesce(nullif(o.display_name, ''), o.email) as owner_name, c.role,
       not ${SEATED} as suspended
     from collaborators c join users o on o.id = c.owner_id join owner_seats s on s.owner_id = o.id
     where c.user_id = $1 and o.deleted_at is null and o.suspended_at is null order by lower(o.display_name), o.email`,
    [userId],
  )
}

const TakenRow = z.object({ taken: z.int() })

/** The seats that an owner's collaborators and pending invitations take. */
export async function countTakenSeats(q: Queryable, ownerId: string, now: Date): Promise<number> {
  const { taken } = await queryRow(
    q,
    TakenRow,
    `select ((select count(*) from collaborators where owner_id = $1)
       + (select count(*) from collaboration_invitations
          where owner_id = $1 and state = 'pending' and expires_at > $2))::int as taken`,
    [ownerId, now],
  )
  return taken
}

/** Adds a collaborator. @returns false if they already are one */
export async function addCollaborator(
  tx: Tx,
  o: { ownerId: string; userId: string; role: Role; at: Date },
): Promise<boolean> {
  const changed = await execute(
    tx,
    `insert into collaborators (owner_id, user_id, role, joined_at) values ($1, $2, $3, $4) on conflict do nothing`,
    [o.ownerId, o.userId, o.role, o.at],
  )
  return changed === 1
}

/** @returns false if there is no such collaborator, or they have this role already */
export async function setRole(tx: Tx, o: { ownerId: string; userId: string; role: Role }): Promise<boolean> {
  const changed = await execute(
    tx,
    'update collaborators set role = $3 where owner_id = $1 and user_id = $2 and role <> $3',
    [o.ownerId, o.userId, o.role],
  )
  return changed === 1
}

/** @returns false if there is no such collaborator */
export async function deleteCollaborator(tx: Tx, o: { ownerId: string; userId: string }): Promise<boolean> {
  const changed = await execute(tx, 'delete from collaborators where owner_id = $1 and user_id = $2', [
    o.ownerId,
    o.userId,
  ])
  return changed === 1
}
