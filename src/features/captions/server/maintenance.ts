import type { Queryable } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'

/** How long batches are kept for editors that were away, and how many of each project in any case. */
const RETENTION_DAYS = 7
const RETAINED_REVISIONS = 200
/** Most bytes of batches of one project; the oldest go first, however young. */
const RETAINED_BYTES = 32_000_000
/** Most batches that one statement removes. */
const AT_ONCE = 5_000

type MaintenanceDeps = { readonly db: Queryable; now(): Date }

/**
 * Removes batches that no editor needs: an editor that was away for longer reloads the captions. Those behind the
 * snapshot stay: without them the captions would be lost. To be done every minute; safe to do in several workers at once.
 */
export async function dropOldBatches({ db, now }: MaintenanceDeps): Promise<void> {
  const before = new Date(now().getTime() - RETENTION_DAYS * 24 * 60 * 60 * 1_000)
  while ((await dropBefore(db, before)) === AT_ONCE);
  await dropBeyondBytes(db, now())
}

async function dropBefore(q: Queryable, before: Date): Promise<number> {
  return execute(
    q,
    `delete from caption_batches where (project_id, revision) in (
       select b.project_id, b.revision from caption_batches b join caption_documents d using (project_id)
       where b.created_at < $1 and b.revision <= least(d.revision - $2, d.snapshot_revision) limit $3)`,
    [before, RETAINED_REVISIONS, AT_ONCE],
  )
}

/** Only captions that were just changed can have grown. */
async function dropBeyondBytes(q: Queryable, now: Date): Promise<void> {
  await execute(
    q,
    `delete from caption_batches where (project_id, revision) in (
       select project_id, revision from (
         select b.project_id, b.revision, d.snapshot_revision,
           sum(octet_length(b.changes) + coalesce(octet_length(b.effects), 0)) over (partition by b.project_id order by b.revision desc) as bytes
         from caption_batches b join caption_documents d using (project_id)
         where d.updated_at > $1) newest
       where bytes > $2 and revision <= snapshot_revision)`,
    [new Date(now.getTime() - 60 * 60 * 1_000), RETAINED_BYTES],
  )
}
