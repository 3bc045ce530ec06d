import { z } from 'zod'
import { type Db, type Tx, transaction } from './db.ts'
import { execute, queryRow, queryRows } from './rows.ts'

/** Rows sent in one statement. */
const BATCH_ROWS = 500
/** The schemas with our data: our tables, and those of the job queue. */
const SCHEMAS = ['public', 'pgboss']

/** What a copy did: the tables, and the rows of all of them. */
export type DatabaseCopy = { readonly tables: number; readonly rows: number }

/** One table with the columns that can be written. */
const Table = z.object({ name: z.string(), columns: z.string() })
type Table = z.output<typeof Table>

const Found = z.object({ found: z.boolean() })
const RowText = z.object({ row: z.string() })

/** The rows of a table as a number and a fingerprint, which do not depend on their order. */
const Contents = z.object({ rows: z.coerce.number(), hash: z.string() })

/**
 * Copies all rows of one database into another with the same tables, and compares the two row by row. It replaces the
 * rows of the target in one transaction: a failed or interrupted copy changes nothing there.
 * @param o.progress receives the name of each table before it is copied
 * @throws Error that names the table when the two differ, or when the target has other tables
 */
export async function copyDatabase(o: {
  source: Db
  target: Db
  progress: (table: string) => void
}): Promise<DatabaseCopy> {
  return transaction(o.source, async (from) => {
    // One moment of the source for all tables.
    await execute(from, 'set transaction isolation level repeatable read, read only')
    const tables = await listTables(from)
    return transaction(o.target, async (to) => {
      await requireTables(to, tables)
      const restoreKeys = await dropForeignKeys(to)
      for (const { name } of tables) await execute(to, `alter table ${name} disable trigger user`)
      await execute(to, `truncate ${tables.map(({ name }) => name).join(', ')}`)
      let rows = 0
      for (const table of tables) {
        o.progress(table.name)
        await copyRows({ from, to, table })
        rows += await compareTable({ from, to, table })
      }
      for (const { name } of tables) await execute(to, `alter table ${name} enable trigger user`)
      await restoreKeys()
      await copySequences({ from, to })
      return { tables: tables.length, rows }
    })
  })
}

/** Whether a database has no tables of ours yet. */
export async function isEmptyDatabase(db: Db): Promise<boolean> {
  const { found } = await queryRow(db, Found, `select to_regclass('public.migrations') is not null as found`)
  return !found
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

type Copying = { readonly from: Tx; readonly to: Tx; readonly table: Table }

/** Sends rows as the text of PostgreSQL itself, which is exact for every type. */
async function copyRows({ from, to, table: { name, columns } }: Copying): Promise<void> {
  const fields = columns
    .split(',')
    .map((column) => `(r).${column}`)
    .join(',')
  const insert = `insert into ${name} (${columns}) overriding system value
    select ${fields} from (select x::${name} as r from unnest($1::text[]) x offset 0) as given`
  await execute(from, `declare copied no scroll cursor for select t::text as row from ${name} t`)
  for (;;) {
    const batch = await queryRows(from, RowText, `fetch ${BATCH_ROWS} from copied`)
    if (batch.length === 0) break
    await execute(to, insert, [batch.map(({ row }) => row)])
  }
  await execute(from, 'close copied')
}

/** @returns the number of rows. @throws Error when the two tables differ */
async function compareTable({ from, to, table: { name, columns } }: Copying): Promise<number> {
  const contents = `select count(*) as rows, coalesce(md5(string_agg(hash, '' order by hash collate "C")), '') as hash
    from (select md5(row(${columns})::text) as hash from ${name}) as hashed`
  const here = await queryRow(from, Contents, contents)
  const there = await queryRow(to, Contents, contents)
  if (here.rows !== there.rows || here.hash !== there.hash)
    throw new Error(`The copy of ${name} differs from the original. Nothing was changed in the other database.`)
  return here.rows
}

const Sequence = z.object({ name: z.string(), value: z.string().nullable() })

async function copySequences({ from, to }: Pick<Copying, 'from' | 'to'>): Promise<void> {
  const sequences = await queryRows(
    from,
    Sequence,
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where schemaname = any($1)`,
    [SCHEMAS],
  )
  for (const { name, value } of sequences)
    if (value !== null) await execute(to, 'select setval($1::regclass, $2::bigint)', [name, value])
}
