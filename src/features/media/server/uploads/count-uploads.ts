import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { queryRow } from '#platform/server/rows.ts'

const Count = z.object({ count: z.int() })

/** Counts the uploads that began in a span of time and arrived whole, of videos that still exist. Copies do not count. */
export async function countUploads(q: Queryable, { from, to }: { from: Date; to: Date }): Promise<number> {
  const sql = `select count(*)::int as count from projects
    where created_at >= $1 and created_at < $2 and stage <> 'uploading' and copied_from is null`
  return (await queryRow(q, Count, sql, [from, to])).count
}
