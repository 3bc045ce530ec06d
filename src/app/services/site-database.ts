import { z } from 'zod'
import { closeDatabase, type Db, openDatabase } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { startPostgres } from '#platform/server/database/postgres.ts'
import { queryRow } from '#platform/server/rows.ts'

/** A command's work on a database. */
type Work<T> = (db: Db, url: string) => Promise<T>
/** Enough for a snapshot beside the transaction that holds a lock. */
const CONNECTIONS = 4

/** Opens the database of a site for a command: that of DATABASE_URL, or else the embedded one. */
export function withSiteDatabase<T>(
  { DATABASE_URL: url, DATA_DIR: dataDir }: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>,
  o: { say: (sentence: string) => void },
  work: Work<T>,
): Promise<T> {
  return url === undefined ? withEmbeddedDatabase(dataDir, o, work) : withDatabase(url, work)
}

/** Opens the embedded database of a data folder for a command. It starts one that does not run, and stops it afterwards. */
export async function withEmbeddedDatabase<T>(
  dataDir: string,
  { say }: { say: (sentence: string) => void },
  work: Work<T>,
): Promise<T> {
  const server = await startPostgres({ dataDir, say })
  try {
    return await withDatabase(server.url, work)
  } finally {
    // The product may have started meanwhile, and uses this server.
    if (server.started && !(await withDatabase(server.url, isInUse))) await server.stop()
  }
}

const Connections = z.object({ count: z.int() })

/** Whether another process of the product is connected. Call it before anything else of this process connects. */
export async function isInUse(db: Db): Promise<boolean> {
  const { count } = await queryRow(
    db,
    Connections,
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = current_setting('application_name')
       and pid <> pg_backend_pid()`,
  )
  return count > 0
}

async function withDatabase<T>(url: string, work: Work<T>): Promise<T> {
  const db = openDatabase(url, { max: CONNECTIONS })
  try {
    return await work(db, url)
  } finally {
    await closeDatabase(db)
  }
}
