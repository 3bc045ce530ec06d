import { parseArgs } from 'node:util'
import { closeDatabase, type Db, openDatabase } from '#platform/server/db.ts'
import { readEnv } from '#platform/server/env.ts'
import { installQueueSchema } from '#platform/server/jobs/boss.ts'
import { migrate } from '#platform/server/migrations.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { lockParts } from './process/part-names.ts'
import { printLine } from './process/terminal.ts'
import { moveBack, moveTo, refuseRunningProduct } from './services/move-database.ts'
import { withEmbeddedDatabase } from './services/site-database.ts'

/** `bin/database`, which documents and checks its arguments: moves the site between its embedded and another database. */
try {
  await run()
} catch (error) {
  printLine(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function run(): Promise<void> {
  const [command, url] = parseArgs({ allowPositionals: true }).positionals
  if (url === undefined || !/^postgres(ql)?:\/\//u.test(url))
    throw new Error('Give the address of the other database: postgres://user:password@host:port/database')
  const { DATA_DIR: dataDir } = readEnv()
  const lock = await lockParts(dataDir)
  if (lock === undefined) throw new Error(`${PRODUCT_NAME} runs with the data in ${dataDir}. Stop it first.`)
  const other = openDatabase(url, { max: 1 })
  const address = addressOf(url)
  try {
    await refuseRunningProduct(other, address)
    await withEmbeddedDatabase(dataDir, { say: printLine }, async (own, ownUrl) => {
      await createTables(own, ownUrl)
      await createTables(other, url)
      const move = command === 'move-to' ? moveTo : moveBack
      await move({ dataDir, own, other, address, say: printLine })
    })
  } finally {
    await closeDatabase(other)
    await lock.release()
  }
}

/** Creates the tables that a database lacks, as the first start does. */
async function createTables(db: Db, url: string): Promise<void> {
  await migrate(db)
  await installQueueSchema(url)
}

/** The address without user and password. */
function addressOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
