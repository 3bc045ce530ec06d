import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { findRow } from '#platform/server/rows.ts'

const BytesRow = z.object({ bytes: z.number() })

/** Bytes that the captions of these projects take in the database, with all stored batches and snapshots. */
export async function captionBytes(q: Queryable, projectIds: readonly string[]): Promise<number> {
  const row = await findRow(
    q,
    BytesRow,
    `select (
       (select coalesce(sum(pg_column_size(snapshot)), 0) from caption_documents where project_id = any($1::uuid[])) +
       (select coalesce(sum(pg_column_size(document)), 0) from caption_snapshots where project_id = any($1::uuid[])) +
       (select coalesce(sum(octet_length(changes) + coalesce(octet_length(effects), 0)), 0)
         from caption_batches where project_id = any($1::uuid[]))
     )::double precision as bytes`,
    [projectIds],
  )
  return row?.bytes ?? 0
}
