import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, queryRows } from '#platform/server/rows.ts'

/** A video with an expiry date. */
export type ExpiringVideo = z.output<typeof Row>

const Row = z.object({ id: z.string(), ownerId: z.string(), title: z.string(), expiresAt: z.date() })

const COLUMNS = 'id, owner_id, title, expires_at'

/**
 * A batch of videos that expire before `before` and whose owner was not notified, the first to expire first; locked.
 */
export function listUnnotifiedExpiries(tx: Tx, before: Date, ownerId?: string): Promise<ExpiringVideo[]> {
  return queryRows(
    tx,
    Row,
    `select ${COLUMNS} from projects
     where expires_at < $1 and expiry_told_at is null and removed_at is null and ($2::text is null or owner_id = $2)
     order by expires_at limit 500 for update skip locked`,
    [before, ownerId ?? null],
  )
}

/** Records that the owner of these videos was notified. */
export async function markExpiryNotified(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await execute(tx, 'update projects set expiry_told_at = $2 where id = any($1::uuid[])', [ids, at])
}

/** A batch of expired videos whose owner was notified before `notifiedBefore`; locked. */
export function listExpiredVideos(
  tx: Tx,
  o: { readonly now: Date; readonly notifiedBefore: Date },
): Promise<ExpiringVideo[]> {
  return queryRows(
    tx,
    Row,
    `select ${COLUMNS} from projects where expires_at <= $1 and expiry_told_at <= $2
     order by expires_at limit 50 for update skip locked`,
    [o.now, o.notifiedBefore],
  )
}

const OwnerRow = z.object({ ownerId: z.string() })

/** Lists owners of videos with an expiry date, by id. @param o.after the last owner of the batch before */
export async function listExpiringOwners(q: Queryable, o: { after: string | null; limit: number }): Promise<string[]> {
  const rows = await queryRows(
    q,
    OwnerRow,
    `select distinct owner_id from projects where expires_at is not null and ($1::text is null or owner_id > $1)
     order by owner_id limit $2`,
    [o.after, o.limit],
  )
  return rows.map(({ ownerId }) => ownerId)
}

const IdRow = z.object({ id: z.string() })

/**
 * Moves earlier expiries of an owner to `retentionMs` after each upload, without a notice yet. Older rows were recorded
 * some milliseconds early, which is no longer period.
 * @param o.addedBefore leaves out videos added from then on; default none
 * @returns the videos
 */
export async function extendVideoExpiry(
  tx: Tx,
  o: { readonly ownerId: string; readonly retentionMs: number; readonly addedBefore?: Date | undefined },
): Promise<string[]> {
  const rows = await queryRows(
    tx,
    IdRow,
    `update projects set expires_at = created_at + $2 * interval '1 millisecond', expiry_told_at = null
     where owner_id = $1 and expires_at + interval '1 minute' < created_at + $2 * interval '1 millisecond'
       and ($3::timestamptz is null or created_at < $3) returning id`,
    [o.ownerId, o.retentionMs, o.addedBefore ?? null],
  )
  return rows.map(({ id }) => id)
}

/** Keeps the current videos of an owner for ever. @param addedBefore leaves out videos added from then on; default none */
export async function clearVideoExpiry(tx: Tx, ownerId: string, addedBefore?: Date): Promise<void> {
  await execute(
    tx,
    `update projects set expires_at = null, expiry_told_at = null
     where owner_id = $1 and expires_at is not null and ($2::timestamptz is null or created_at < $2)`,
    [ownerId, addedBefore ?? null],
  )
}
