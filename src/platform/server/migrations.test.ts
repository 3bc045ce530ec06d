import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { migrate } from './migrations.ts'

const { db } = await testDatabase()
const other = await testDatabase()
let directory = ''

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'migrations-'))
  await db.$client.query('drop table if exists pears, apples; delete from migrations where name like $$9%$$')
})
afterEach(() => rm(directory, { recursive: true }))

test('migrations run once, in the order of their numbers', async () => {
  await file('9002_pears.sql', 'create table pears (apple integer references apples)')
  await file('9001_apples.sql', 'create table apples (id integer primary key)')

  expect(await migrate(db, directory)).toEqual(['9001_apples.sql', '9002_pears.sql'])
  expect(await migrate(db, directory)).toEqual([])
})

test('applies a migration whose number is below one that ran', async () => {
  await file('9002_pears.sql', 'create table pears (id integer primary key)')
  await migrate(db, directory)
  await file('9001_apples.sql', 'create table apples (id integer primary key)')

  expect(await migrate(db, directory)).toEqual(['9001_apples.sql'])
})

test('the database of a site that has 0100 gets 0098', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earlier-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp('migrations', folder, { recursive: true })
  await rm(join(folder, '0098_site_pictures.sql'))
  await other.db.$client.query('drop schema public cascade; create schema public; drop schema if exists pgboss cascade')
  expect(await migrate(other.db, folder)).toContain('0100_mail_suppressions.sql')

  expect(await migrate(other.db)).toEqual(['0098_site_pictures.sql'])
})

test('processes that start together wait for each other and apply each migration once', async () => {
  await file('9001_apples.sql', 'create table apples (id integer primary key)')

  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(db, directory)))

  expect(applied.flat()).toEqual(['9001_apples.sql'])
})

test('refuses to start when an applied migration has changed', async () => {
  await file('9001_apples.sql', 'create table apples (id integer primary key)')
  await migrate(db, directory)
  await file('9001_apples.sql', 'create table apples (id bigint primary key)')

  await expect(migrate(db, directory)).rejects.toThrow('9001_apples.sql was changed after it ran')
})

test('refuses to start on the database of a newer release, before writing anything', async () => {
  await file('9001_apples.sql', 'create table apples (id integer primary key)')
  await file('9002_pears.sql', 'create table pears (id integer primary key)')
  await migrate(db, directory)
  await rm(join(directory, '9002_pears.sql'))

  await expect(migrate(db, directory)).rejects.toThrow('prepared by a newer release (9002_pears.sql)')
})

test('a failing migration rolls back all new ones', async () => {
  await file('9001_apples.sql', 'create table apples (id integer primary key)')
  await file('9002_pears.sql', 'create tabel pears')

  await expect(migrate(db, directory)).rejects.toThrow('9002_pears.sql failed')
  const { rows } = await db.$client.query(`select to_regclass('apples') as apples`)
  expect(rows).toEqual([{ apples: null }])
})

test.each(['apples.sql', '9001-apples.sql', '12_apples.sql'])('a migration named %s is refused', async (name) => {
  await file(name, 'select 1')
  await expect(migrate(db, directory)).rejects.toThrow('needs a number of its own')
})

test('rejects two migrations with the same number', async () => {
  await file('9001_apples.sql', 'select 1')
  await file('9001_pears.sql', 'select 1')
  await expect(migrate(db, directory)).rejects.toThrow('9001_pears.sql needs a number of its own')
})

async function file(name: string, sql: string): Promise<void> {
  await writeFile(join(directory, name), sql)
}
