import { expect, test } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { plansOf } from '../../../../../tests/support/plans-of.ts'
import { type ActionPage, listActionOperators, listActions } from './action-rows.ts'

const { db } = await testDatabase()
const NOW = new Date('2026-11-20T12:00:00Z')
const SEARCHES = [undefined, 'a', 'ada', 'reason-77', 'nobody at all', 'example.com']
const FILTERS = [
  {},
  { operator: 'operator-3@example.com' },
  { operator: 'nobody@example.com' },
  { person: 'person-50@example.com' },
  { person: 'nobody@example.com' },
  { kind: 'changes' },
  { kind: 'reads' },
  { kind: 'report' },
  { kind: 'site' },
  { from: '2025-12-01', until: '2025-12-03' },
  { from: '2026-11-19' },
  { until: '2020-01-01' },
  { operator: 'operator-3@example.com', kind: 'user', person: 'person-50@example.com', from: '2026-01-01' },
  { subjectId: 'subject-50' },
] as const

test('no page of 20,000 entries reads them all', { timeout: 300_000 }, async () => {
  await fill()
  const { rows } = await db.$client.query<{ id: string }>(
    'select id::text from operator_actions order by at offset 5000 limit 1',
  )
  for (const search of SEARCHES)
    for (const filter of FILTERS)
      for (const before of [undefined, rows[0]?.id]) {
        const page: ActionPage = { ...filter, search, before, limit: 26 }
        for (const plan of await plansOf(db, (q) => listActions(q, page)))
          expect(plan, `${JSON.stringify(page)}\n${plan}`).not.toMatch(/Seq Scan on (operator_actions|users)/u)
      }
})

test('a rare part of a reason is found by its index', async () => {
  const plans = await plansOf(db, (q) => listActions(q, { search: 'reason-777', limit: 26 }))
  expect(plans.at(-1)).toContain('operator_actions_by_piece')
  expect(await listActions(db, { search: 'REASON-777 ', limit: 26 })).toHaveLength(2)
})

test('pages follow each other without a gap, also within one moment', async () => {
  const page = { from: '2025-12-01', until: '2025-12-03' }
  const all = await listActions(db, { ...page, limit: 1_000 })
  const paged: string[] = []
  for (let before: string | undefined; ; before = paged.at(-1)) {
    const found = await listActions(db, { ...page, before, limit: 7 })
    paged.push(...found.map(({ id }) => id))
    if (found.length < 7) break
  }
  expect(paged).toEqual(all.map(({ id }) => id))
  expect(all.length).toBeGreaterThan(90)
  expect(all.every(({ at }) => at >= '2025-12-01T00:00' && at < '2025-12-04T00:00')).toBe(true)
})

test('finds a person by the address of an erased account', async () => {
  await db.$client.query(
    `update users set email = 'deleted-' || id || '@deleted.invalid', display_name = '', deleted_at = now()
       where email = 'person-7@example.com'`,
  )
  const found = await listActions(db, { person: 'person-7@example.com', limit: 26 })
  expect(found.length).toBeGreaterThan(0)
  expect(found.every(({ person }) => person === null)).toBe(true)
})

test('lists each operator of the log once, by steps in the index', async () => {
  expect(await listActionOperators(db)).toEqual([0, 1, 2, 3, 4].map((n) => `operator-${n}@example.com`))
  const [plan] = await plansOf(db, (q) => listActionOperators(q))
  expect(plan).not.toContain('Seq Scan')
})

/** 1,000 users and 20,000 entries, one in five a change, some at the same moment. */
async function fill(): Promise<void> {
  await db.$client.query(
    `insert into users (id, email) select gen_random_uuid(), 'person-' || n || '@example.com' from generate_series(1, 1000) n`,
  )
  await db.$client.query(
    `insert into operator_actions (operator_id, operator_email, action, subject_kind, subject_id, about, reason, after,
       person_id, at)
     select o.id, 'operator-' || n % 5 || '@example.com',
       case when n % 5 > 0 then 'user.view' when n % 25 = 0 then 'report.dismiss' else 'user.note' end,
       case when n % 25 = 0 then 'report' else 'user' end, 'subject-' || n % 1000,
       'person-' || 1 + n % 1000 || '@example.com', case when n % 5 = 0 then 'reason-' || n end, '{}', u.id,
       $1::timestamptz - (n / 2) * interval '1 hour'
     from generate_series(1, 20000) n
       join users u on u.email = 'person-' || 1 + n % 1000 || '@example.com'
       cross join (select id from users limit 1) o`,
    [NOW],
  )
  await db.$client.query('analyze')
}
