import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { queryRow } from '#platform/server/rows.ts'

const Count = z.object({ count: z.int() })

/** Counts the exports that were finished in a span of time, of videos that still exist. */
export async function countExports(q: Queryable, { from, to }: { from: Date; to: Date }): Promise<number> {
  const sql = `select count(*)::int as count from renders
    where state = 'done' and finished_at >= $1 and finished_at < $2`
  return (await queryRow(q, Count, sql, [from, to])).count
}
