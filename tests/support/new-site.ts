import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { closeDatabase, openDatabase } from '#platform/server/db.ts'
import { openJobQueue } from '#platform/server/jobs.ts'
import { silentLog } from '#platform/server/log.ts'
import { migrate } from '#platform/server/migrations.ts'
import { startPostgres } from '#platform/server/database/postgres.ts'
import { reservePort } from './reserve-port.ts'

const Access = z.looseObject({ port: z.number() })

/** Makes the data of a site that nobody has used yet: its migrated database, in an empty folder. */
export async function makeNewSite(dataDir: string): Promise<void> {
  const server = await startPostgres({ dataDir, say: () => {} })
  try {
    const db = openDatabase(server.url, { max: 1 })
    await migrate(db)
    await closeDatabase(db)
    // Installs the queue's own tables.
    const queue = await openJobQueue({ url: server.url, log: silentLog() })
    await queue.close()
  } finally {
    await server.stop()
  }
}

/**
 * Copies the new site into the empty folder of a product: each product would create and migrate the same database. The
 * first start of an empty folder is a drill (`tests/drills/product.test.ts`).
 */
export async function copyNewSite(newSite: string, dataDir: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${newSite}/.`, dataDir])
  const accessFile = join(dataDir, 'postgres.json')
  const access = Access.parse(JSON.parse(await readFile(accessFile, 'utf8')))
  await writeFile(accessFile, JSON.stringify({ ...access, port: await reservePort() }))
}
