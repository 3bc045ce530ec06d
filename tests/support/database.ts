import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { closeDatabase, connectOnce, type Db, openDatabase } from '#platform/server/db.ts'

/** A migrated, empty database of its own. */
export type TestDatabase = { readonly db: Db; readonly url: string }

/**
 * Makes a fresh migrated database for one test file and closes its pool when the file's tests are
 * done. Call it once per file, at the top level: `const { db, url } = await testDatabase()`.
 * @param o.max most connections at once, default 10
 */
export async function testDatabase(o: { max?: number } = {}): Promise<TestDatabase> {
  const { adminUrl, template } = inject('postgres')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  const admin = await connectOnce(adminUrl)
  // Copying waits for other copies of the same template; one advisory lock makes that orderly.
  await admin.query('select pg_advisory_lock(4870003)')
  await admin.query(`create database ${name} template ${template}`)
  await admin.end()

  const changed = new URL(adminUrl)
  changed.pathname = `/${name}`
  const db = openDatabase(changed.href, o)
  afterAll(() => closeDatabase(db))
  return { db, url: changed.href }
}
