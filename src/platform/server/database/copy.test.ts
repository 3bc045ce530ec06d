import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '../../../../tests/support/database.ts'
import { testProduct } from '../../../../tests/support/product.ts'
import { copyDatabase } from './copy.ts'
import type { Db } from '../db.ts'
import { installQueueSchema, startEngine } from '../jobs/boss.ts'
import { silentLog } from '../log.ts'
import { execute, queryRow, queryRows } from '../rows.ts'

const { db: source, databaseUrl, browser } = await testProduct()
const { db: target, url } = await testDatabase()
await installQueueSchema(url)

test('copies every row and queued job to another database, again and again, and back', async () => {
  await browser().signUp({ email: `${randomUUID()}@example.com` })
  const engine = await startEngine({
    url: databaseUrl,
    supervise: false,
    log: silentLog(),
  })
  await engine.prepare('probe')
  await engine.send(source, 'probe', { id: randomUUID(), ownerId: randomUUID(), slots: 1, turn: 7 })
  await engine.stop()
  for (const _ of [1, 2]) {
    const copy = await copyDatabase({ source, target, progress: () => undefined })
    expect(copy.tables).toBeGreaterThan(60)
  }
  for (const table of ['users', 'credit_entries', 'outbox', 'pgboss.job', 'pgboss.queue']) {
    const rows = await rowsOf(source, table)
    expect(rows.length, table).toBeGreaterThan(0)
    expect(await rowsOf(target, table), table).toEqual(rows)
  }
  const before = await rowsOf(source, 'users')
  await execute(target, `update users set display_name = 'Changed "there", {since} \\ then'`)
  await copyDatabase({ source: target, target: source, progress: () => undefined })
  expect(await rowsOf(source, 'users')).not.toEqual(before)
  expect(await rowsOf(source, 'users')).toEqual(await rowsOf(target, 'users'))
})

test('keeps the foreign keys, triggers and sequences of the target', async () => {
  await copyDatabase({ source, target, progress: () => undefined })
  expect(await guards(target)).toEqual(await guards(source))
})

test('changes nothing when the other database has another version of a table', async () => {
  await copyDatabase({ source, target, progress: () => undefined })
  const before = await rowsOf(target, 'users')
  await execute(source, 'alter table users add column shoe_size integer')
  await expect(copyDatabase({ source, target, progress: () => undefined })).rejects.toThrow(
    'The other database has another version of the table public.users.',
  )
  await execute(source, 'alter table users drop column shoe_size')
  expect(await rowsOf(target, 'users')).toEqual(before)
})

async function rowsOf(db: Db, table: string): Promise<string[]> {
  const rows = await queryRows(db, z.object({ row: z.string() }), `select t::text as row from ${table} t order by 1`)
  return rows.map(({ row }) => row)
}

function guards(db: Db) {
  return queryRow(
    db,
    z.object({ keys: z.array(z.string()), triggers: z.array(z.string()), sequences: z.array(z.string()) }),
    `select (select array_agg(format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) order by conrelid::regclass::text, conname)
         from pg_constraint where contype = 'f') as keys,
       (select array_agg(format('%s %s %s', tgrelid::regclass, tgname, tgenabled) order by tgname, tgrelid::regclass::text)
         from pg_trigger where not tgisinternal) as triggers,
       (select coalesce(array_agg(format('%s %s', sequencename, last_value) order by sequencename), '{}') from pg_sequences) as sequences`,
  )
}
