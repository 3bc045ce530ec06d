import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../tests/support/database.ts'
import { transaction } from './db.ts'
import { asRefusal } from './http.ts'
import { bigint, bytea, execute, findRow, queryRow, queryRows } from './rows.ts'

const { db } = await testDatabase()

const Named = z.object({ userId: z.string(), day2Count: z.int() })

test('reads columns under camelCase keys and leaves the keys of stored JSON alone', async () => {
  const Row = Named.extend({ data: z.unknown() })
  expect(
    await queryRows(db, Row, `select 'ann' as user_id, 7 as day_2_count, '{"a_b": 1}'::jsonb as data, 1 as unread`),
  ).toEqual([{ userId: 'ann', day2Count: 7, data: { a_b: 1 } }])
})

test('refuses a row of another shape as a defect, without printing its values', async () => {
  const reading = queryRows(db, Named, `select 'secret' as user_id, 'secret' as day_2_count`)
  await expect(reading).rejects.toThrow(/does not match its schema in "select .*day2Count/s)
  const error: unknown = await reading.catch((thrown: unknown) => thrown)
  expect(asRefusal(error).code).toBe('internal')
  await expect(queryRows(db, Named, 'select null as user_id, 1 as day_2_count')).rejects.toThrow(/userId/)
  await expect(queryRows(db, Named, `select 'ann' as user_id`)).rejects.toThrow(/day2Count/)
})

test('keeps a refused value out of the message', async () => {
  const Role = z.object({ role: z.enum(['owner', 'editor']) })
  const error: unknown = await queryRows(db, Role, 'select $1::text as role', ['hunter2']).catch(
    (thrown: unknown) => thrown,
  )
  expect(String(error)).toContain('role')
  expect(String(error)).not.toContain('hunter2')
})

test('returns the first row, none, or insists on one', async () => {
  const N = z.object({ n: z.int() })
  expect(await findRow(db, N, 'select n from generate_series(1, $1) as n', [2])).toEqual({ n: 1 })
  expect(await findRow(db, N, 'select 1 as n where false')).toBeUndefined()
  expect(await queryRow(db, N, 'select 3 as n')).toEqual({ n: 3 })
  await expect(queryRow(db, N, 'select 1 as n where false')).rejects.toThrow('no row from "select 1 as n where false"')
})

test('counts the rows that a statement changed or found, also inside a transaction', async () => {
  const counts = await transaction(db, async (tx) => [
    await execute(tx, 'create temp table counted (n int) on commit drop'),
    await execute(tx, 'insert into counted select generate_series(1, $1::int)', [3]),
    await execute(tx, 'update counted set n = 0 where n > $1', [1]),
    await execute(tx, 'select 1 from counted'),
  ])
  expect(counts).toEqual([0, 3, 2, 3])
})

test('reads bigint as a number while it is exact, and bytea as bytes', async () => {
  const Row = z.object({ size: bigint, sum: bigint, bytes: bytea })
  const sql = `select $1::bigint as size, $2::numeric as sum, '\\x0102'::bytea as bytes`
  expect(await queryRow(db, Row, sql, ['9007199254740991', '12'])).toEqual({
    size: Number.MAX_SAFE_INTEGER,
    sum: 12,
    bytes: Buffer.from([1, 2]),
  })
  await expect(queryRow(db, Row, sql, ['9007199254740993', '12'])).rejects.toThrow(/size/)
  await expect(queryRow(db, Row, sql, ['1', '0.5'])).rejects.toThrow(/sum/)
})
