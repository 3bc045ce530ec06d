import type { Db, Queryable } from '#platform/server/db.ts'

/**
 * The plans of the statements that a call sends.
 * @param o.run true to run each once more, so that its plan has the rows that each step read
 */
export async function plansOf(
  db: Db,
  call: (q: Queryable) => Promise<unknown>,
  { run = false }: { run?: boolean } = {},
): Promise<string[]> {
  const sent: { text: string; values: unknown[] }[] = []
  const query = async (statement: { text: string; values: unknown[] }) => {
    sent.push(statement)
    return db.$client.query(statement)
  }
  await call({ ...db, $client: { query } } as unknown as Queryable)
  const explain = run ? 'explain (analyze, timing off, summary off)' : 'explain'
  const plans: string[] = []
  for (const { text, values } of sent) {
    const { rows } = await db.$client.query<{ 'QUERY PLAN': string }>(`${explain} ${text}`, values)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return plans
}
