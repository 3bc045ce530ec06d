import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Queryable } from '#platform/server/db.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { plansOf } from '../../../../../tests/support/plans-of.ts'
import { findOpenContract, listDueContracts, listPastContracts } from './contract-rows.ts'
import { readOwnTerms, readTerms } from './terms-rows.ts'

const { db } = await testDatabase()
const NOW = new Date('2026-11-20T12:00:00Z')
let userId = ''

beforeAll(async () => {
  await fillContracts()
  const { rows } = await db.$client.query<{ id: string }>(
    `select id from users where email = 'person-5000@example.com'`,
  )
  userId = rows[0]?.id ?? ''
})

test.each<[what: string, call: (q: Queryable) => Promise<unknown>]>([
  ['what decides about limits', (q) => readTerms(q, userId)],
  ['what operators entered', (q) => readOwnTerms(q, userId)],
  ['the open contract of a user', (q) => findOpenContract(q, userId)],
  ['past contracts', (q) => listPastContracts(q, userId)],
  ['contracts with something due', (q) => listDueContracts(q, NOW)],
])('%s is read by an index, among 20,000 contracts', async (_, call) => {
  const [plan = ''] = await plansOf(db, call, { run: true })
  expect(plan).toMatch(/Index/u)
  expect(plan).not.toMatch(/Seq Scan on (billing|users)/u)
})

test('what is due is found without reading the contracts that run on', async () => {
  const [plan = ''] = await plansOf(db, (q) => listDueContracts(q, NOW), { run: true })
  const read = [...plan.matchAll(/(?:actual rows=|Rows Removed by Filter: )(\d+)/gu)].map(([, rows]) => Number(rows))
  expect(Math.max(...read), plan).toBeLessThan(500)
})

test('a month, an end and an announcement are due, each at its time', async () => {
  const due = new Set(await listDueContracts(db, NOW))
  const { rows } = await db.$client.query<{ id: string; name: string }>(
    `select c.user_id as id, c.name from billing_contracts c where c.ended_at is null and c.name <> 'runs on'`,
  )
  expect(rows.filter(({ id }) => due.has(id)).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['month', 'end', 'announcement', 'announcement of a short one']),
  )
  expect(rows.filter(({ name }) => name.startsWith('announced')).some(({ id }) => due.has(id))).toBe(false)
  expect(due.size).toBe(4)
})

/** 10,000 users with a contract that ended and one that runs on for a year; four have something due. */
async function fillContracts(): Promise<void> {
  await db.$client.query(
    `insert into users (id, email) select gen_random_uuid(), 'person-' || n || '@example.com' from generate_series(1, 10006) n`,
  )
  await db.$client.query(
    `insert into billing_contracts (id, user_id, plan, name, starts_at, ends_at, limits, base_plan, credits_from,
       next_grant_at, ended_at)
     select gen_random_uuid(), u.id, 'pro', 'runs on', $1::timestamptz - ended.ago, $1::timestamptz + '1 year' - ended.ago,
       '{}', 'free', $1, $1::timestamptz + '10 days', case when ended.is_over then $1::timestamptz - '1 day'::interval end
     from users u cross join (values (true, '2 years'::interval), (false, '1 month'::interval)) as ended(is_over, ago)
     where substr(u.email, 8, strpos(u.email, '@') - 8)::int <= 10000`,
    [NOW],
  )
  await db.$client.query(
    `insert into billing_lower_limits (user_id, limits, set_at)
     select id, '{}', $1 from users where substr(email, 8, strpos(email, '@') - 8)::int <= 5000`,
    [NOW],
  )
  const add = (n: number, name: string, o: { starts: string; ends: string; grant: string; announced?: boolean }) =>
    db.$client.query(
      `insert into billing_contracts (id, user_id, plan, name, starts_at, ends_at, limits, base_plan, credits_from,
         next_grant_at, reminded_for)
       select $1, id, 'pro', $2, $3::timestamptz + $4::interval, $3::timestamptz + $5::interval, '{}', 'free', $3,
         $3::timestamptz + $6::interval, case when $7 then $3::timestamptz + $5::interval end
       from users where email = 'person-' || $8::int || '@example.com'`,
      [randomUUID(), name, NOW, o.starts, o.ends, o.grant, o.announced === true, n],
    )
  await add(10_001, 'month', { starts: '-1 month', ends: '6 months', grant: '-1 minute' })
  await add(10_002, 'end', { starts: '-1 year', ends: '-1 minute', grant: '10 days', announced: true })
  await add(10_003, 'announcement', { starts: '-1 year', ends: '13 days', grant: '10 days' })
  await add(10_004, 'announcement of a short one', { starts: '-3 days', ends: '2 days', grant: '10 days' })
  await add(10_005, 'announced', { starts: '-1 year', ends: '13 days', grant: '10 days', announced: true })
  await add(10_006, 'announced later', { starts: '-1 day', ends: '12 days', grant: '10 days' })
  await db.$client.query('analyze')
}
