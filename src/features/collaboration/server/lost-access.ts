import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import type { LostAccess } from '../model/index.ts'

const Row = z.object({ ownerName: z.string(), cause: z.enum(['removed', 'left']).nullable() })

/** Why somebody without access to an owner's projects had it before; undefined if they never had, or long ago. */
export async function findLostAccess(q: Queryable, ownerId: string, userId: string): Promise<LostAccess | undefined> {
  // The product's own projects have no owner with an account.
  if (!z.uuid().safeParse(ownerId).success || !z.uuid().safeParse(userId).success) return undefined
  const row = await findRow(
    q,
    Row,
    `select coalesce(nullif(o.display_name, ''), split_part(o.email, '@', 1)) as owner_name, e.cause
     from users o
     left join collaborators c on c.owner_id = o.id and c.user_id = $2
     left join collaboration_endings e on e.owner_id = o.id and e.user_id = $2
     where o.id = $1 and o.deleted_at is null and (c.user_id is not null or e.user_id is not null)`,
    [ownerId, userId],
  )
  return row && { ownerName: row.ownerName, cause: row.cause ?? 'suspended' }
}

/** Records that a collaborator has lost access. */
export async function recordEnding(
  tx: Tx,
  o: { ownerId: string; userId: string; cause: 'removed' | 'left'; at: Date },
): Promise<void> {
  await execute(
    tx,
    `insert into collaboration_endings (owner_id, user_id, cause, ended_at) values ($1, $2, $3, $4)
     on conflict (owner_id, user_id) do update set cause = excluded.cause, ended_at = excluded.ended_at`,
    [o.ownerId, o.userId, o.cause, o.at],
  )
}

/** Forgets an ending, when the person joins again. */
export async function deleteEnding(tx: Tx, o: { ownerId: string; userId: string }): Promise<void> {
  await execute(tx, 'delete from collaboration_endings where owner_id = $1 and user_id = $2', [o.ownerId, o.userId])
}

/** Forgets every ending of an owner or of a collaborator, with their account. */
export async function deleteEndingsOf(tx: Tx, userId: string): Promise<void> {
  await execute(tx, 'delete from collaboration_endings where owner_id = $1 or user_id = $1', [userId])
}

/** Forgets endings before a time. */
export async function deleteOldEndings(tx: Tx, before: Date): Promise<void> {
  await execute(tx, 'delete from collaboration_endings where ended_at < $1', [before])
}
