import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { bigint, execute, findRow, queryRow, queryRows } from '#platform/server/rows.ts'

const Row = z.object({ projectId: z.string(), fromId: z.string(), toId: z.string(), offeredAt: z.date() })

/** The offer of a video. */
export type StoredTransfer = z.output<typeof Row>

const COLUMNS = 'project_id, from_id, to_id, offered_at'

/** The offer of a video. */
export function findTransfer(q: Queryable, projectId: string): Promise<StoredTransfer | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from project_transfers where project_id = $1`, [projectId])
}

const ListedRow = Row.extend({ title: z.string(), sizeBytes: bigint })

/** An offer with its video. */
export type ListedTransfer = z.output<typeof ListedRow>

/** Longest list, in each direction. */
const MOST = 200

/** The offers that a user made and received, newest first, without videos in the trash. */
export function listTransfers(q: Queryable, userId: string): Promise<ListedTransfer[]> {
  return queryRows(
    q,
    ListedRow,
    `select t.*, p.title, p.size_bytes from (
       (select ${COLUMNS} from project_transfers where to_id = $1 order by offered_at desc limit ${MOST})
       union all
       (select ${COLUMNS} from project_transfers where from_id = $1 order by offered_at desc limit ${MOST})
     ) t join projects p on p.id = t.project_id
     where p.removed_at is null and p.owner_id = t.from_id::text order by t.offered_at desc, t.project_id`,
    [userId],
  )
}

const CountRow = z.object({ open: z.int() })

/** How many offers a user has open. */
export async function countTransfersOf(q: Queryable, fromId: string): Promise<number> {
  const row = await queryRow(q, CountRow, 'select count(*)::int as open from project_transfers where from_id = $1', [
    fromId,
  ])
  return row.open
}

/** Stores the offer of a video in place of an earlier one. */
export async function upsertTransfer(tx: Tx, o: StoredTransfer): Promise<void> {
  await execute(
    tx,
    `insert into project_transfers (${COLUMNS}) values ($1, $2, $3, $4)
     on conflict (project_id) do update set from_id = excluded.from_id, to_id = excluded.to_id, offered_at = excluded.offered_at`,
    [o.projectId, o.fromId, o.toId, o.offeredAt],
  )
}

/** @returns false if there was none */
export async function deleteTransfer(tx: Tx, projectId: string): Promise<boolean> {
  return (await execute(tx, 'delete from project_transfers where project_id = $1', [projectId])) === 1
}

/** Deletes what a user offered and was offered. */
export async function deleteTransfersOf(tx: Tx, userId: string): Promise<void> {
  await execute(tx, 'delete from project_transfers where from_id = $1 or to_id = $1', [userId])
}

/** Gives a video to another owner, without the tags of the former one. */
export async function changeOwner(
  tx: Tx,
  o: { readonly projectId: string; readonly ownerId: string; readonly expiresAt: Date | null },
): Promise<void> {
  await execute(tx, 'delete from project_tags where project_id = $1', [o.projectId])
  await execute(
    tx,
    `update projects set owner_id = $2, expires_at = $3, expiry_told_at = null, updated_at = now() where id = $1`,
    [o.projectId, o.ownerId, o.expiresAt],
  )
}
