import { expect, test } from 'vitest'
import { databaseFaults } from './architecture/database-access.ts'
import { parse, readSources } from './architecture/source.ts'

/** Where the driver itself is used, each with its reason. */
const DRIVER: Readonly<Record<string, string>> = {
  'src/platform/server/db.ts': 'opens connections and transactions',
  'src/platform/server/rows.ts': 'the one place that runs statements',
  'src/platform/server/jobs/boss.ts': 'hands the statements of pg-boss through',
  'src/platform/server/events.ts': 'LISTEN needs a connection outside the pool',
  'src/platform/server/database/postgres.ts': 'creates the database before there is a pool',
  'src/features/accounts/server/auth/auth-options.ts': 'Better Auth reads and writes through drizzle',
}

const product = (await readSources()).filter(({ path }) => !/\.test\.tsx?$/.test(path) && !path.includes('/web/'))

test('reads and writes rows through their schemas only', () => {
  expect(product.length).toBeGreaterThan(200)
  expect(product.filter(({ path }) => DRIVER[path] === undefined).flatMap(databaseFaults)).toEqual([])
})

test('lists no file that could do without the driver', () => {
  const using = new Set(product.flatMap(databaseFaults).map((fault) => fault.replace(/:\d+.*$/s, '')))
  expect(Object.keys(DRIVER).filter((path) => !using.has(path))).toEqual([])
})

test.each([
  ['a statement through the driver', 'await tx.$client.query<{ n: number }>(sql)', 'the driver'],
  ['a client taken out of its wrapper', 'async function f({ $client }: Tx) {}', 'the driver'],
  ['a statement on a connection', 'await connection.query(sql)', 'the driver'],
  ['a schema that is created for each call', 'await queryRows(db, z.object({ n: z.int() }), sql)', 'once'],
  ['a column named by hand', 'await findRow(db, Row, `select user_id as "userId" from users`)', 'snake_case'],
])('the check finds %s', (_, code, message) => {
  expect(databaseFaults(parse('src/features/a/server/b.ts', code))).toEqual([expect.stringContaining(message)])
})
