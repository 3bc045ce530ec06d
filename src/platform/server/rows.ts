import { z } from 'zod'
import type { Queryable } from './db.ts'

/** A `bigint` or `numeric` column as a number; pg delivers both as text. Refuses what a number cannot hold exactly. */
export const bigint = z.string().transform(Number).pipe(z.int())

/** SQL with `$1` parameters; PostgreSQL plans a named statement once for each connection. */
export type Statement = string | { readonly name: string; readonly text: string }

/** A `bytea` column. */
export const bytea = z.instanceof<typeof Buffer>(Buffer)

/**
 * Runs a statement and returns its rows. Columns are named as in SQL; `user_id` becomes the key `userId`. Create
 * `schema` once, at the top level: Zod compiles a schema when it is first used.
 * @throws Error when a row does not match `schema`: a defect, unlike input that does not
 */
export async function queryRows<S extends z.ZodType>(
  q: Queryable,
  schema: S,
  sql: Statement,
  params: readonly unknown[] = [],
): Promise<z.output<S>[]> {
  const statement = typeof sql === 'string' ? { text: sql } : sql
  const { fields, rows } = await q.$client.query<unknown[]>({ ...statement, values: [...params], rowMode: 'array' })
  const keys = fields.map(({ name }) => camelCase(name))
  return rows.map((values) => parseRow(schema, keys, values, statement.text))
}

/** Returns the first row; undefined if there is none. @throws Error when it does not match `schema` */
export async function findRow<S extends z.ZodType>(
  q: Queryable,
  schema: S,
  sql: Statement,
  params: readonly unknown[] = [],
): Promise<z.output<S> | undefined> {
  return (await queryRows(q, schema, sql, params))[0]
}

/** Returns the row of a statement that always has one, such as an aggregate. @throws Error when there is none */
export async function queryRow<S extends z.ZodType>(
  q: Queryable,
  schema: S,
  sql: Statement,
  params: readonly unknown[] = [],
): Promise<z.output<S>> {
  const row = await findRow(q, schema, sql, params)
  if (row === undefined) throw new Error(`no row from ${startOf(typeof sql === 'string' ? sql : sql.text)}`)
  return row
}

/** Runs a statement whose rows do not matter. @returns how many rows it changed, or found */
export async function execute(q: Queryable, sql: string, params: readonly unknown[] = []): Promise<number> {
  const { rowCount } = await q.$client.query(sql, [...params])
  return rowCount ?? 0
}

function parseRow<S extends z.ZodType>(schema: S, keys: string[], values: unknown[], sql: string): z.output<S> {
  const row: Record<string, unknown> = {}
  for (const [index, key] of keys.entries()) row[key] = values[index]
  const { success, data, error } = schema.safeParse(row)
  // Not the ZodError itself, which a route answers as malformed input. Neither holds a value of the row.
  if (!success) throw new Error(`a row does not match its schema in ${startOf(sql)}\n${z.prettifyError(error)}`)
  return data
}

function camelCase(column: string): string {
  return column.replaceAll(/_([a-z0-9])/gu, (_, letter: string) => letter.toUpperCase())
}

function startOf(sql: string): string {
  return `"${sql.replaceAll(/\s+/gu, ' ').trim().slice(0, 120)}"`
}
