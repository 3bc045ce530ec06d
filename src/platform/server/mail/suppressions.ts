import { z } from 'zod'
import type { Queryable, Tx } from '../db.ts'
import { execute, findRow, queryRow, queryRows } from '../rows.ts'

const DAY_MS = 86_400_000
/** An address is forgotten this long after its last bounce or complaint. */
const RETENTION_MS = 365 * DAY_MS

const At = z.date().transform((at) => at.toISOString())
const Row = z.object({
  id: z.string(),
  address: z.string(),
  kind: z.enum(['bounce', 'complaint']),
  reason: z.string(),
  times: z.number(),
  firstAt: At,
  lastAt: At,
})
const COLUMNS = 's.id, s.address, s.kind, s.reason, s.times, s.first_at, s.last_at'

/** An address to which mails are stopped: they came back for good, or its owner complained. Times are ISO dates. */
export type Suppression = z.output<typeof Row>

/**
 * Stops mails to an address, or counts one more reason. A complaint outweighs bounces: they say less.
 * @param o.id the id of a new row
 */
export async function suppressAddress(
  tx: Tx,
  o: { id: string; address: string; kind: Suppression['kind']; reason: string; at: Date },
): Promise<void> {
  await execute(
    tx,
    `insert into mail_suppressions as s (id, address, kind, reason, first_at, last_at)
     values ($1, lower($2), $3, $4, $5, $5)
     on conflict (address) do update set times = s.times + 1, last_at = greatest(s.last_at, excluded.last_at),
       kind = case when s.kind = 'complaint' then s.kind else excluded.kind end,
       reason = case when s.kind = 'complaint' and excluded.kind = 'bounce' then s.reason else excluded.reason end`,
    [o.id, o.address, o.kind, o.reason, o.at],
  )
}

/** Whether and why mails to an address are stopped. */
export async function findSuppression(q: Queryable, address: string): Promise<Suppression | undefined> {
  return findRow(q, Row, `select ${COLUMNS} from mail_suppressions s where s.address = lower($1)`, [address])
}

/** A page of stopped addresses. */
export type SuppressionPage = {
  /** A part of an address or of a reason. */
  readonly search?: string | undefined
  /** The last id of the previous page. */
  readonly before?: string | undefined
  readonly limit: number
}

/** Stopped addresses, those of the latest reports first. */
export async function listSuppressions(
  q: Queryable,
  { search, before, limit }: SuppressionPage,
): Promise<Suppression[]> {
  const values: unknown[] = []
  const value = (one: unknown): string => `$${values.push(one)}`
  const conditions: string[] = []
  if (search) {
    const sought = `search_text(${value(search)}::text, '')`
    // The index finds the pieces; they may stand apart.
    conditions.push(`s.search_keys @> search_pieces(trim(${sought}), 3)`)
    conditions.push(`strpos(search_text(s.address, s.reason), trim(${sought})) > 0`)
  }
  if (before !== undefined)
    conditions.push(
      `(s.last_at, s.id) < (select l.last_at, l.id from mail_suppressions l where l.id = ${value(before)})`,
    )
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const text = `select ${COLUMNS} from mail_suppressions s ${where}
     order by s.last_at desc, s.id desc limit ${value(limit)}`
  return queryRows(q, Row, text, values)
}

const Count = z.object({ count: z.int() })

/** Counts the stopped addresses. @param since only those with a bounce or complaint since then */
export async function countSuppressions(q: Queryable, since = new Date(0)): Promise<number> {
  const text = 'select count(*)::int as count from mail_suppressions where last_at >= $1'
  return (await queryRow(q, Count, text, [since])).count
}

const AddressRow = z.object({ address: z.string() })

/** Those of these addresses, in lower case, to which mails are stopped. */
export async function findStopped(q: Queryable, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const sought = addresses.map((address) => address.toLowerCase())
  const rows = await queryRows(q, AddressRow, 'select address from mail_suppressions where address = any($1)', [sought])
  return new Set(rows.map(({ address }) => address))
}

/** Lets mails go to an address again. @returns undefined if they were not stopped */
export async function liftSuppression(
  tx: Tx,
  by: { readonly id: string } | { readonly address: string },
): Promise<Suppression | undefined> {
  const [column, value] = 'id' in by ? ['s.id', by.id] : ['s.address', by.address.toLowerCase()]
  return findRow(tx, Row, `delete from mail_suppressions s where ${column} = $1 returning ${COLUMNS}`, [value])
}

/** Lets mails go to an address again after one of them was read there; a complaint stays. */
export async function liftBounce(tx: Tx, address: string): Promise<void> {
  await execute(tx, `delete from mail_suppressions where address = lower($1) and kind = 'bounce'`, [address])
}

/** Forgets addresses without a bounce or complaint for a year. */
export async function dropOldSuppressions(tx: Tx, now: Date): Promise<void> {
  await execute(tx, 'delete from mail_suppressions where last_at < $1', [new Date(now.getTime() - RETENTION_MS)])
}
