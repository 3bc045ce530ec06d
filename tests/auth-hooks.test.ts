import { expect, test } from 'vitest'
import { HOOKS, hookFaults } from './architecture/hook-pool.ts'
import { parse, readSources } from './architecture/source.ts'

const server = (await readSources()).filter(({ path }) => path.startsWith('src/') && !path.includes('.test.'))

test('no hook of Better Auth takes a second connection while a transaction is open', () => {
  expect(server.map(({ path }) => path)).toContain(HOOKS)
  expect(server.flatMap(hookFaults)).toEqual([])
})

test.each([
  ['the pool', HOOKS, 'async function f(deps: AuthDeps) { await isSuspended(deps.db, 1) }', '`queryable`'],
  ['the pool as a parameter', HOOKS, 'function f({ db }: AuthDeps) {}', '`queryable`'],
  ['a type of the pool', HOOKS, 'type Deps = { readonly pool: Db }', '`queryable`'],
  ['a transaction', HOOKS, `import { transaction } from '#platform/server/db.ts'`, 'no transaction'],
  ['hooks elsewhere', 'src/features/a/server/b.ts', 'const options = { databaseHooks: { user: {} } }', 'define hooks'],
])('the check finds %s', (_, path, code, message) => {
  expect(hookFaults(parse(path, code))).toContainEqual(expect.stringContaining(message))
})
