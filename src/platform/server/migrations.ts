import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Db, type Queryable, type Tx, transaction } from './db.ts'
import { execute, queryRow, queryRows } from './rows.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url))
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/u
/** Advisory lock id shared by all processes, so that migrations run one at a time. */
const LOCK = 4_870_001
/** Advisory lock id of the one start that upgrades. PostgreSQL releases it with the connection. */
const UPGRADE_LOCK = 4_870_103
const LOCK_POLL_MS = 250

type Migration = { readonly name: string; readonly sql: string; readonly checksum: string }

/**
 * Migrates the database: applies each `NNNN_name.sql` that has not run, in order and in one transaction. Other
 * processes that start at the same time wait.
 * @returns the names of the migrations applied now, in order
 * @throws Error when a file has changed after it ran: write a new one instead
 */
export async function migrate(db: Db, directory: string = MIGRATIONS): Promise<string[]> {
  return applyAll(db, await readMigrations(directory))
}

/**
 * Runs `work` while no other start upgrades the database, on any machine. It waits for one that does, however long its
 * backup takes.
 */
export async function withUpgradeLock<T>(
  db: Db,
  { signal, say }: { signal: AbortSignal; say: (sentence: string) => void },
  work: () => Promise<T>,
): Promise<T> {
  return transaction(
    db,
    async (tx) => {
      // The connection is idle during the backup; some servers end such transactions.
      await execute(tx, 'set local idle_in_transaction_session_timeout = 0')
      for (let waits = false; !(await tryUpgradeLock(tx)); waits = true) {
        if (!waits) say('Another start upgrades the database: waiting for it.')
        await sleep(LOCK_POLL_MS)
        signal.throwIfAborted()
      }
      return work()
    },
    { once: true },
  )
}

/** Refuses a backup that this release cannot restore, before anything is changed. @throws Error that says what to do */
export async function refuseOtherRelease(applied: Readonly<Record<string, string>>): Promise<void> {
  await readMigrationsOf(applied)
}

/**
 * Prepares an empty database exactly as that of a backup, which may be of an earlier release.
 * @param applied the migrations of the backup by name, with their checksums
 * @throws Error when this release lacks one of them, or when the database has others
 */
export async function migrateLike(db: Db, applied: Readonly<Record<string, string>>): Promise<void> {
  const wanted = await readMigrationsOf(applied)
  await applyAll(db, wanted)
  const found = Object.keys(await listApplied(db))
  if (found.length !== wanted.length)
    throw new Error('The database was prepared by another release than this backup. Restore into an empty one.')
}

/**
 * The migrations that have not run, in order; all of them on an empty database.
 * @throws Error like `migrate`
 */
export async function listPending(db: Queryable): Promise<string[]> {
  const { found } = await queryRow(db, Found, `select to_regclass('public.migrations') is not null as found`)
  const applied = new Map(found ? Object.entries(await listApplied(db)) : [])
  const wanted = await readMigrations(MIGRATIONS)
  refuseNewer(wanted, applied)
  return wanted.filter((migration) => isFresh(migration, applied)).map(({ name }) => name)
}

/** When the database was last prepared for a release. */
export async function lastMigratedAt(q: Queryable): Promise<Date> {
  return (await queryRow(q, LastRow, 'select max(applied_at) as at from migrations')).at
}

/** The migrations that ran on a database, by name, with their checksums. */
export async function listApplied(q: Queryable): Promise<Record<string, string>> {
  const rows = await queryRows(q, AppliedRow, 'select name, checksum from migrations order by name')
  return Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum]))
}

function applyAll(db: Db, wanted: readonly Migration[]): Promise<string[]> {
  return transaction(db, async (tx) => {
    await execute(tx, 'select pg_advisory_xact_lock($1)', [LOCK])
    const applied = await appliedChecksums(tx)
    refuseNewer(wanted, applied)
    const fresh = wanted.filter((migration) => isFresh(migration, applied))
    for (const migration of fresh) await apply(tx, migration)
    return fresh.map(({ name }) => name)
  })
}

/** @throws Error when this release lacks one of them */
async function readMigrationsOf(applied: Readonly<Record<string, string>>): Promise<Migration[]> {
  const wanted = (await readMigrations(MIGRATIONS)).filter(({ name, checksum }) => applied[name] === checksum)
  if (wanted.length === Object.keys(applied).length) return wanted
  throw new Error('This backup was made by another release. Restore it with that release, then upgrade.')
}

async function tryUpgradeLock(tx: Tx): Promise<boolean> {
  return (await queryRow(tx, Free, 'select pg_try_advisory_xact_lock($1) as free', [UPGRADE_LOCK])).free
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  const numbers = names.map((name) => FILE_NAME.exec(name)?.[1])
  const misnamed = names.find((_, index) => numbers[index] === undefined || numbers.indexOf(numbers[index]) !== index)
  if (misnamed !== undefined)
    throw new Error(`migrations/${misnamed} needs a number of its own, as in 0012_what_it_does.sql`)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(`${directory}/${name}`, 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

const Found = z.object({ found: z.boolean() })
const Free = z.object({ free: z.boolean() })
const LastRow = z.object({ at: z.date() })
const AppliedRow = z.object({ name: z.string(), checksum: z.string() })

async function appliedChecksums(tx: Tx): Promise<Map<string, string>> {
  await execute(
    tx,
    `create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  return new Map(Object.entries(await listApplied(tx)))
}

/** Refuses a newer schema: an older release would write rows that lack data the newer one relies on. */
function refuseNewer(wanted: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const last = wanted.at(-1)?.name ?? ''
  const newer = [...applied.keys()].filter((name) => name > last).toSorted()
  if (newer.length === 0) return
  throw new Error(
    `This database was prepared by a newer release (${newer.join(', ')}). Start that one, or restore a backup from before it.`,
  )
}

function isFresh({ name, checksum }: Migration, applied: ReadonlyMap<string, string>): boolean {
  const before = applied.get(name)
  if (before !== undefined && before !== checksum) {
    throw new Error(
      `migrations/${name} was changed after it ran on this database; put it back and write a new migration`,
    )
  }
  return before === undefined
}

async function apply(tx: Tx, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await execute(tx, sql)
  } catch (error) {
    throw new Error(`migrations/${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  await execute(tx, 'insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
}
