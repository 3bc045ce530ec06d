import { chown, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { mountSmallDisk } from '../../../tests/support/small-disk.ts'
import { AppError } from '../shared/errors.ts'
import { closeDatabase, openDatabase, sqlState } from './db.ts'
import { outageOf, requestOutageOf } from './outages.ts'
import { freePort } from './ports.ts'
import { probeFolder } from './writable.ts'

const { db } = await testDatabase({ max: 1 })
const disk = await mountSmallDisk(1_000_000)
afterAll(() => disk?.remove())

test.skipIf(disk === undefined)('a file that does not fit on the disk is reported as an outage', async () => {
  if (disk === undefined) return
  const full = await writeFile(join(disk.path, 'file'), new Uint8Array(2_000_000)).catch((error: unknown) => error)
  expect(outageOf(full)?.sentence).toBe("The server's disk is full. Try again in a few minutes.")
  expect(outageOf(await probeFolder(disk.path).catch((error: unknown) => error))?.fact).toMatch(/^the disk is full/u)
})

test.skipIf(disk === undefined)('a table that does not fit on the disk is reported as an outage', async () => {
  if (disk === undefined) return
  const { rows } = await db.$client.query<{ data_directory: string }>('show data_directory')
  const { uid, gid } = await stat(rows[0]?.data_directory ?? '')
  const folder = join(disk.path, 'tables')
  await rm(join(disk.path, 'file'), { force: true })
  await mkdir(folder)
  await chown(folder, uid, gid)
  await db.$client.query(`create tablespace small_disk location '${folder}'`)
  onTestFinished(async () => {
    await db.$client.query('drop table if exists too_large')
    await db.$client.query('drop tablespace small_disk')
  })
  await db.$client.query('create table too_large (text text) tablespace small_disk')
  const insert = `insert into too_large select repeat('long ', 100) from generate_series(1, 10000)`
  const refused = await db.$client.query(insert).catch((error: unknown) => error)
  expect(sqlState(refused)).toBe('53100')
  expect(outageOf(refused)?.sentence).toBe("The server's disk is full. Try again in a few minutes.")
})

test('a read-only database is reported as an outage', async () => {
  await db.$client.query('set default_transaction_read_only = on')
  const refused = await db.$client.query('delete from jobs').catch((error: unknown) => error)
  await db.$client.query('set default_transaction_read_only = off')
  expect(outageOf(refused)).toEqual({
    sentence: "The server can't save anything right now. Try again in a few minutes.",
    fact: 'the disk or the database is read-only',
  })
})

test.each([
  ['53100', 'disk is full'],
  ['EDQUOT', 'disk is full'],
  ['EROFS', "can't save"],
  ['53200', 'overloaded'],
  ['53300', 'overloaded'],
  ['53400', 'overloaded'],
  ['57P03', 'starting'],
  ['57P01', 'restarting'],
  ['08006', 'restarting'],
])('the code %s is an outage, also as the cause of another error', (code, sentence) => {
  const error = Object.assign(new Error('no'), { code })
  expect(outageOf(error)?.sentence).toContain(sentence)
  expect(outageOf(new AppError('unavailable', 'no', {}, { cause: error }))?.sentence).toContain(sentence)
})

test('a refused database connection is an outage for a request and an ordinary failure for a job', async () => {
  const gone = openDatabase(`postgres://nobody@127.0.0.1:${await freePort()}/nothing`)
  const refused: unknown = await gone.$client.query('select 1').catch((error: unknown) => error)
  await closeDatabase(gone)
  expect(requestOutageOf(new Error('wrapped', { cause: refused }))?.sentence).toContain('restarting')
  expect(outageOf(refused)).toBeUndefined()
})

test('a connection that ends without an error code is an outage', () => {
  expect(outageOf(new Error('Connection terminated unexpectedly'))?.sentence).toContain('restarting')
})

test.each([new Error('no'), Object.assign(new Error('no'), { code: '23505' }), 'ENOSPC', undefined])(
  'any other error is none: %s',
  (error) => expect(outageOf(error)).toBeUndefined(),
)
