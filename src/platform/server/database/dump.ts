import { z } from 'zod'
import { Contents, type RowSource, Sequence, Table } from './copy.ts'

/** One line of a dump: the tables first; then, for each, its batches of rows and its contents; the sequences last. */
const Tables = z.object({ tables: z.array(Table) })
const Sequences = z.object({ sequences: z.array(Sequence) })
const Rows = z.object({ rows: z.array(z.string()) })
const TableContents = z.object({ contents: Contents })
const RowsOrContents = z.union([Rows, TableContents])
type Line = z.output<typeof Tables | typeof Sequences | typeof Rows | typeof TableContents>

/** Writes the rows of a database as lines of JSON. */
export async function* writeDump(source: RowSource): AsyncGenerator<string> {
  const { tables } = source
  yield lineOf({ tables: [...tables] })
  for (const table of tables) {
    for await (const batch of source.rowsOf(table)) yield lineOf({ rows: [...batch] })
    yield lineOf({ contents: await source.contentsOf(table) })
  }
  yield lineOf({ sequences: [...(await source.sequences())] })
}

/**
 * Reads the lines of `writeDump`, once and in their order.
 * @throws Error when a line is missing or not one of a dump
 */
export async function readDump(lines: AsyncIterable<string>): Promise<RowSource> {
  const iterator = lines[Symbol.asyncIterator]()
  const next = async <S extends z.ZodType>(schema: S): Promise<z.output<S>> => {
    const { done, value } = await iterator.next()
    if (done === true) throw incomplete()
    return schema.parse(JSON.parse(value))
  }
  const { tables } = await next(Tables)
  let contents: Contents | undefined
  return {
    tables,
    async *rowsOf() {
      for (;;) {
        const line = await next(RowsOrContents)
        if ('contents' in line) {
          contents = line.contents
          return
        }
        yield line.rows
      }
    },
    async contentsOf() {
      if (contents === undefined) throw incomplete()
      return contents
    },
    sequences: async () => (await next(Sequences)).sequences,
  }
}

function incomplete(): Error {
  return new Error('The rows of the database in this backup are incomplete.')
}

function lineOf(line: Line): string {
  return `${JSON.stringify(line)}\n`
}
