import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientBase, DatabaseError, Pool, type PoolClient } from 'pg'

/** The database through a connection pool: each statement runs on its own. */
export type Db = { readonly $client: Pool }
/** A connection inside an open transaction: its writes commit or roll back together. */
export type Tx = { readonly $client: PoolClient }
/** Anything that can run a statement. */
export type Queryable = Db | Tx
/** A connection outside any pool, for LISTEN and for the launcher. */
export type Connection = Client

const CONNECT_TIMEOUT_MS = 10_000
/** Between two clicks of one person, a connection stays: a new one makes the next requests 30 ms slower. */
const IDLE_MS = 60_000
/** Attempts at a transaction that PostgreSQL aborts for concurrency before the error reaches the caller. */
const TRIES = 5
/** Upper bound of the random pause before a retry, so that the same two transactions do not collide again. */
const PAUSE_MS = 50
/** `deadlock_detected` and `serialization_failure`: a concurrent transaction interfered, so a retry may succeed. */
const IN_THE_WAY: ReadonlySet<string | undefined> = new Set(['40P01', '40001'])

/**
 * Opens a pool. It connects on the first statement and reconnects after the server restarts.
 * @param o.max maximum number of connections, default 10
 */
export function openDatabase(url: string, { max = 10 }: { max?: number } = {}): Db {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_MS,
    application_name: 'wordpop',
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it; its types do not say so
    onConnect: countInUtc,
  })
  // The pool replaces an idle connection that breaks. Without a listener, its error would crash the process.
  pool.on('error', ignoreBrokenConnection)
  return { $client: pool }
}

/** Closes every connection; statements still running finish first. */
export async function closeDatabase(db: Db): Promise<void> {
  await db.$client.end()
}

/**
 * Runs `work` in one transaction, which rolls back when `work` throws. Use only `tx` inside: a statement through `db`
 * needs a second connection, and enough of those at once deadlock the pool.
 *
 * PostgreSQL aborts one of two deadlocked transactions. That one is retried, up to five attempts in all, so `work` may
 * run more than once: its effects must go through `tx` or be idempotent.
 * @param o.once true for work that must not run twice: it then fails instead of being retried
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

/** Opens a connection outside any pool. The caller handles `error` and `end`, and closes it. */
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
  // Drizzle, used by Better Auth, wraps the driver's errors.
  return error instanceof Error && error.cause !== undefined ? sqlState(error.cause) : undefined
}

/**
 * Sets the session to UTC, because SQL adds days and months in the time zone of the connection. It is a statement and
 * not a connection option, which some connection poolers reject.
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
    // PostgreSQL answers COMMIT with ROLLBACK when `work` swallows a failed statement.
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
  // The running statement has already failed with the same error.
}
