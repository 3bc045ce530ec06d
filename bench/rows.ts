/**
 * What checking a row costs: processor time of `queryRows` against the driver's own objects, unchecked, for many small
 * and for some wide rows; in microseconds for each row.
 *
 *     node bench/rows.ts
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { closeDatabase, type Db, openDatabase } from '#platform/server/db.ts'
import { startPostgres } from '#platform/server/database/postgres.ts'
import { queryRows } from '#platform/server/rows.ts'
import { median } from './measure.ts'

const ROWS = 20_000
const RUNS = 15
/** The most that checking may add to a row, in microseconds of processor time. */
const LIMIT_US = 5

const Narrow = z.object({ userId: z.string(), amount: z.number() })
const NARROW = `select n::text as user_id, n as amount from generate_series(1, ${ROWS}) as n`

const Wide = Narrow.extend({
  kind: z.enum(['grant', 'usage']),
  reason: z.string().nullable(),
  balanceAfter: z.number(),
  isOpen: z.boolean(),
  details: z.record(z.string(), z.unknown()),
  createdAt: z.date(),
  updatedAt: z.date(),
  endedAt: z.date().nullable(),
})
const WIDE = `select n::text as user_id, n as amount, 'grant' as kind, null::text as reason, n as balance_after,
    true as is_open, '{"a": 1}'::jsonb as details, now() as created_at, now() as updated_at, null::timestamptz as ended_at
  from generate_series(1, ${ROWS}) as n`

const dataDir = await mkdtemp(join(tmpdir(), 'bench-rows-'))
await chmod(dataDir, 0o711)
const server = await startPostgres({ dataDir, say: () => {} })
const db = openDatabase(server.url)
try {
  const added = [await compare(db, '2 columns', Narrow, NARROW), await compare(db, '10 columns', Wide, WIDE)]
  if (Math.max(...added) > LIMIT_US) process.exitCode = 1
} finally {
  await closeDatabase(db)
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Prints both times. @returns what checking adds, in microseconds for each row */
async function compare(on: Db, name: string, schema: z.ZodType, sql: string): Promise<number> {
  const raw: number[] = []
  const checked: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    raw.push(await cpuMicroseconds(() => on.$client.query(sql)))
    checked.push(await cpuMicroseconds(() => queryRows(on, schema, sql)))
  }
  const added = (median(checked) - median(raw)) / ROWS
  const [before, after] = [raw, checked].map((times) => (median(times) / ROWS).toFixed(2))
  console.log(`${name}: ${before} µs unchecked, ${after} µs checked, ${added.toFixed(2)} µs more for each row`)
  return added
}

async function cpuMicroseconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
