import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { connectOnce, sqlState, transaction } from './db.ts'

const { db, url } = await testDatabase()
await db.$client.query('create table notes (id integer primary key)')
beforeEach(() => db.$client.query('delete from notes'))

test('what a transaction wrote is kept when it ends and gone when it throws', async () => {
  const write = transaction(db, async (tx) => tx.$client.query('insert into notes values (1)').then(() => 'kept'))
  expect(await write).toBe('kept')
  await expect(
    transaction(db, async (tx) => {
      await tx.$client.query('insert into notes values (2)')
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')

  expect(await ids()).toEqual([1])
})

test('a transaction that swallowed a failed statement does not pretend to have committed', async () => {
  const swallow = transaction(db, async (tx) => {
    await tx.$client.query('insert into notes values (3)')
    await tx.$client.query('insert into notes values (3)').catch(() => {})
  })
  await expect(swallow).rejects.toThrow('rolled back')
  expect(await ids()).toEqual([])
})

test('a connection that dies inside a transaction fails that transaction only', async () => {
  const dying = transaction(db, async (tx) => {
    const { rows } = await tx.$client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await db.$client.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await tx.$client.query('insert into notes values (4)')
  })
  await expect(dying).rejects.toThrow()
  expect(await ids()).toEqual([])
})

test('the kind of a database error is told, through drizzle too', async () => {
  const insert = sql`insert into notes values (5)`
  await drizzle(db.$client).execute(insert)
  expect(
    sqlState(
      await drizzle(db.$client)
        .execute(insert)
        .catch((error: unknown) => error),
    ),
  ).toBe('23505')
  expect(sqlState(await db.$client.query('selec').catch((error: unknown) => error))).toBe('42601')
  expect(sqlState(new Error('no database error'))).toBeUndefined()
  const connection = await connectOnce(url)
  await connection.end()
})

async function ids(): Promise<number[]> {
  const { rows } = await db.$client.query<{ id: number }>('select id from notes order by id')
  return rows.map(({ id }) => id)
}
