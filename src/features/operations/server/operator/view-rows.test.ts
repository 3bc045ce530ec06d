import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { claimOverViews, closeView, findView, lockViewOf } from './view-rows.ts'

const { db } = await testDatabase()
const NOW = new Date('2026-11-20T12:00:00Z')

beforeAll(fillViews, 120_000)

test.each<[what: string, call: (q: Queryable) => Promise<unknown>]>([
  ['the view of a request', (q) => findView(q, randomUUID())],
  ['the running view of a session', (q) => lockViewOf(q as Tx, randomUUID())],
  ['the end of a view', (q) => closeView(q as Tx, randomUUID(), NOW)],
  ['views whose time is over', (q) => claimOverViews(q as Tx, NOW)],
])('%s is found by an index, among 20,000 views', async (_, call) => {
  const plan = await planOf(call)
  expect(plan).toMatch(/Index/u)
  expect(plan).not.toMatch(/Seq Scan on (operator_views|users)/u)
})

/** The plan of the statement that a call sends; the call itself changes nothing. */
async function planOf(call: (q: Queryable) => Promise<unknown>): Promise<string> {
  const sent: { text: string; values: unknown[] }[] = []
  const query = async (statement: string | { text: string; values: unknown[] }, values: unknown[] = []) => {
    sent.push(typeof statement === 'string' ? { text: statement, values } : statement)
    return { rowCount: 0, rows: [], fields: [] }
  }
  await call({ ...db, $client: { query } } as unknown as Queryable)
  const [statement] = sent
  const { rows } = await db.$client.query<{ 'QUERY PLAN': string }>(`explain ${statement?.text}`, statement?.values)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** 1,000 users, each viewed twenty times; one view of a hundred runs. */
async function fillViews(): Promise<void> {
  await db.$client.query(
    `insert into users (id, email) select gen_random_uuid(), 'person-' || n || '@example.com' from generate_series(1, 1000) n`,
  )
  await db.$client.query(
    `insert into operator_views (id, operator_id, operator_email, session_id, user_id, reason, started_at, expires_at, ended_at)
     select gen_random_uuid(), u.id, 'olga@example.com', gen_random_uuid(), u.id, 'They asked',
       $1::timestamptz - n * interval '1 hour', $1::timestamptz - n * interval '1 hour' + interval '30 minutes',
       case when (n + length(u.email)) % 100 > 0 then $1::timestamptz end
     from users u cross join generate_series(1, 20) n`,
    [NOW],
  )
  await db.$client.query('analyze')
}
