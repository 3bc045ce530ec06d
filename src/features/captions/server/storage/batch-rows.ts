import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { bytea, findRow, queryRows } from '#platform/server/rows.ts'
import type { Author, SavedBatch } from '../../model/index.ts'

/** A stored batch, with its author's current name. */
export type StoredBatch = Readonly<z.infer<typeof StoredBatch>>
const StoredBatch = z.object({
  batchId: z.string(),
  revision: z.number(),
  /** For `unpackChanges`. */
  changes: bytea,
  /** As in `SavedBatch`. */
  isReplacement: z.boolean(),
  authorId: z.string().nullable(),
  authorName: z.string().nullable(),
})

/** SQL for the name that others see: the display name, or else the local part of the address, which stays private. */
export const NAME = `coalesce(nullif(u.display_name, ''), split_part(u.email, '@', 1))`

/** The batches saved after a revision, in order. @param o.most maximum number */
export async function batchesSince(
  q: Queryable,
  projectId: string,
  { revision, most }: { revision: number; most: number },
): Promise<StoredBatch[]> {
  return queryRows(
    q,
    StoredBatch,
    `select b.batch_id, b.revision, b.changes, b.is_replacement, b.author_id, ${NAME} as author_name
     from caption_batches b left join users u on u.id::text = b.author_id and u.deleted_at is null
     where b.project_id = $1 and b.revision > $2 order by b.revision limit $3`,
    [projectId, revision, most],
  )
}

/** A saved edit for the history. */
export type HistoryRow = Readonly<z.infer<typeof HistoryRow>>
const HistoryRow = z.object({
  revision: z.number(),
  at: z.date(),
  label: z.string().nullable(),
  authorId: z.string().nullable(),
  authorName: z.string().nullable(),
  /** The person who accepted it, for a suggestion. */
  acceptedBy: z.string().nullable(),
  accepterName: z.string().nullable(),
})

/**
 * The batches of a project from a revision on, newest first, without their commands.
 * @param o.before the newest revision, exclusive @param o.after the oldest one, exclusive; then the oldest come first
 */
export async function readHistory(
  q: Queryable,
  projectId: string,
  o: { from: number; before?: number | undefined; after?: number | undefined; most: number },
): Promise<HistoryRow[]> {
  const rows = await queryRows(
    q,
    HistoryRow,
    `select b.revision, b.created_at as at, b.label, b.author_id, ${NAME} as author_name,
       s.decided_by as accepted_by, coalesce(nullif(d.display_name, ''), split_part(d.email, '@', 1)) as accepter_name
     from caption_batches b left join users u on u.id::text = b.author_id and u.deleted_at is null
       left join caption_suggestions s on s.id = b.batch_id and s.project_id = b.project_id
       left join users d on d.id::text = s.decided_by and d.deleted_at is null
     where b.project_id = $1 and b.revision >= $2 and b.revision < coalesce($3::integer, 2147483647)
       and b.revision > coalesce($4::integer, 0)
     order by b.revision ${o.after === undefined ? 'desc' : 'asc'} limit $5`,
    [projectId, o.from, o.before ?? null, o.after ?? null, o.most],
  )
  return o.after === undefined ? rows : rows.toReversed()
}

const StateRow = z.object({ state: z.string() })

/** The id of the batch that made a revision; empty without one. */
export async function stateOf(q: Queryable, projectId: string, revision: number): Promise<string> {
  const row = await findRow(
    q,
    StateRow,
    'select batch_id as state from caption_batches where project_id = $1 and revision = $2',
    [projectId, revision],
  )
  return row?.state ?? ''
}

const EffectsRow = z.object({ batchId: z.string(), effects: bytea.nullable() })

/** The effects of each batch from one revision to another, in order; null for a batch that replaced the document. */
export async function effectsBetween(
  q: Queryable,
  projectId: string,
  { from, to }: { from: number; to: number },
): Promise<{ batchId: string; effects: Uint8Array | null }[]> {
  return queryRows(
    q,
    EffectsRow,
    `select batch_id, effects from caption_batches
     where project_id = $1 and revision between $2 and $3 order by revision`,
    [projectId, from, to],
  )
}

const WorkRow = z.object({ batches: z.number(), steps: z.number() })

/** The number of stored batches since a revision, and the steps to replay them. */
export async function workSince(
  q: Queryable,
  projectId: string,
  revision: number,
): Promise<{ batches: number; steps: number }> {
  const row = await findRow(
    q,
    WorkRow,
    `select count(*)::integer as batches, coalesce(sum(steps), 0)::double precision as steps
     from caption_batches where project_id = $1 and revision > $2`,
    [projectId, revision],
  )
  return row ?? { batches: 0, steps: 0 }
}

const SavedBatchRow = z.object({ batchId: z.string(), revision: z.number() })

/** The saved ones of these batches, with their revisions. */
export async function savedBatches(
  q: Queryable,
  projectId: string,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await queryRows(
    q,
    SavedBatchRow,
    'select batch_id, revision from caption_batches where project_id = $1 and batch_id = any($2::uuid[])',
    [projectId, batchIds],
  )
  return new Map(rows.map((row) => [row.batchId, row.revision]))
}

const AuthorRow = z.object({ authorId: z.string().nullable() })

/** The author of a saved batch; undefined if there is no such batch. */
export async function authorOfBatch(
  q: Queryable,
  projectId: string,
  batchId: string,
): Promise<string | null | undefined> {
  const row = await findRow(
    q,
    AuthorRow,
    'select author_id from caption_batches where project_id = $1 and batch_id = $2',
    [projectId, batchId],
  )
  return row?.authorId
}

/**
 * A stored batch as a user sees it: others see the name of its author, not the account.
 * @param commands those of the batch, unpacked
 */
export function viewFor(
  userId: string,
  { batchId, revision, isReplacement, authorId, authorName }: Omit<StoredBatch, 'changes'>,
  commands: SavedBatch['commands'],
): SavedBatch {
  return { batchId, revision, commands, isReplacement, by: authorFor(userId, authorId, authorName) }
}

/** The author as a user sees them; null for the product itself. */
export function authorFor(userId: string, authorId: string | null, name: string | null): Author | null {
  return authorId === null ? null : { name: name ?? 'Somebody', you: authorId === userId }
}
