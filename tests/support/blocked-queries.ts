import type { Queryable } from '#platform/server/db.ts'

/** How many statements wait for the end of another transaction, in this database. */
export async function countBlockedQueries(q: Queryable): Promise<number> {
  const { rows } = await q.$client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.n ?? 0
}
