import type { Queryable } from '#platform/server/db.ts'

/** The number of statements in this database that wait for another transaction. */
export async function countBlockedQueries(q: Queryable): Promise<number> {
  const { rows } = await q.$client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.n ?? 0
}
