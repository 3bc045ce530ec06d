import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'
import { pruneSnapshots } from './storage/snapshot-rows.ts'
import { deleteOldSuggestions } from './suggestions/suggestion-rows.ts'

/** Days that batches are kept for offline editors, and the number of newest batches that are always kept. */
const RETENTION_DAYS = 7
const RETAINED_REVISIONS = 200
/** Maximum bytes of batches of one project; beyond it the oldest are deleted, whatever their age. */
const RETAINED_BYTES = 32_000_000
/** Maximum batches that one statement deletes. */
const AT_ONCE = 5_000

type MaintenanceDeps = { readonly db: Queryable; now(): Date }

/**
 * Deletes batches that no editor needs; an editor that was offline for longer reloads the captions, and the history then
 * begins later. Keeps batches after the snapshot, which the captions are made of, and those that waiting suggestions are
 * rebased onto. Runs every minute, safely in several workers at once.
 */
export async function dropOldBatches({ db, now }: MaintenanceDeps): Promise<void> {
  const before = new Date(now().getTime() - RETENTION_DAYS * 24 * 60 * 60 * 1_000)
  const changed = new Set<string>()
  for (;;) {
    const dropped = await dropBefore(db, before)
    for (const { projectId } of dropped) changed.add(projectId)
    if (dropped.length < AT_ONCE) break
  }
  for (const { projectId } of await dropBeyondBytes(db, now())) changed.add(projectId)
  await pruneSnapshots(db, [...changed])
  await deleteOldSuggestions(db, now())
}

const DroppedRow = z.object({ projectId: z.string() })
type Dropped = z.infer<typeof DroppedRow>

async function dropBefore(q: Queryable, before: Date): Promise<Dropped[]> {
  return queryRows(
    q,
    DroppedRow,
    `delete from caption_batches where (project_id, revision) in (
       select b.project_id, b.revision from caption_batches b join caption_documents d using (project_id)
       where b.created_at < $1 and b.revision <= least(d.revision - $2, d.snapshot_revision)
         and not exists (select 1 from caption_suggestions s where s.project_id = b.project_id
           and s.state = 'waiting' and s.base_revision < b.revision)
       limit $3)
     returning project_id`,
    [before, RETAINED_REVISIONS, AT_ONCE],
  )
}

/** Looks only at recently changed captions, since only they can have grown. */
async function dropBeyondBytes(q: Queryable, now: Date): Promise<Dropped[]> {
  return queryRows(
    q,
    DroppedRow,
    `delete from caption_batches where (project_id, revision) in (
       select project_id, revision from (
         select b.project_id, b.revision, d.snapshot_revision,
           sum(octet_length(b.changes) + coalesce(octet_length(b.effects), 0)) over (partition by b.project_id order by b.revision desc) as bytes
         from caption_batches b join caption_documents d using (project_id)
         where d.updated_at > $1) newest
       where bytes > $2 and revision <= snapshot_revision)
     returning project_id`,
    [new Date(now.getTime() - 60 * 60 * 1_000), RETAINED_BYTES],
  )
}
