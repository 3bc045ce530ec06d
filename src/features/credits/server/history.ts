import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { findRow, queryRows } from '#platform/server/rows.ts'
import { type Balance, type CreditMovement, EXPIRING_SOON_DAYS, MovementKind } from '../model/index.ts'

/** A line of an account's history; `amount` in credits, negative when they are spent or removed. */
export type HistoryEntry = Readonly<z.infer<typeof HistoryEntry>>
const HistoryEntry = z.object({
  id: z.string(),
  /** Its position, assigned under the account's lock, so that balances add up in this order. */
  seq: z.string(),
  kind: MovementKind,
  amount: z.number(),
  balanceAfter: z.number(),
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  /** The name of another spender; null for the owner. */
  by: z.string().nullable(),
  at: z.date(),
})

const DAY_MS = 86_400_000

/** The history of the user's credits, newest first; `before` is the last `seq` of the previous page. */
export async function readHistory(
  db: Queryable,
  userId: string,
  o: { limit: number; before?: string | undefined },
): Promise<HistoryEntry[]> {
  return queryRows(
    db,
    HistoryEntry,
    `select t.id::text as id, e.seq::text as seq, t.kind, e.amount, e.balance_after, t.reference, t.reason,
       ${BY} as by, t.created_at as at
     from credit_entries e
     join credit_accounts a on a.id = e.account_id
     join credit_transactions t on t.id = e.transaction_id
     left join users u on u.id = t.actor_id
     where a.user_id = $1 and ($3::bigint is null or e.seq < $3::bigint)
     order by e.seq desc limit $2`,
    [userId, o.limit, o.before ?? null],
  )
}

/** The display name or else the address; deleted accounts have neither. */
const BY = `case when u.deleted_at is not null then 'Somebody who deleted their account'
  else coalesce(nullif(u.display_name, ''), u.email) end`

/** A history line as its owner sees it. */
export function movementView({ id, kind, amount, balanceAfter, reason, by, at }: HistoryEntry): CreditMovement {
  return { id, kind, amount, balanceAfter, reason: reason ?? UNNAMED[kind], by, at: at.toISOString() }
}

/** Descriptions of movements without a reason, which only exist from the first version. */
const UNNAMED = {
  grant: 'Credits added',
  usage: 'Captions',
  expiry: 'Credits expired',
  refund: 'Refunded',
  adjustment: 'Adjusted',
} as const satisfies Record<MovementKind, string>

const ExpiringSoonRow = z.object({ amount: z.number().nullable(), at: z.date().nullable() })

/**
 * The credits that expire within `EXPIRING_SOON_DAYS`, and the first expiry. A hold draws on the credits that expire
 * first and keeps them from expiring, as in `expireDueLots`.
 */
export async function expiringSoon(db: Queryable, userId: string, now: Date): Promise<Balance['expiringSoon']> {
  const soon = await findRow(
    db,
    ExpiringSoonRow,
    `with ending as (
       select l.expires_at, a.held, l.remaining,
         sum(l.remaining) over (order by l.expires_at, l.transaction_id) - l.remaining as before
       from credit_lots l join credit_accounts a on a.id = l.account_id
       where a.user_id = $1 and l.remaining > 0 and l.expires_at <= $3),
     free as (select expires_at, remaining - least(remaining, greatest(0, held - before)) as part from ending)
     select sum(part)::int as amount, min(expires_at) as at from free where part > 0 and expires_at > $2`,
    [userId, now, new Date(now.getTime() + EXPIRING_SOON_DAYS * DAY_MS)],
  )
  if (soon === undefined || soon.amount === null || soon.at === null) return null
  return { amount: soon.amount, at: soon.at.toISOString() }
}
