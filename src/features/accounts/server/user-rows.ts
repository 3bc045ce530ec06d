import { z } from 'zod'
import type { PlanName } from '../model/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, queryRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'

/** Sets the user's plan. @throws AppError `not_found`, 'User not found' */
export async function setPlan(tx: Tx, userId: string, plan: PlanName): Promise<void> {
  const changed = await execute(tx, 'update users set plan = $2, updated_at = now() where id = $1', [userId, plan])
  if (changed === 0) throw new AppError('not_found', 'User not found')
}

const UserId = z.object({ id: z.string() })

/** The ids of all users, deleted ones too, to compare two databases. */
export async function listUserIds(db: Queryable): Promise<string[]> {
  return (await queryRows(db, UserId, 'select id::text as id from users')).map(({ id }) => id)
}

const Recipient = z.object({ id: z.string(), email: z.string() })

/**
 * Lists users whose accounts are neither suspended nor deleted, by id.
 * @param o.after the last user of the page before
 * @param o.since leaves out accounts made later
 */
export async function listActiveUsers(
  q: Queryable,
  o: { after: string | null; since: Date; limit: number },
): Promise<z.output<typeof Recipient>[]> {
  return queryRows(
    q,
    Recipient,
    `select id::text as id, email from users
     where ($1::uuid is null or id > $1::uuid) and created_at <= $2 and suspended_at is null and deleted_at is null
     order by id limit $3`,
    [o.after, o.since, o.limit],
  )
}

const Count = z.object({ count: z.int() })

/** Counts the accounts made in a span of time, deleted ones too. */
export async function countSignUps(q: Queryable, { from, to }: { from: Date; to: Date }): Promise<number> {
  const sql = 'select count(*)::int as count from users where created_at >= $1 and created_at < $2'
  return (await queryRow(q, Count, sql, [from, to])).count
}
