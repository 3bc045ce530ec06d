import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { closeDatabase, connectOnce, openDatabase, sqlState, type Tx, transaction } from './db.ts'

const { db, url } = await testDatabase()
const eastern = await testDatabase({ timeZone: 'Pacific/Auckland' })
await db.$client.query('create table notes (id integer primary key)')
beforeEach(() => db.$client.query('delete from notes'))

test('a transaction commits when it returns and rolls back when it throws', async () => {
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

test('a transaction that swallows a failed statement fails instead of committing', async () => {
  const swallow = transaction(db, async (tx) => {
    await tx.$client.query('insert into notes values (3)')
    await tx.$client.query('insert into notes values (3)').catch(() => {})
  })
  await expect(swallow).rejects.toThrow('rolled back')
  expect(await ids()).toEqual([])
})

test('a connection stays open for a minute without statements', async () => {
  const pool = openDatabase(url)
  onTestFinished(() => closeDatabase(pool))
  await pool.$client.query('select 1')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await pool.$client.query('select 1')
  vi.advanceTimersByTime(59_000)
  expect(pool.$client.idleCount).toBe(1)
  vi.advanceTimersByTime(2_000)
  expect(pool.$client.idleCount).toBe(0)
})

test('a connection that dies inside a transaction fails only that transaction', async () => {
  const dying = transaction(db, async (tx) => {
    const { rows } = await tx.$client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await db.$client.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await tx.$client.query('insert into notes values (4)')
  })
  await expect(dying).rejects.toThrow()
  expect(await ids()).toEqual([])
})

test('retries one of two deadlocked transactions, and both commit', async () => {
  await db.$client.query('insert into notes values (1), (2)')
  const runs: string[] = []
  const both = Promise.withResolvers<void>()
  const swap = (name: string, [first, second]: [number, number]) =>
    transaction(db, async (tx) => {
      runs.push(name)
      // Early deadlock detection keeps this test short.
      await tx.$client.query("set local deadlock_timeout = '20ms'")
      await read(tx, first)
      if (runs.length === 2) both.resolve()
      await both.promise
      await read(tx, second)
      return name
    })
  expect(await Promise.all([swap('one', [1, 2]), swap('two', [2, 1])])).toEqual(['one', 'two'])
  expect(runs.length, runs.join()).toBeGreaterThan(2)
})

test.each(['40P01', '40001'])('restarts a transaction that PostgreSQL aborts (%s)', async (code) => {
  let runs = 0
  const kept = await transaction(db, async (tx) => {
    runs += 1
    await tx.$client.query('insert into notes values (6)')
    if (runs < 3) await fail(tx, code)
    return runs
  })
  expect(kept).toBe(3)
  expect(await ids()).toEqual([6])
})

test('gives up on a transaction after five failed attempts', async () => {
  let runs = 0
  const unlucky = transaction(db, async (tx) => {
    runs += 1
    await tx.$client.query('insert into notes values (7)')
    await fail(tx, '40P01')
  })
  await expect(unlucky).rejects.toMatchObject({ code: '40P01' })
  expect(runs).toBe(5)
  expect(await ids()).toEqual([])
})

test('does not retry work that must run once, or work that failed on its own', async () => {
  let runs = 0
  const work = (code: string) => async (tx: Tx) => {
    runs += 1
    await fail(tx, code)
  }
  await expect(transaction(db, work('40P01'), { once: true })).rejects.toMatchObject({ code: '40P01' })
  expect(runs).toBe(1)
  await expect(transaction(db, work('23505'))).rejects.toMatchObject({ code: '23505' })
  expect(runs).toBe(2)
  await expect(transaction(db, async () => Promise.reject(new Error(`${(runs += 1)}`)))).rejects.toThrow('3')
  expect(runs).toBe(3)
})

test('finds the code of a database error, also through drizzle', async () => {
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

test('every connection counts days and months in UTC, whatever the time zone of the database', async () => {
  const once = await connectOnce(eastern.url)
  for (const $client of [eastern.db.$client, once]) {
    const { rows } = await $client.query(`select '2027-01-30T12:00Z'::timestamptz + interval '1 month' as later`)
    expect(rows).toEqual([{ later: new Date('2027-02-28T12:00Z') }])
  }
  await once.end()
})

/** Reads and locks a note. */
async function read(tx: Tx, id: number): Promise<void> {
  await tx.$client.query('select id from notes where id = $1 for update', [id])
}

/** A PostgreSQL error with this code. */
async function fail(tx: Tx, code: string): Promise<void> {
  await tx.$client.query(`do $$ begin raise exception using errcode = '${code}'; end $$`)
}

async function ids(): Promise<number[]> {
  const { rows } = await db.$client.query<{ id: number }>('select id from notes order by id')
  return rows.map(({ id }) => id)
}
