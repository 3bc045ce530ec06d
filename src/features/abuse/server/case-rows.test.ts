import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { type CasePage, findCaseDetails, isTakenDown, listCases, listCasesOf } from './case-rows.ts'
import { eraseReporters, listReporters, listReports } from './report-rows.ts'

const { db } = await testDatabase()
const PAGES: readonly Omit<CasePage, 'limit' | 'before'>[] = [
  { state: 'open' },
  { state: 'decided' },
  { state: 'open', kind: 'look' },
  { state: 'decided', kind: 'review' },
  { ownerId: 'of a user' },
  { ownerId: 'of a user', state: 'open' },
]

test('no page of 100,000 cases reads more than its rows', { timeout: 300_000 }, async () => {
  await fillCases()
  const { id, ownerId } = await someCase()
  for (const filter of PAGES)
    for (const before of [undefined, id]) {
      const page = { ...filter, ...(filter.ownerId !== undefined && { ownerId }), before, limit: 26 }
      const { plan, read } = await planOf((q) => listCases(q, page))
      expect(plan, JSON.stringify(page)).not.toContain('Seq Scan on abuse_cases')
      expect(read).toBeGreaterThan(0)
      expect(read, `${JSON.stringify(page)}\n${plan}`).toBeLessThanOrEqual(30)
    }
})

test.each<[what: string, call: (q: Queryable, of: Case) => Promise<unknown>]>([
  ['a case', (q, { id }) => findCaseDetails(q, id)],
  ['the cases of an owner', (q, { ownerId }) => listCasesOf(q, ownerId)],
  ['the reports of a case', (q, { id }) => listReports(q, id, 50)],
  ['the reporters of a case', (q, { id }) => listReporters(q, id)],
  [
    'whether a thing is down',
    (q, { ownerId }) => isTakenDown(q, { kind: 'look', id: randomUUID(), ownerId, contentKey: 'key' }),
  ],
])('%s is read by an index', async (_, call) => {
  const of = await someCase()
  const { plan } = await planOf((q) => call(q, of))
  expect(plan).not.toMatch(/Seq Scan on abuse/u)
})

test('old addresses are found by an index', async () => {
  const { plan } = await planOf((q) => eraseReporters(q as Tx, new Date(), 500))
  expect(plan).toContain('abuse_reports_to_answer')
})

type Case = { readonly id: string; readonly ownerId: string }

/** The plan of the statement that a call sends, and how many rows its scans of cases read. */
async function planOf(call: (q: Queryable) => Promise<unknown>): Promise<{ plan: string; read: number }> {
  const sent: { text: string; values: unknown[] }[] = []
  const query = async (statement: string | { text: string; values: unknown[] }, values: unknown[] = []) => {
    sent.push(typeof statement === 'string' ? { text: statement, values } : statement)
    return typeof statement === 'string' ? { rowCount: 0, rows: [] } : db.$client.query(statement)
  }
  await call({ ...db, $client: { query } } as unknown as Queryable)
  const [statement] = sent
  const { rows } = await db.$client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, timing off, summary off) ${statement?.text}`,
    statement?.values,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  const scans = [...plan.matchAll(/Scan[^\n]* on abuse_cases[^\n]*actual rows=(\d+)/gu)]
  return { plan, read: Math.max(0, ...scans.map(([, n]) => Number(n))) }
}

async function someCase(): Promise<Case> {
  const { rows } = await db.$client.query<Case>(
    `select id, owner_id as "ownerId" from abuse_cases where title = 'Case 50000'`,
  )
  return rows[0] ?? { id: randomUUID(), ownerId: randomUUID() }
}

/** Most are decided; every fourth is a look; ten of each owner. */
async function fillCases(): Promise<void> {
  await db.$client.query(
    `insert into users (id, email) select gen_random_uuid(), 'owner-' || n || '@example.com' from generate_series(1, 10000) n`,
  )
  await db.$client.query(
    `insert into abuse_cases (id, kind, subject_id, link_id, owner_id, title, content_key, state, reports, created_at,
       changed_at, decided_at, reason)
     select gen_random_uuid(), case when n % 4 = 0 then 'look' else 'review' end, gen_random_uuid(), gen_random_uuid(),
       o.id, 'Case ' || n, md5(n::text), (array['dismissed', 'down', 'open', 'upheld', 'restored'])[1 + (n + n / 10000) % 5], 1,
       now(), now() - (n * 7919 % 100000) * interval '1 minute', now(), 'Our rules'
     from generate_series(1, 100000) n
     join (select id, row_number() over (order by id) as place from users) o on o.place = 1 + n % 10000`,
  )
  await db.$client.query(
    `insert into abuse_reports (id, case_id, reason, text, email, created_at)
     select gen_random_uuid(), id, 'spam', 'Spam', case when random() < 0.1 then 'me@example.org' end, changed_at
     from abuse_cases`,
  )
  await db.$client.query('analyze')
}
