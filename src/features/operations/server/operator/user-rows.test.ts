import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Queryable } from '#platform/server/db.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { workedMsOf } from '#platform/server/jobs.ts'
import { countVideosByPlan, findUser, listUsers, type UserPage } from './user-rows.ts'

const { db } = await testDatabase()
const NOW = new Date('2026-11-20T12:00:00Z')
const SEARCHES = [undefined, 'a', 'xy', 'ada', 'person-77', 'nobody at all', 'example.com']
const FILTERS = [
  {},
  { plan: 'free' },
  { plan: 'enterprise' },
  { state: 'active' },
  { state: 'inactive' },
  { state: 'suspended' },
  { state: 'unconfirmed' },
  { isAffiliate: true },
  { minBytes: 1e9 },
  { minBytes: 1e12 },
  { plan: 'pro', state: 'active', isAffiliate: true, minBytes: 1e9 },
] as const
const ORDERS = ['newest', 'seen', 'email', 'storage'] as const

test('no list of 10,000 users reads them all', { timeout: 300_000 }, async () => {
  await fillUsers()
  const before = await someUser()
  for (const search of SEARCHES)
    for (const filter of FILTERS)
      for (const order of ORDERS)
        for (const from of [undefined, before]) {
          const page: UserPage = { ...filter, search, order, before: from, limit: 26, now: NOW }
          const { plan, rows } = await planOf((q) => listUsers(q, page))
          expect(rows, JSON.stringify(page)).toBeLessThanOrEqual(26)
          expect(plan, JSON.stringify(page)).not.toMatch(/Seq Scan on users/u)
        }
})

test('a rare part of a name is found by its index, in every order', async () => {
  for (const order of ORDERS) {
    const page: UserPage = { search: 'person-77', order, before: undefined, limit: 26, now: NOW }
    const { plan } = await planOf((q) => listUsers(q, page))
    expect(plan, order).toContain('users_by_piece')
  }
})

test('the work of one user is summed by its index', async () => {
  const id = await someUser()
  await db.$client.query(
    `insert into jobs (id, name, owner_id, subject_id, payload, state, started_at, finished_at)
     select gen_random_uuid(), 'media.check', gen_random_uuid()::text, n::text, '{}', 'done', now(), now()
     from generate_series(1, 3000) n`,
  )
  await db.$client.query('analyze jobs')
  const { plan } = await planOf((q) => workedMsOf(q, id))
  expect(plan).toContain('jobs_worked')
})

test('videos by plan are summed from one row a user, not counted', async () => {
  const { plan } = await planOf(countVideosByPlan)
  expect(plan).toContain('project_usage')
  expect(plan).not.toMatch(/ on projects/u)
  const { rows } = await db.$client.query<{ sum: string }>('select sum(videos) from project_usage')
  const counts = await countVideosByPlan(db)
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(Number(rows[0]?.sum))
})

test('one user is read by their key', async () => {
  const id = await someUser()
  const { plan } = await planOf((q) => findUser(q, id))
  expect(plan).not.toContain('Seq Scan')
})

/** The plan of the statement that a call sends, and its number of rows. */
async function planOf(call: (q: Queryable) => Promise<unknown>): Promise<{ plan: string; rows: number }> {
  const sent: { text: string; values: unknown[] }[] = []
  const query = async (statement: { text: string; values: unknown[] }) => {
    sent.push(statement)
    return db.$client.query(statement)
  }
  const found = await call({ ...db, $client: { query } } as unknown as Queryable)
  const [statement] = sent
  const { rows } = await db.$client.query<{ 'QUERY PLAN': string }>(`explain ${statement?.text}`, statement?.values)
  return { plan: rows.map((row) => row['QUERY PLAN']).join('\n'), rows: Array.isArray(found) ? found.length : 1 }
}

async function someUser(): Promise<string> {
  const { rows } = await db.$client.query<{ id: string }>(`select id from users where email like 'person-5000@%'`)
  return rows[0]?.id ?? randomUUID()
}

async function fillUsers(): Promise<void> {
  await db.$client.query(
    `insert into users (id, email, display_name, plan, email_verified, created_at, last_seen_at, suspended_at)
     select gen_random_uuid(), 'person-' || n || '@example.com',
       (array['Ada', 'Bob', 'Cleo', 'Dana', 'Erin'])[1 + n % 5] || ' ' || md5(n::text),
       case when n % 1000 = 0 then 'enterprise' when n % 20 = 0 then 'pro' else 'free' end, n % 10 <> 0,
       $1::timestamptz - n * interval '1 hour', $1::timestamptz - (n * 7919 % 400) * interval '1 day',
       case when n % 500 = 0 then $1::timestamptz end
     from generate_series(1, 10000) as n`,
    [NOW],
  )
  await db.$client.query(
    `insert into project_usage (owner_id, videos, bytes)
     select id, 10, (100000000 * (row_number() over () % 100)) from users where random() < 0.6`,
  )
  await db.$client.query(
    `insert into affiliates (user_id, referral_code, terms_accepted_at)
     select id, left(upper(replace(id::text, '-', '')), 8), now() from users order by created_at limit 3000`,
  )
  await db.$client.query(
    `insert into passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
     select gen_random_uuid(), id, 'Phone', 'key', id::text, 0, 'multiDevice', true
     from users order by created_at limit 2000`,
  )
  await db.$client.query('analyze')
}
