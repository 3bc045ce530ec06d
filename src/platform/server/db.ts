import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientBase, DatabaseError, Pool, type PoolClient } from 'pg'

/** The database through a pool of connections: each statement stands alone. */
export type Db = { readonly $client: Pool }
/** One connection inside an open transaction: what is written here commits or vanishes together. */
export type Tx = { readonly $client: PoolClient }
/** Anything that runs a statement. */
export type Queryable = Db | Tx
/** A connection outside any pool, for LISTEN and for the launcher. */
export type Connection = Client

const CONNECT_TIMEOUT_MS = 10_000
/** How often PostgreSQL may end one transaction for the sake of others before that is told to whoever asked for it. */
const TRIES = 5
/** The longest pause before the next try: of any length below it, so that the same two do not meet again. */
const PAUSE_MS = 50
/** Deadlock_detected and serialization_failure: other work was in the way, and the same again may well succeed. */
const IN_THE_WAY: ReadonlySet<string | undefined> = new Set(['40P01', '40001'])

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
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it; its types do not say so
    onConnect: countInUtc,
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
 *
 * Of two transactions that wait for each other PostgreSQL ends one. That one is begun anew, up to five times in all, so
 * `work` may run more than once: what it does goes through `tx`, or may be done twice.
 * @param o.once true for work of which that is not so: then it fails where another one would be begun anew
 * @throws whatever `work` throws, after the rollback
 */
export async function transaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { once = false }: { once?: boolean } = {},
): Promise<T> {
  for (let left = once ? 1 : TRIES; ; left -= 1) {
    try {
      return await runOnce(db, work)
    } catch (error) {
      if (left === 1 || !IN_THE_WAY.has(sqlState(error))) throw error
      await sleep(randomInt(PAUSE_MS))
    }
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
  await countInUtc(connection)
  return connection
}

/** PostgreSQL's five-letter error code, `23505` for a violated unique index; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return error.code
  // drizzle, under Better Auth, wraps what the driver threw.
  return error instanceof Error && error.cause !== undefined ? sqlState(error.cause) : undefined
}

/**
 * A database may stand in any time zone, and SQL adds days and months in that of its connection. Said as a statement:
 * not every pooler between us and the database lets it be said while connecting.
 */
async function countInUtc(client: ClientBase): Promise<void> {
  await client.query("set time zone 'UTC'")
}

async function runOnce<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
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

function ignoreBrokenConnection(): void {
  // The statement that was running has failed with the same error; there is nothing left to tell.
}
