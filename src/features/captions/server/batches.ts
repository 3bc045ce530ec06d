import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { Command, type SavedBatch } from '../model/index.ts'

const Commands = z.array(Command)
const Row = z
  .object({
    batch_id: z.string(),
    revision: z.int(),
    commands: Commands,
    inverse: Commands,
    anew: z.boolean(),
    author_id: z.string().nullable(),
    author_name: z.string().nullable(),
  })
  .transform(({ batch_id: batchId, author_id: authorId, author_name: authorName, ...same }) => ({
    ...same,
    batchId,
    authorId,
    authorName,
  }))

/** One batch as the database keeps it, with its author's name as it is now. */
export type StoredBatch = z.output<typeof Row>

/** What people are called by others; a display name is optional, and the whole address is nobody's business. */
export const NAME = `coalesce(nullif(u.display_name, ''), split_part(u.email, '@', 1))`

/** The batches saved after a revision, in order. @param o.most as many at once */
export async function batchesSince(
  q: Queryable,
  projectId: string,
  { revision, most }: { revision: number; most: number },
): Promise<StoredBatch[]> {
  const { rows } = await q.$client.query(
    `select b.batch_id, b.revision, b.commands, b.inverse, b.anew, b.author_id, ${NAME} as author_name
     from caption_batches b left join users u on u.id::text = b.author_id and u.deleted_at is null
     where b.project_id = $1 and b.revision > $2 order by b.revision limit $3`,
    [projectId, revision, most],
  )
  return z.array(Row).parse(rows)
}

/** Which of these batches are saved already, and the revision each made. */
export async function savedBatches(
  q: Queryable,
  projectId: string,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await q.$client.query<{ batch_id: string; revision: number }>(
    'select batch_id, revision from caption_batches where project_id = $1 and batch_id = any($2::uuid[])',
    [projectId, batchIds],
  )
  return new Map(rows.map((row) => [row.batch_id, row.revision]))
}

/** A batch as somebody may see it. */
export function asSeenBy(
  userId: string,
  { batchId, revision, commands, anew, authorId, authorName }: StoredBatch,
): SavedBatch {
  const by = authorId === null ? null : { name: authorName ?? 'Somebody', you: authorId === userId }
  return { batchId, revision, commands, anew, by }
}
