import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { type AffiliatePage, listAffiliates } from './affiliates.ts'

const { db } = await testDatabase()
const ALL = { search: '', state: undefined, before: undefined, limit: 26 } as const
/** Rows that a page of 26 may read in one step: those it lists, or those with the same pieces. */
const MOST_READ = 200

await fillAffiliates()

test.each<[what: string, page: Partial<AffiliatePage>, found: string[]]>([
  ['a part of their username', { search: 'tner-7781' }, ['partner-7781']],
  ['a part of their address, in capitals', { search: 'ERSON-7781@exa' }, ['partner-7781']],
  ['a part of their name, without its accent', { search: ' zoe 7781 ' }, ['partner-7781']],
  ['their code', { search: 'aaaa7781' }, ['partner-7781']],
  ['nothing that they have', { search: 'nobody at all' }, []],
  ['a former username', { search: 'former-5' }, []],
])('finds an affiliate among 10,000 by %s', async (_, page, found) => {
  const { usernames, read } = await readPage(page)
  expect(usernames).toEqual(found)
  expect(read).toBeLessThanOrEqual(MOST_READ)
})

test.each<[what: string, page: Partial<AffiliatePage>]>([
  ['all', {}],
  ['those with a part that all usernames have', { search: 'partner' }],
  ['those with a part that all addresses have', { search: 'example.com' }],
  ['those with one letter', { search: 'a' }],
  ['those who are active', { state: 'active' }],
  ['those who are suspended', { state: 'suspended' }],
  ['those who are suspended, by a part', { state: 'suspended', search: 'partner' }],
])('reads no more than a page of %s, also of the next page', async (_, page) => {
  const first = await readPage(page)
  expect(first.usernames).toHaveLength(26)
  expect(first.read).toBeLessThanOrEqual(MOST_READ)
  const next = await readPage({ ...page, before: first.lastId })
  expect(next.usernames).toHaveLength(26)
  expect(next.read).toBeLessThanOrEqual(MOST_READ)
  expect(new Set([...first.usernames, ...next.usernames]).size, 'no affiliate twice').toBe(52)
})

type Read = {
  readonly usernames: readonly string[]
  readonly lastId: string | undefined
  /** The most rows that a step of the plan reads, with those it throws away. */
  readonly read: number
}

async function readPage(page: Partial<AffiliatePage>): Promise<Read> {
  const sent: { text: string; values: unknown[] }[] = []
  const query = async (statement: { text: string; values: unknown[] }) => {
    sent.push(statement)
    return db.$client.query(statement)
  }
  const listed = await listAffiliates({ ...db, $client: { query } } as unknown as Queryable, { ...ALL, ...page })
  const [{ text, values } = { text: '', values: [] }] = sent
  const { rows } = await db.$client.query(`explain (analyze, format json) ${text}`, values)
  const [plan] = Explained.parse(rows[0])['QUERY PLAN']
  return {
    usernames: listed.map(({ referralUsername }) => referralUsername),
    lastId: listed.at(-1)?.id,
    read: plan === undefined ? Number.NaN : mostRead(plan.Plan),
  }
}

function mostRead(node: PlanNode): number {
  const removed = REMOVED.reduce((sum, key) => sum + (node[key] ?? 0), 0)
  const own = (node['Actual Rows'] + removed) * node['Actual Loops']
  return Math.max(own, ...(node.Plans ?? []).map(mostRead))
}

/** Rows that a step reads and throws away. */
const REMOVED = ['Rows Removed by Filter', 'Rows Removed by Join Filter', 'Rows Removed by Index Recheck'] as const

type PlanNode = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number | undefined
  'Rows Removed by Join Filter'?: number | undefined
  'Rows Removed by Index Recheck'?: number | undefined
  Plans?: PlanNode[] | undefined
}
const PlanNode: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    'Actual Rows': z.number(),
    'Actual Loops': z.number(),
    'Rows Removed by Filter': z.number().optional(),
    'Rows Removed by Join Filter': z.number().optional(),
    'Rows Removed by Index Recheck': z.number().optional(),
    Plans: z.array(PlanNode).optional(),
  }),
)
const Explained = z.object({ 'QUERY PLAN': z.array(z.object({ Plan: PlanNode })) })

/** 10,000 affiliates with similar names, each with a former username; one in a hundred is suspended. */
async function fillAffiliates(): Promise<void> {
  await db.$client.query(
    `insert into users (id, email, display_name, created_at)
     select gen_random_uuid(), 'person-' || n || '@example.com', 'Zoé ' || n, now() - n * interval '1 hour'
     from generate_series(1, 10000) n`,
  )
  await db.$client.query(
    `insert into affiliates (user_id, referral_code, state, terms_accepted_at, created_at)
     select id, 'AAA' || lpad(n, 5, 'A'), case when n::int % 100 = 0 then 'banned' else 'active' end, created_at, created_at
     from users, lateral (select split_part(display_name, ' ', 2) as n) as number`,
  )
  for (const [prefix, isCurrent] of [
    ['partner-', true],
    ['former-', false],
  ])
    await db.$client.query(
      `insert into affiliate_usernames (username, affiliate_id, is_current)
       select $1 || split_part(display_name, ' ', 2), id, $2 from users`,
      [prefix, isCurrent],
    )
  await db.$client.query('vacuum analyze')
}
