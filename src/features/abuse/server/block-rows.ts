import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import type { Block } from '../model/index.ts'

const Row = z.object({
  id: z.string(),
  target: z.string(),
  reason: z.string(),
  blockedBy: z.string(),
  blockedAt: z.date().transform((at) => at.toISOString()),
})
const COLUMNS = 'b.id, b.target, b.reason, b.blocked_by, b.blocked_at'

/** A page of blocks. */
export type BlockPage = {
  /** A part of a target or of a reason. */
  readonly search?: string | undefined
  /** The last id of the previous page. */
  readonly before?: string | undefined
  readonly limit: number
}

/** Blocks, the newest first. */
export async function listBlocks(q: Queryable, { search, before, limit }: BlockPage): Promise<Block[]> {
  const values: unknown[] = []
  const value = (one: unknown): string => `$${values.push(one)}`
  const conditions: string[] = []
  if (search) {
    const sought = `search_text(${value(search)}::text, '')`
    // The index finds the pieces; they may stand apart.
    conditions.push(`b.search_keys @> search_pieces(trim(${sought}), 3)`)
    conditions.push(`strpos(search_text(b.target, b.reason), trim(${sought})) > 0`)
  }
  if (before !== undefined)
    conditions.push(
      `(b.blocked_at, b.id) < (select l.blocked_at, l.id from blocked_addresses l where l.id = ${value(before)})`,
    )
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  const text = `select ${COLUMNS} from blocked_addresses b ${where}
     order by b.blocked_at desc, b.id desc limit ${value(limit)}`
  return queryRows(q, Row, text, values)
}

const TargetRow = Row.pick({ target: true })

/** The longest of these targets that is blocked. */
export async function findBlocked(q: Queryable, targets: readonly string[]): Promise<string | undefined> {
  const found = await findRow(
    q,
    TargetRow,
    'select target from blocked_addresses where target = any($1) order by length(target) desc limit 1',
    [targets],
  )
  return found?.target
}

/** Stores a block. @returns false if the target is blocked already */
export async function insertBlock(tx: Tx, o: Omit<Block, 'blockedAt'> & { at: Date }): Promise<boolean> {
  const stored = await execute(
    tx,
    `insert into blocked_addresses (id, target, reason, blocked_by, blocked_at) values ($1, $2, $3, $4, $5)
     on conflict (target) do nothing`,
    [o.id, o.target, o.reason, o.blockedBy, o.at],
  )
  return stored === 1
}

/** Locks a block until the transaction ends; undefined if there is none. */
export async function lockBlock(tx: Tx, id: string): Promise<Block | undefined> {
  return findRow(tx, Row, `select ${COLUMNS} from blocked_addresses b where b.id = $1 for update`, [id])
}

/** Removes a block. */
export async function deleteBlock(tx: Tx, id: string): Promise<void> {
  await execute(tx, 'delete from blocked_addresses where id = $1', [id])
}
