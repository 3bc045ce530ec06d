import { readdir, readFile } from 'node:fs/promises'
import { Visitor } from 'vite'
import type { Source } from './source.ts'

/** One use of a table in the SQL of a file. `part` is a feature, `platform` or `app`. */
export type TableAccess = {
  readonly path: string
  readonly part: string
  readonly table: string
  readonly isWrite: boolean
}

const CREATED = /create (?:unlogged )?table (?:if not exists )?([a-z_]+)/g
const DROPPED = /drop table (?:if exists )?([a-z_]+)/g
/** A table stands after one of these words, or after a comma with an alias behind it. */
const USED =
  /\b(insert into|update|delete from|from|join|using)\s+(?:only\s+)?([a-z_]+)\b|,\s*([a-z_]+)(?=\s+(?:as\s+)?[a-z])/g
const SQL = /^\s*from\b|\b(select|insert into|update|delete from|join)\b/

/** The tables that exist after all migrations; `migrations` itself is created by the code that applies them. */
export async function migratedTables(): Promise<ReadonlySet<string>> {
  const tables = new Set(['migrations'])
  for (const name of (await readdir('migrations')).toSorted()) {
    const sql = await readFile(`migrations/${name}`, 'utf8')
    for (const [, table = ''] of sql.matchAll(CREATED)) tables.add(table)
    for (const [, table = ''] of sql.matchAll(DROPPED)) tables.delete(table)
  }
  return tables
}

/** Every use of a table in the SQL of one file. */
export function tableAccesses({ path, program }: Source, tables: ReadonlySet<string>): TableAccess[] {
  const part = /^src\/(?:features\/)?(\w+)\//.exec(path)?.[1] ?? path
  const found: TableAccess[] = []
  const search = (text: string): void => {
    if (!SQL.test(text)) return
    for (const [, word = '', named, listed] of text.matchAll(USED)) {
      const table = named ?? listed ?? ''
      if (tables.has(table)) found.push({ path, part, table, isWrite: /insert|update|delete/.test(word) })
    }
  }
  new Visitor({
    TemplateLiteral: ({ quasis }) => search(quasis.map(({ value }) => value.raw).join(' ')),
    Literal({ value }) {
      if (typeof value === 'string') search(value)
    },
  }).visit(program)
  return found
}
