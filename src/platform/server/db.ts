import { Client, DatabaseError, Pool, type PoolClient } from 'pg'

/** The database through a pool of connections: each statement stands alone. */
export type Db = { readonly $client: Pool }
/** One connection inside an open transaction: what is written here commits or vanishes together. */
export type Tx = { readonly $client: PoolClient }
/** Anything that runs a statement. */
export type Queryable = Db | Tx
/** A connection outside any pool, for LISTEN and for the launcher. */
export type Connection = Client

const CONNECT_TIMEOUT_MS = 10_000

/**
 * Opens a pool; it connects at the first statement and by itself again after the server restarted.
 * @param o.max most connections at once, default 10
 */
export function openDatabase(url: string, { max = 10 }: { max?: number } = {}): Db {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'wordpop',
  })
  // An idle connection that breaks is replaced by the pool; unheard, its error would end the process.
  pool.on('error', ignoreBrokenConnection)
  return { $client: pool }
}

/** Closes every connection; statements still running finish first. */
export async function closeDatabase(db: Db): Promise<void> {
  await db.$client.end()
}

/**
 * Runs `work` in one transaction: all of it commits, or none when it throws. Inside, use `tx` alone:
 * a statement through `db` needs a second connection, and enough of those at once wait for each other for ever.
 * @throws whatever `work` throws, after the rollback
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await db.$client.connect()
  client.on('error', ignoreBrokenConnection)
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work({ $client: client })
    const { command } = await client.query('commit')
    // PostgreSQL answers COMMIT with ROLLBACK when a failed statement was swallowed inside `work`.
    if (command !== 'COMMIT') throw new Error('a failed statement was ignored inside a transaction; it was rolled back')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.off('error', ignoreBrokenConnection)
    client.release(broken)
  }
}

/** Connects once, outside any pool. The caller hears `error` and `end`, and ends it. */
export async function connectOnce(
  url: string,
  { timeoutMs = CONNECT_TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<Connection> {
  const connection = new Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    application_name: 'wordpop',
  })
  connection.on('error', ignoreBrokenConnection)
  await connection.connect()
  return connection
}

/** PostgreSQL's five-letter error code, `23505` for a violated unique index; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return error.code
  // drizzle, under Better Auth, wraps what the driver threw.
  return error instanceof Error && error.cause !== undefined ? sqlState(error.cause) : undefined
}

function ignoreBrokenConnection(): void {
  // The statement that was running has failed with the same error; there is nothing left to tell.
}
