import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import type { Db } from '#platform/server/db.ts'
import { ask } from '../../../tests/authorization/ask.ts'
import { JOB_ID, PERSON_ID } from '../../../tests/authorization/operators.ts'
import { peopleOfEveryRole } from '../../../tests/authorization/people.ts'
import { inputOf } from '../../../tests/authorization/read-row.ts'
import { PROCEDURES } from '../../../tests/authorization/table.ts'

const { db, product, url, cookiesOf } = await peopleOfEveryRole()

/** Tables that stay short on the largest site: settings, catalogues, a row a day, operators. */
const SHORT = new Set([
  'alert_rules',
  'alerts',
  'credit_audits',
  'domain_provider_domains',
  'domain_providers',
  'engine_speeds',
  'job_kinds',
  'migrations',
  'operator_roles',
  'site_backups',
  'site_settings',
  'speech_defaults',
  'storage_audits',
])

/** Tables of which sums read an index whole: one short row a user, or a payout of the newest 36 batches. */
const SUMMED = new Set(['project_usage', 'payouts'])

/** Partial indexes that stay short on the largest site: of what waits, is due or failed. */
const SHORT_INDEXES = new Set([
  'affiliate_applications_names',
  'billing_refunds_due',
  'commissions_to_pay',
  'jobs_of_owner',
  'jobs_unfinished',
  'outbox_failed',
  'outbox_unsent',
])

const indexes = await readIndexes()

// Of a few users, sales or finished exports, PostgreSQL would read all for each that it looks up.
await db.$client.query(
  `with made as (insert into users (id, email)
     select gen_random_uuid(), 'user-' || n || '@example.net' from generate_series(1, 3000) n returning id),
   joined as (insert into affiliates (user_id, referral_code, terms_accepted_at)
     select id, upper(left(id::text, 8)), now() from made on conflict do nothing returning user_id)
   insert into affiliate_usernames (username, affiliate_id) select left(user_id::text, 30), user_id from joined`,
)
await db.$client.query(
  `insert into commissions (id, referral_id, affiliate_id, kind, provider, invoice_id, currency, product_name, base, bps,
     amount, state, purchased_at, approves_at, created_at, updated_at)
   select gen_random_uuid(), referral_id, affiliate_id, kind, provider, n, currency, product_name, base, bps, amount,
     'rejected', purchased_at, approves_at, created_at, updated_at
   from commissions, generate_series(1, 3000) n`,
)
await db.$client.query(
  `insert into renders (id, project_id, owner_id, quality, revision, state, size_bytes, sha256, finished_at)
   select gen_random_uuid(), project_id, owner_id, quality, revision, 'done', 1, repeat('0', 64), now()
   from renders, generate_series(1, 3000)`,
)
await db.$client.query('vacuum analyze users, affiliates, affiliate_usernames, commissions, renders')

/** Further inputs of procedures that send other statements for them. */
const OTHER_INPUTS: readonly (readonly [procedure: string, input: object])[] = [
  ['operator.users', {}],
  ['operator.jobs', { state: 'running' }],
  ['operator.jobs', { state: 'failed' }],
  ['operator.jobs', { state: 'done' }],
  ['operator.jobs', { state: 'done', kind: 'rendering.render' }],
  ['operator.jobs', { state: 'queued', kind: 'rendering.render' }],
  ['operator.jobs', { state: 'failed', before: JOB_ID }],
  ['operator.allPayments', { only: 'refunded' }],
  ['operator.allPayments', { only: 'disputed' }],
  ['operator.allPayments', { before: '1700000000000.in_1' }],
  ['operator.payments', { userId: PERSON_ID, before: '1700000000000.in_1' }],
  ['operator.userExports', { userId: PERSON_ID, before: JOB_ID }],
  ['operator.affiliates', {}],
  ['operator.affiliates', { state: 'suspended' }],
  ['operator.affiliates', { search: 'partner', state: 'suspended', before: PERSON_ID }],
  ['operator.commissions', {}],
  ['operator.commissions', { state: 'paid' }],
  ['operator.commissions', { month: '2026-10' }],
  ['operator.commissions', { username: 'partner', month: '2026-10' }],
  ['operator.reports', { state: 'decided' }],
  ['operator.blockedAddresses', { search: 'spam' }],
  ['operator.suppressions', {}],
  ['operator.actions', { search: 'reason', kind: 'changes' }],
]

test('each statement of an operator’s page or action finds its rows by an index', async () => {
  const sent = await recordStatements(product.db)
  for (const [procedure, input] of calls()) await callAsOperator(procedure, input)
  const statements = sent()
  expect(statements.length).toBeGreaterThan(100)
  const unindexed: string[] = []
  for (const { text, values } of statements)
    for (const table of await tablesReadWhole(text, values))
      if (!SHORT.has(table) && !SUMMED.has(table)) unindexed.push(`${table}: ${text.replaceAll(/\s+/gu, ' ')}`)
  expect(unindexed).toEqual([])
})

/** Every procedure of operators; the one that erases the account the others need is the last. */
function calls(): (readonly [procedure: string, input: object | undefined])[] {
  const all = Object.entries(PROCEDURES).filter(
    ([name]) => name.startsWith('operator.') && name !== 'operator.eraseUser',
  )
  const erase = PROCEDURES['operator.eraseUser']
  return [
    ...all.map(([name, row]) => [name, inputOf(row)] as const),
    ...OTHER_INPUTS,
    ['operator.eraseUser', erase && { ...inputOf(erase), confirm: 'person@example.org' }],
  ]
}

/** Every statement that the product sends from now on, once for each set of filters. */
async function recordStatements(of: Db): Promise<() => readonly Statement[]> {
  // Every connection of a pool has the same class.
  const client = await of.$client.connect()
  const sent = vi.spyOn(Object.getPrototypeOf(client) as typeof client, 'query')
  client.release()
  onTestFinished(() => sent.mockRestore())
  return () => {
    const statements = new Map<string, Statement>()
    for (const [statement, values] of sent.mock.calls as unknown[][]) {
      const { text, values: own } = Sent.parse(typeof statement === 'string' ? { text: statement, values } : statement)
      // A filter that is left out is null: the statement finds its rows in another way.
      const kind = [text, ...own.map((value) => value === null)].join()
      if (!statements.has(kind)) statements.set(kind, { text, values: own })
    }
    return [...statements.values()]
  }
}

type Statement = { readonly text: string; readonly values: unknown[] }

async function callAsOperator(procedure: string, input: object | undefined): Promise<void> {
  const outcome = await ask(url, {
    method: 'POST',
    path: `/api/rpc/${procedure.replace('.', '/')}`,
    cookies: cookiesOf('operator'),
    json: { json: input },
  })
  expect(outcome, procedure).toBe('let in')
}

/** Each index with its table. */
async function readIndexes() {
  const { rows } = await db.$client.query<{ name: string; table: string }>(
    'select indexrelid::regclass::text as name, indrelid::regclass::text as table from pg_index',
  )
  return new Map(rows.map(({ name, table }) => [name, { table, isShort: SHORT_INDEXES.has(name) }]))
}

/** Ways to plan a statement, none of which reads a table whole if an index can find the rows. */
const WAYS = [
  ['seqscan', 'hashjoin', 'mergejoin'],
  // On a small table, PostgreSQL prefers to read in order and to filter: then by bitmaps, which find rows by conditions.
  ['seqscan', 'hashjoin', 'mergejoin', 'indexscan', 'indexonlyscan'],
]

/** The tables of which a statement reads every row, or every entry of an index, in whatever way it is planned. */
async function tablesReadWhole(text: string, values: unknown[]): Promise<string[]> {
  if (!/^\s*(select|insert|update|delete|with)\b/iu.test(text)) return []
  const read: string[][] = []
  for (const switchedOff of WAYS)
    read.push((await plansOf(text, values, switchedOff)).flatMap((plan) => readWhole(plan)))
  const [first = [], ...others] = read
  return first.filter((table) => others.every((other) => other.includes(table)))
}

async function plansOf(text: string, values: unknown[], switchedOff: readonly string[]): Promise<PlanNode[]> {
  const client = await db.$client.connect()
  try {
    await client.query('begin')
    for (const way of switchedOff) await client.query(`set local enable_${way} = off`)
    const { rows } = await client.query(`explain (format json) ${text}`, values)
    return rows.flatMap((row) => Explained.parse(row)['QUERY PLAN'].map(({ Plan }) => Plan))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** @param isLimited whether a limit above stops the reading, because every row on the way to it counts */
function readWhole(node: PlanNode, isLimited = false): string[] {
  const { 'Node Type': type, 'Index Name': index = '', Plans = [] } = node
  const { table, isShort = false } = indexes.get(index) ?? { table: node['Relation Name'] }
  const isCounted = isLimited && !dropsRows(node)
  const isIndexWhole = index !== '' && node['Index Cond'] === undefined && !isShort
  const readsAll = type === 'Seq Scan' || (isIndexWhole && !isCounted)
  const passesLimit = type === 'Limit' || (isCounted && !STORING.test(type))
  return [
    ...(readsAll ? [table ?? index ?? type] : []),
    ...Plans.flatMap((child) => readWhole(child, passesLimit && !SUBQUERY.test(child['Parent Relationship'] ?? ''))),
  ]
}

/** Whether a step can read a row without passing it on. An inner row that a filter drops takes the outer one with it. */
function dropsRows(node: PlanNode): boolean {
  const { Filter: filter, 'Join Filter': joinFilter, 'Join Type': join = 'Left', Plans = [] } = node
  if (filter !== undefined || joinFilter !== undefined) return true
  return join !== 'Left' && Plans.some((child) => child['Parent Relationship'] === 'Inner' && dropsRows(child))
}

/** Steps that read all their rows before the first one leaves them. */
const STORING = /^(Sort|Hash|Aggregate|WindowAgg|Materialize|CTE Scan|ModifyTable)$/u
/** Subqueries: a limit around them does not stop them. */
const SUBQUERY = /^(InitPlan|SubPlan)$/u

type PlanNode = {
  'Node Type': string
  'Parent Relationship'?: string | undefined
  'Relation Name'?: string | undefined
  'Index Name'?: string | undefined
  'Index Cond'?: string | undefined
  'Join Type'?: string | undefined
  'Join Filter'?: string | undefined
  Filter?: string | undefined
  Plans?: PlanNode[] | undefined
}
const PlanNode: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Parent Relationship': z.string().optional(),
    'Relation Name': z.string().optional(),
    'Index Name': z.string().optional(),
    'Index Cond': z.string().optional(),
    'Join Type': z.string().optional(),
    'Join Filter': z.string().optional(),
    Filter: z.string().optional(),
    Plans: z.array(PlanNode).optional(),
  }),
)
const Explained = z.object({ 'QUERY PLAN': z.array(z.object({ Plan: PlanNode })) })

const Sent = z.object({ text: z.string(), values: z.array(z.unknown()).default([]) })
