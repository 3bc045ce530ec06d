import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { type Membership, Role } from '../model/index.ts'
import { SEATED } from './access.ts'

const Row = z
  .object({
    user_id: z.string(),
    display_name: z.string(),
    email: z.string(),
    role: Role,
    joined_at: z.date(),
    seated: z.boolean(),
  })
  .transform(({ user_id: userId, display_name: displayName, joined_at: joinedAt, ...same }) => ({
    ...same,
    userId,
    displayName,
    joinedAt,
  }))

/** A collaborator of an owner; `seated` is false if the owner's plan has no seat for them. */
export type StoredCollaborator = z.output<typeof Row>

/** The collaborators of an owner, in the order they joined. */
export async function listCollaborators(q: Queryable, ownerId: string): Promise<StoredCollaborator[]> {
  const { rows } = await q.$client.query(
    `select c.user_id, u.display_name, u.email, c.role, c.joined_at, ${SEATED} as seated
     from collaborators c join users u on u.id = c.user_id
     join users o on o.id = c.owner_id join collaborator_seats s on s.plan = o.plan
     where c.owner_id = $1 order by c.joined_at, c.user_id`,
    [ownerId],
  )
  return z.array(Row).parse(rows)
}

/** The owners whose videos a user works on, by name. */
export async function listMemberships(q: Queryable, userId: string): Promise<Membership[]> {
  const { rows } = await q.$client.query<Membership>(
    `select c.owner_id as "ownerId", coalesce(nullif(o.display_name, ''), o.email) as "ownerName", c.role,
       not ${SEATED} as suspended
     from collaborators c join users o on o.id = c.owner_id join collaborator_seats s on s.plan = o.plan
     where c.user_id = $1 and o.deleted_at is null order by lower(o.display_name), o.email`,
    [userId],
  )
  return rows
}

/** Adds a collaborator. @returns false if they already are one */
export async function addCollaborator(
  tx: Tx,
  o: { ownerId: string; userId: string; role: Role; at: Date },
): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    `insert into collaborators (owner_id, user_id, role, joined_at) values ($1, $2, $3, $4) on conflict do nothing`,
    [o.ownerId, o.userId, o.role, o.at],
  )
  return rowCount === 1
}

/** @returns false if there is no such collaborator */
export async function setRole(tx: Tx, o: { ownerId: string; userId: string; role: Role }): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    'update collaborators set role = $3 where owner_id = $1 and user_id = $2',
    [o.ownerId, o.userId, o.role],
  )
  return rowCount === 1
}

/** @returns false if there is no such collaborator */
export async function deleteCollaborator(tx: Tx, o: { ownerId: string; userId: string }): Promise<boolean> {
  const { rowCount } = await tx.$client.query('delete from collaborators where owner_id = $1 and user_id = $2', [
    o.ownerId,
    o.userId,
  ])
  return rowCount === 1
}
