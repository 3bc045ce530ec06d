import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import type { Db } from '#platform/server/db.ts'
import { ask } from '../../../tests/authorization/ask.ts'
import { JOB_ID, PERSON_ID } from '../../../tests/authorization/operators.ts'
import { peopleOfEveryRole } from '../../../tests/authorization/people.ts'
import { inputOf } from '../../../tests/authorization/read-row.ts'
import { PROCEDURES } from '../../../tests/authorization/table.ts'

const { db, product, url, cookiesOf } = await peopleOfEveryRole()

const indexes = await readIndexes()

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
  ['operator.commissions', {}],
  ['operator.commissions', { username: 'partner', month: '2026-10' }],
  ['operator.reports', { state: 'decided' }],
  ['operator.blockedAddresses', { search: 'spam' }],
  ['operator.suppressions', {}],
  ['operator.actions', { search: 'reason', kind: 'changes' }],
]

test('each statement of an operator’s page or action finds its rows by an index', { timeout: 120_000 }, async () => {
  const sent = await recordStatements(product.db)
  for (const [procedure, input] of calls()) await callAsOperator(procedure, input)
  const statements = sent()
  expect(statements.size).toBeGreaterThan(100)
  const unindexed: string[] = []
  for (const [text, values] of statements)
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

/** Every statement that the product sends from now on, once, with the values of its first use. */
async function recordStatements(of: Db): Promise<() => ReadonlyMap<string, unknown[]>> {
  // Every connection of a pool has the same class.
  const client = await of.$client.connect()
  const sent = vi.spyOn(Object.getPrototypeOf(client) as typeof client, 'query')
  client.release()
  onTestFinished(() => sent.mockRestore())
  return () => {
    const statements = new Map<string, unknown[]>()
    for (const [statement, values] of sent.mock.calls as unknown[][]) {
      const { text, values: own } = Sent.parse(typeof statement === 'string' ? { text: statement, values } : statement)
      if (!statements.has(text)) statements.set(text, own)
    }
    return statements
  }
}

async function callAsOperator(procedure: string, input: object | undefined): Promise<void> {
  const outcome = await ask(url, {
    method: 'POST',
    path: `/api/rpc/${procedure.replace('.', '/')}`,
    cookies: cookiesOf('operator'),
    json: { json: input },
  })
  expect(outcome, procedure).toBe('let in')
}

/** Each index with its table; partial ones, such as that of waiting jobs, are short. */
async function readIndexes() {
  const { rows } = await db.$client.query<{ name: string; table: string; isPartial: boolean }>(
    `select indexrelid::regclass::text as name, indrelid::regclass::text as table, indpred is not null as "isPartial"
     from pg_index`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

/** The tables of which a statement reads every row, or every entry of an index, whatever their sizes. */
async function tablesReadWhole(text: string, values: unknown[]): Promise<string[]> {
  if (!/^\s*(select|insert|update|delete|with)\b/iu.test(text)) return []
  const client = await db.$client.connect()
  try {
    await client.query('begin')
    // Then a table is read whole only if no index can find the rows.
    for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await client.query(`set local enable_${way} = off`)
    const { rows } = await client.query(`explain (format json) ${text}`, values)
    return rows.flatMap((row) => Explained.parse(row)['QUERY PLAN'].flatMap(({ Plan }) => readWhole(Plan)))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** @param isLimited whether a limit above stops the reading */
function readWhole(node: PlanNode, isLimited = false): string[] {
  const { 'Node Type': type, 'Index Name': index = '', Plans = [] } = node
  const { table, isPartial = false } = indexes.get(index) ?? { table: node['Relation Name'] }
  const isIndexWhole = index !== '' && node['Index Cond'] === undefined && !isPartial
  const readsAll = type === 'Seq Scan' || (isIndexWhole && !isLimited)
  const passesLimit = type === 'Limit' || (isLimited && !STORING.test(type))
  return [...(readsAll ? [table ?? index ?? type] : []), ...Plans.flatMap((child) => readWhole(child, passesLimit))]
}

/** Steps that read all their rows before the first one leaves them. */
const STORING = /^(Sort|Hash|Aggregate|WindowAgg|Materialize|CTE Scan|ModifyTable)$/u

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Index Name'?: string | undefined
  'Index Cond'?: string | undefined
  Plans?: PlanNode[] | undefined
}
const PlanNode: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Index Name': z.string().optional(),
    'Index Cond': z.string().optional(),
    Plans: z.array(PlanNode).optional(),
  }),
)
const Explained = z.object({ 'QUERY PLAN': z.array(z.object({ Plan: PlanNode })) })

const Sent = z.object({ text: z.string(), values: z.array(z.unknown()).default([]) })
