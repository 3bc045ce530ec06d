import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { closeDatabase, connectOnce, type Db, openDatabase } from '#platform/server/db.ts'

/** Creates a database without any table. @returns its address */
export async function emptyDatabase(): Promise<string> {
  const { adminUrl, template } = inject('postgres')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  const admin = await connectOnce(adminUrl)
  await admin.query(`create database ${name}`)
  await admin.end()
  const changed = new URL(adminUrl)
  changed.pathname = `/${name}`
  return changed.href
}

/** A migrated, empty database for one test file. */
export type TestDatabase = { readonly db: Db; readonly url: string }

/**
 * Creates a migrated database for one test file and closes its pool after the file's tests. Call it once per file, at
 * the top level: `const { db, url } = await testDatabase()`.
 * @param o.max maximum number of connections, default 10
 * @param o.timeZone the time zone of its connections, default the server's
 */
export async function testDatabase(o: { max?: number; timeZone?: string } = {}): Promise<TestDatabase> {
  const { adminUrl, template } = inject('postgres')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  const admin = await connectOnce(adminUrl)
  // Only one copy of a template can be made at a time; the advisory lock queues them.
  await admin.query('select pg_advisory_lock(4870003)')
  await admin.query(`create database ${name} template ${template}`)
  if (o.timeZone !== undefined) await admin.query(`alter database ${name} set timezone to '${o.timeZone}'`)
  await admin.end()

  const changed = new URL(adminUrl)
  changed.pathname = `/${name}`
  const db = openDatabase(changed.href, o)
  afterAll(() => closeDatabase(db))
  return { db, url: changed.href }
}
