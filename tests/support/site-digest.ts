/**
 * Prints what a site holds, as JSON: rows and their hash for each table, and the hash of each stored file. The product
 * must not run.
 *
 *     node tests/support/site-digest.ts DATA_DIR [DATABASE_URL]
 */
import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withSiteDatabase } from '../../src/app/services/site-database.ts'
import { type Db } from '#platform/server/db.ts'

const [dataDir = '', DATABASE_URL] = process.argv.slice(2)

const tables = await withSiteDatabase({ DATA_DIR: dataDir, DATABASE_URL }, { say: () => {} }, digestOfTables)
process.stdout.write(JSON.stringify({ tables, files: await digestOfFiles(join(dataDir, 'files')) }))

async function digestOfTables({ $client }: Db): Promise<Record<string, string>> {
  const names = await $client.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const digests: [string, string][] = []
  for (const { name } of names.rows) {
    const found = await $client.query<{ digest: string }>(
      `select count(*) || ' rows, ' || coalesce(md5(string_agg(hash, '' order by hash)), 'empty') as digest
       from (select md5(t::text) as hash from "${name}" t) hashed`,
    )
    digests.push([name, found.rows[0]?.digest ?? ''])
  }
  return Object.fromEntries(digests)
}

async function digestOfFiles(folder: string): Promise<Record<string, string>> {
  const digests: [string, string][] = []
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    digests.push([
      path.slice(folder.length + 1),
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    ])
  }
  return Object.fromEntries(digests.toSorted(([a], [b]) => a.localeCompare(b)))
}
