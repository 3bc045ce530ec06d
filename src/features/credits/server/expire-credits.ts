import { z } from 'zod'
import type { Tx } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'
import { EXPIRING_SOON_DAYS } from '../model/index.ts'
import { expireDueLots } from './lots.ts'

const DAY_MS = 86_400_000

const UserIdRow = z.object({ userId: z.string() })

/** Expires all due lots of at most 100 accounts. @returns the number of expired credits */
export async function expireDueCredits(tx: Tx, at: Date): Promise<number> {
  // Skip locked accounts: a concurrent change expires their lots itself, or the next run does.
  const rows = await queryRows(
    tx,
    UserIdRow,
    `select user_id from credit_accounts where user_id is not null and id in (
       select l.account_id from credit_lots l join credit_accounts a on a.id = l.account_id
       where l.remaining > 0 and l.expires_at <= $1
       group by l.account_id, a.held having sum(l.remaining) > a.held
       order by min(l.expires_at) limit 100)
     order by id for update skip locked`,
    [at],
  )
  let ended = 0
  for (const { userId } of rows) ended += await expireDueLots(tx, userId, at)
  return ended
}

/** A user's credits that expire soon, at one time. */
export type ExpiringCredits = Readonly<z.infer<typeof ExpiringCredits>>
const ExpiringCredits = z.object({ userId: z.string(), amount: z.number(), at: z.date() })

/**
 * Claims credits that expire within `EXPIRING_SOON_DAYS` for a notification, once per lot, in the caller's transaction.
 */
export async function claimUnnotifiedExpiries(tx: Tx, now: Date): Promise<ExpiringCredits[]> {
  return queryRows(
    tx,
    ExpiringCredits,
    `with told as (
       update credit_lots set warned_at = $1 where transaction_id in (
         select transaction_id from credit_lots
         where remaining > 0 and warned_at is null and expires_at > $1 and expires_at <= $2
         order by expires_at limit 200 for update skip locked)
       returning account_id, remaining, expires_at)
     select a.user_id, sum(told.remaining)::int as amount, told.expires_at as at
     from told join credit_accounts a on a.id = told.account_id group by a.user_id, told.expires_at
     order by told.expires_at`,
    [now, new Date(now.getTime() + EXPIRING_SOON_DAYS * DAY_MS)],
  )
}
