import { z } from 'zod'
import { type Db, type Tx, transaction } from '../db.ts'
import { execute, queryRow, queryRows } from '../rows.ts'

/** The most rows sent in one statement. */
const BATCH_ROWS = 500
/** Characters that a batch should have at most: some tables have a few rows of several megabytes. */
const BATCH_CHARACTERS = 4_000_000
/** The schemas with our data: our tables, and those of the job queue. */
const SCHEMAS = ['public', 'pgboss']
/** A server or role may have other defaults, which would write the same value differently. */
const EXACT_TEXT = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
  set local extra_float_digits = 1`

/** What a copy did: the tables, and the rows of all of them. */
export type DatabaseCopy = { readonly tables: number; readonly rows: number }

/** One table with the columns that can be written. */
export const Table = z.object({ name: z.string(), columns: z.string() })
export type Table = z.output<typeof Table>

/** The rows of a table as a number and a fingerprint, which do not depend on their order. */
export const Contents = z.object({ rows: z.coerce.number(), hash: z.string() })
export type Contents = z.output<typeof Contents>

/** A sequence and its last value; null before its first use. */
export const Sequence = z.object({ name: z.string(), value: z.string().nullable() })
export type Sequence = z.output<typeof Sequence>

/** All rows of a database as of one moment. Read it in this order: each table with its rows, then its contents; sequences last. */
export type RowSource = {
  readonly tables: readonly Table[]
  /** Batches of rows, as the text of PostgreSQL itself, which is exact for every type. */
  rowsOf(table: Table): AsyncIterable<readonly string[]>
  contentsOf(table: Table): Promise<Contents>
  sequences(): Promise<readonly Sequence[]>
}

const Found = z.object({ found: z.boolean() })
const RowText = z.object({ row: z.string() })

/**
 * Copies all rows of one database into another with the same tables, and compares the two row by row.
 * @param o.progress receives the name of each table before it is copied
 * @throws Error that names the table when the two differ, or when the target has other tables
 */
export async function copyDatabase(o: {
  source: Db
  target: Db
  progress: (table: string) => void
}): Promise<DatabaseCopy> {
  return readSnapshot(o.source, (_, source) => replaceRows({ ...o, source }))
}

/**
 * Runs `work` on one moment of a database: in one repeatable-read transaction.
 * @param work receives the transaction too, for more queries of the same moment
 */
export async function readSnapshot<T>(db: Db, work: (tx: Tx, source: RowSource) => Promise<T>): Promise<T> {
  return transaction(
    db,
    async (tx) => {
      await execute(tx, 'set transaction isolation level repeatable read, read only')
      await execute(tx, EXACT_TEXT)
      return work(tx, {
        tables: await listTables(tx),
        rowsOf: (table) => readRows(tx, table),
        contentsOf: (table) => contentsOf(tx, table),
        sequences: () => listSequences(tx),
      })
    },
    { once: true },
  )
}

/**
 * Replaces all rows of a database by those of a source, and compares the two row by row, in one transaction: a failed
 * or interrupted run changes nothing.
 * @param o.progress receives the name of each table before it is filled
 * @throws Error that names the table when the two differ, or when the database has other tables
 */
export async function replaceRows(o: {
  source: RowSource
  target: Db
  progress: (table: string) => void
}): Promise<DatabaseCopy> {
  const { tables } = o.source
  return transaction(
    o.target,
    async (to) => {
      await execute(to, EXACT_TEXT)
      await requireTables(to, tables)
      const restoreKeys = await dropForeignKeys(to)
      for (const { name } of tables) await execute(to, `alter table ${name} disable trigger user`)
      await execute(to, `truncate ${tables.map(({ name }) => name).join(', ')}`)
      let rows = 0
      for (const table of tables) {
        o.progress(table.name)
        for await (const batch of o.source.rowsOf(table)) await insertRows(to, table, batch)
        rows += await compareTable({ to, table, wanted: await o.source.contentsOf(table) })
      }
      for (const { name } of tables) await execute(to, `alter table ${name} enable trigger user`)
      await restoreKeys()
      for (const { name, value } of await o.source.sequences())
        if (value !== null) await execute(to, 'select setval($1::regclass, $2::bigint)', [name, value])
      return { tables: tables.length, rows }
    },
    { once: true },
  )
}

/** Whether a database has no tables of ours yet. */
export async function isEmptyDatabase(db: Db): Promise<boolean> {
  const { found } = await queryRow(db, Found, `select to_regclass('public.migrations') is not null as found`)
  return !found
}

/** Removes everything of ours from a database, as if it were new. Its role must own it. */
export async function clearDatabase(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    for (const schema of SCHEMAS) await execute(tx, `drop schema if exists ${schema} cascade`)
    await execute(tx, 'create schema public')
  })
}

/** Partitions are read and written through their parents. */
function listTables(tx: Tx): Promise<Table[]> {
  return queryRows(
    tx,
    Table,
    `select format('%I.%I', n.nspname, c.relname) as name,
       (select string_agg(quote_ident(a.attname), ',' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
     order by 1`,
    [SCHEMAS],
  )
}

async function requireTables(to: Tx, wanted: readonly Table[]): Promise<void> {
  const found = new Map((await listTables(to)).map(({ name, columns }) => [name, columns]))
  const other = wanted.find(({ name, columns }) => !sameColumns(found.get(name), columns))
  if (other !== undefined)
    throw new Error(`The other database has another version of the table ${other.name}. Nothing was changed there.`)
}

function sameColumns(one: string | undefined, other: string): boolean {
  return one !== undefined && one.split(',').toSorted().join() === other.split(',').toSorted().join()
}

const ForeignKey = z.object({ table: z.string(), name: z.string(), definition: z.string() })

/** Drops the foreign keys, since tables are filled one by one. @returns adds them again, which checks all rows */
async function dropForeignKeys(to: Tx): Promise<() => Promise<void>> {
  const keys = await queryRows(
    to,
    ForeignKey,
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(k.conname) as name,
       pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and n.nspname = any($1)`,
    [SCHEMAS],
  )
  for (const { table, name } of keys) await execute(to, `alter table ${table} drop constraint ${name}`)
  return async () => {
    for (const { table, name, definition } of keys)
      await execute(to, `alter table ${table} add constraint ${name} ${definition}`)
  }
}

async function* readRows(from: Tx, { name }: Table): AsyncGenerator<string[]> {
  await execute(from, `declare copied no scroll cursor for select t::text as row from ${name} t`)
  let size = 1
  for (;;) {
    const batch = await queryRows(from, RowText, `fetch ${size} from copied`)
    if (batch.length === 0) break
    yield batch.map(({ row }) => row)
    const characters = batch.reduce((sum, { row }) => sum + row.length, 1)
    const fitting = Math.floor((BATCH_CHARACTERS * batch.length) / characters)
    size = Math.max(Math.min(fitting, size * 4, BATCH_ROWS), 1)
  }
  await execute(from, 'close copied')
}

async function insertRows(to: Tx, { name, columns }: Table, rows: readonly string[]): Promise<void> {
  const fields = columns
    .split(',')
    .map((column) => `(r).${column}`)
    .join(',')
  await execute(
    to,
    `insert into ${name} (${columns}) overriding system value
     select ${fields} from (select x::${name} as r from unnest($1::text[]) x offset 0) as given`,
    [rows],
  )
}

type TableComparison = { readonly to: Tx; readonly table: Table; readonly wanted: Contents }

/** @returns the number of rows. @throws Error when the table has other rows */
async function compareTable({ to, table, wanted }: TableComparison): Promise<number> {
  const { rows, hash } = await contentsOf(to, table)
  if (rows !== wanted.rows || hash !== wanted.hash)
    throw new Error(`The copy of ${table.name} differs from the original. Nothing was changed in the other database.`)
  return rows
}

function contentsOf(tx: Tx, { name, columns }: Table): Promise<Contents> {
  return queryRow(
    tx,
    Contents,
    `select count(*) as rows, coalesce(md5(string_agg(hash, '' order by hash collate "C")), '') as hash
     from (select md5(row(${columns})::text) as hash from ${name}) as hashed`,
  )
}

function listSequences(from: Tx): Promise<Sequence[]> {
  return queryRows(
    from,
    Sequence,
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where schemaname = any($1)`,
    [SCHEMAS],
  )
}
