import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '#platform/server/db.ts'
import { migrate } from '#platform/server/migrations.ts'

/**
 * Empties a database and migrates it to the state before a migration.
 * @param number four digits, such as `0030`
 */
export async function migrateUntil({ db }: { db: Db }, number: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    for (const name of await readdir('migrations'))
      if (name < number) await cp(join('migrations', name), join(folder, name))
    await db.$client.query('drop schema public cascade; create schema public; drop schema if exists pgboss cascade')
    await migrate(db, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
