import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { bytea, execute, findRow, queryRows } from '#platform/server/rows.ts'

/** Maximum revisions and packed bytes of batches between two copies: what the replay of one revision costs. */
const MOST_REVISIONS = 1_000
const MOST_BYTES = 1_000_000

/**
 * Copies the snapshot that is about to be replaced, for the history: one a day, and as many more as a replay between
 * two of them needs. Without a copy, the revisions after a replaced transcript could not be replayed.
 * @param next the revision of the new snapshot
 */
export async function copySnapshot(tx: Tx, projectId: string, next: number): Promise<void> {
  await execute(
    tx,
    `with last as (select coalesce(max(revision), 0) as revision from caption_snapshots where project_id = $1)
     insert into caption_snapshots (project_id, revision, document, revised_at)
     select d.project_id, d.snapshot_revision, d.snapshot, ${REVISED_AT}
     from caption_documents d, last where d.project_id = $1 and (
       not exists (select 1 from caption_snapshots where project_id = $1 and created_at > now() - interval '1 day')
       or $2::integer - last.revision >= $3
       or (select coalesce(sum(octet_length(b.effects)), 0) > $4 or coalesce(bool_or(b.effects is null and b.revision <= d.snapshot_revision), false)
         from caption_batches b where b.project_id = $1 and b.revision > last.revision and b.revision <= $2::integer))
     on conflict (project_id, revision) do nothing`,
    [projectId, next, MOST_REVISIONS, MOST_BYTES],
  )
}

/** SQL for the time of a snapshot. The first revision has no batch: it is older than the second. */
const REVISED_AT = `coalesce(
  (select created_at from caption_batches b where b.project_id = d.project_id and b.revision = d.snapshot_revision),
  (select created_at from caption_batches b where b.project_id = d.project_id and b.revision = d.snapshot_revision + 1),
  now())`

/** Inserts the snapshot of a past revision, unless there is one. */
export async function insertSnapshot(
  tx: Tx,
  { projectId, revision, packed }: { projectId: string; revision: number; packed: Uint8Array },
): Promise<void> {
  await execute(
    tx,
    `insert into caption_snapshots (project_id, revision, document, revised_at)
     select d.project_id, $2::integer, $3, ${REVISED_AT}
     from (select project_id, $2::integer as snapshot_revision from caption_documents where project_id = $1) d
     on conflict (project_id, revision) do nothing`,
    [projectId, revision, Buffer.from(packed)],
  )
}

/** Days of which a copy is kept after their batches are deleted. */
const DAILY_SNAPSHOTS = 60

/**
 * Deletes the copies of these projects that no stored batch and no named version needs, except the first one of each of
 * the last days of work.
 */
export async function pruneSnapshots(q: Queryable, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return
  await execute(
    q,
    `delete from caption_snapshots where (project_id, revision) in (
       select project_id, revision from (
         select s.project_id, s.revision,
           row_number() over (partition by s.project_id, s.created_at::date order by s.revision) as of_day,
           dense_rank() over (partition by s.project_id order by s.created_at::date desc) as day
         from caption_snapshots s
         where s.project_id = any($1::uuid[])
           and s.revision + 1 < (select coalesce(min(b.revision), 2147483647) from caption_batches b where b.project_id = s.project_id)
           and not exists (select 1 from caption_versions v where v.project_id = s.project_id and v.revision = s.revision)
       ) unneeded where of_day > 1 or day > $2)`,
    [projectIds, DAILY_SNAPSHOTS],
  )
}

/** Every snapshot of a project, with the current one. */
const SNAPSHOTS = `
  select project_id, snapshot_revision as revision, snapshot as document, null::timestamptz as revised_at
  from caption_documents where project_id = $1
  union all
  select project_id, revision, document, revised_at from caption_snapshots where project_id = $1`

/** A stored revision, not yet unpacked, in the shape of `StoredDocument`. */
export type StoredRevision = {
  readonly revision: number
  /** The id of the batch that made it; empty if that is no longer stored. */
  readonly state: string
  readonly snapshot: { readonly revision: number; readonly packed: Uint8Array }
  readonly effects: readonly Uint8Array[]
}

const RevisionRow = z.object({
  state: z.string(),
  snapshotRevision: z.number(),
  packed: bytea,
  /** The effects of all batches since the snapshot, one after another. */
  effects: bytea,
  lengths: z.array(z.number().nullable()),
})

/**
 * The stored captions of a revision; undefined if it is deleted or not reached yet. The effects arrive in one value:
 * thousands of values would block the event loop. They are joined apart from the snapshot, which would otherwise be read
 * and compared for each of them.
 */
export async function findRevision(
  q: Queryable,
  projectId: string,
  revision: number,
): Promise<StoredRevision | undefined> {
  const row = await findRow(
    q,
    RevisionRow,
    `with base as (select * from (${SNAPSHOTS}) s where revision <= $2 order by revision desc limit 1)
     select coalesce((select batch_id from caption_batches where project_id = $1 and revision = $2)::text, '') as state,
       base.revision as snapshot_revision, base.document as packed, effects, lengths
     from base cross join lateral (
       select coalesce(string_agg(b.effects, '' order by b.revision), '') as effects,
         coalesce(array_agg(octet_length(b.effects) order by b.revision), '{}') as lengths
       from caption_batches b where b.project_id = $1 and b.revision > base.revision and b.revision <= $2
     ) since`,
    [projectId, revision],
  )
  if (row === undefined) return undefined
  const { state, snapshotRevision, packed, lengths } = row
  if (lengths.length !== revision - snapshotRevision) return undefined
  const effects: Uint8Array[] = []
  let at = 0
  for (const length of lengths) {
    if (length === null) return undefined
    effects.push(row.effects.subarray(at, at + length))
    at += length
  }
  return { revision, state, snapshot: { revision: snapshotRevision, packed }, effects }
}

const OldestRow = z.object({ oldest: z.number().nullable() })

/** The oldest revision from which on every revision is stored. */
export async function oldestRevision(q: Queryable, projectId: string): Promise<number> {
  const row = await findRow(
    q,
    OldestRow,
    `select min(revision) as oldest from (${SNAPSHOTS}) s
     where revision + 1 >= coalesce((select min(revision) from caption_batches where project_id = $1), 1)`,
    [projectId],
  )
  return row?.oldest ?? 1
}

const CopyRow = z.object({ revision: z.number(), at: z.date() })

/** The snapshots of revisions without a stored batch or a name, newest first. */
export async function olderCopies(q: Queryable, projectId: string): Promise<{ revision: number; at: Date }[]> {
  return queryRows(
    q,
    CopyRow,
    `select s.revision, coalesce(s.revised_at, b.created_at, d.updated_at) as at
     from (select distinct on (revision) project_id, revision, revised_at from (${SNAPSHOTS}) every
       order by revision, revised_at) s
     join caption_documents d on d.project_id = s.project_id
     left join caption_batches b on b.project_id = s.project_id and b.revision = s.revision + 1
     where not exists (select 1 from caption_batches own where own.project_id = s.project_id and own.revision = s.revision)
       and not exists (select 1 from caption_versions v where v.project_id = s.project_id and v.revision = s.revision)
     order by s.revision desc`,
    [projectId],
  )
}
