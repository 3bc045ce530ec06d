import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse, readSources } from './architecture/source.ts'
import { migratedTables, type TableAccess, tableAccesses } from './architecture/table-access.ts'
import { DECLARED_READS, OWNED_TABLES, ownersTable, printedOwners } from './architecture/table-owners.ts'

const tables = await migratedTables()
const owners = new Map(Object.entries(OWNED_TABLES).flatMap(([owner, its]) => its.map((table) => [table, owner])))
const product = (await readSources()).filter(({ path }) => !/\.test\.tsx?$/.test(path) && !path.includes('/web/'))
const accesses = product.flatMap((source) => tableAccesses(source, tables))

test('every table has one owner', () => {
  expect(tables.size).toBeGreaterThan(50)
  expect(Object.values(OWNED_TABLES).flat().toSorted()).toEqual([...tables].toSorted())
})

test('only the owner of a table writes it, and every other reader states a reason', () => {
  expect(accesses.length).toBeGreaterThan(300)
  expect(accesses.flatMap(faultOf)).toEqual([])
})

test('every declared read exists', () => {
  const read = new Set(accesses.map(({ part, table }) => `${part} reads ${table}`))
  const declared = Object.entries(DECLARED_READS).flatMap(([part, reads]) =>
    Object.keys(reads).map((table) => `${part} reads ${table}`),
  )
  expect(declared.filter((each) => !read.has(each))).toEqual([])
})

test.each([
  ['a write of a table that may be read', "execute(tx, 'update users set plan = $1')", 'credits writes users'],
  ['a delete', "execute(tx, 'delete from sessions where user_id = $1')", 'credits writes sessions'],
  ['an insert', "execute(tx, 'insert into outbox (id) values ($1)')", 'credits writes outbox'],
  ['a join', 'findRow(q, Row, `select 1 from credit_lots l\n join renders r on true`)', 'credits reads renders'],
  ['a table after a comma', "findRow(q, Row, 'select 1 from credit_lots l, projects p')", 'credits reads projects'],
  ['a part of a statement', 'const JOINS = `join payouts p on p.id = ${id}`', 'credits reads payouts'],
])('the check finds %s', (_, code, fault) => {
  const source = parse('src/features/credits/server/history.ts', code)
  expect(tableAccesses(source, tables).flatMap(faultOf)).toEqual([`src/features/credits/server/history.ts: ${fault}`])
})

test('ARCHITECTURE.md prints the owners that are enforced', async () => {
  const document = await readFile('ARCHITECTURE.md', 'utf8')
  expect(printedOwners(document), 'run: node scripts/print-tables.ts').toBe(ownersTable())
})

function faultOf({ path, part, table, isWrite }: TableAccess): string[] {
  if (owners.get(table) === part) return []
  if (isWrite) return [`${path}: ${part} writes ${table}`]
  return DECLARED_READS[part]?.[table] === undefined ? [`${path}: ${part} reads ${table}`] : []
}
