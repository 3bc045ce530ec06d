import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { findRow, queryRows } from '#platform/server/rows.ts'
import type { CreditSource } from '../model/index.ts'

/** Unspent credits from one grant; `expiresAt` is null for never. */
export type RemainingLot = Readonly<z.infer<typeof RemainingLot>>
const RemainingLot = z.object({ granted: z.number(), remaining: z.number(), expiresAt: z.date().nullable() })

/** A user's unspent credits from one source, first to expire first; at most 100 lots. */
export async function remainingLots(
  q: Queryable,
  userId: string,
  o: { source: CreditSource; at: Date },
): Promise<RemainingLot[]> {
  return queryRows(
    q,
    RemainingLot,
    `select l.granted, l.remaining, l.expires_at from credit_lots l
     join credit_accounts a on a.id = l.account_id
     where a.user_id = $1 and l.source = $2 and l.remaining > 0 and (l.expires_at is null or l.expires_at > $3)
     order by l.expires_at nulls last, l.transaction_id limit 100`,
    [userId, o.source, o.at],
  )
}

/** The credits used on one day in UTC, `2026-11-23`. */
export type DailyUsage = Readonly<z.infer<typeof DailyUsage>>
const DailyUsage = z.object({ day: z.string(), credits: z.number() })

/** The credits that a user used on each of the last 30 days with usage, oldest first. */
export async function dailyUsage(q: Queryable, userId: string, now: Date): Promise<DailyUsage[]> {
  return queryRows(
    q,
    DailyUsage,
    `select to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, (-sum(e.amount))::int as credits
     from credit_entries e join credit_accounts a on a.id = e.account_id
     join credit_transactions t on t.id = e.transaction_id
     where a.user_id = $1 and t.kind = 'usage' and t.created_at > $2::timestamptz - interval '30 days'
     group by 1 order by 1`,
    [userId, now],
  )
}

/** How many granted credits were used and revoked. */
export type GrantUsage = Readonly<z.infer<typeof GrantUsage>>
const GrantUsage = z.object({ granted: z.number(), used: z.number(), revoked: z.number() })

/** The use of the grant with an idempotency key; undefined if nothing was granted under it. */
export async function grantUsage(q: Queryable, key: string): Promise<GrantUsage | undefined> {
  return findRow(
    q,
    GrantUsage,
    `select l.granted, l.granted - l.remaining - l.expired - l.revoked as used, l.revoked
     from credit_lots l join credit_transactions t on t.id = l.transaction_id where t.idempotency_key = $1`,
    [key],
  )
}
