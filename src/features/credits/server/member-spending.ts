import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { queryRow, queryRows } from '#platform/server/rows.ts'
import { lockAccount } from './lots.ts'

/** Credits of an account that another user spent in a calendar month (UTC), as in `2026-11`. */
export type MemberSpending = z.output<typeof SpendingRow>
const SpendingRow = z.object({ actorId: z.string(), month: z.string(), credits: z.int() })

/** The spending of others from a user's credits since a time, by person and month; newest month first. */
export async function spendingByMember(q: Queryable, userId: string, since: Date): Promise<MemberSpending[]> {
  return queryRows(
    q,
    SpendingRow,
    `select t.actor_id, to_char(t.created_at at time zone 'UTC', 'YYYY-MM') as month, (-sum(e.amount))::int as credits
     from credit_entries e
     join credit_accounts a on a.id = e.account_id
     join credit_transactions t on t.id = e.transaction_id
     where a.user_id = $1 and t.kind = 'usage' and t.actor_id is not null and t.created_at >= $2
     group by t.actor_id, month order by month desc`,
    [userId, since],
  )
}

type Member = { readonly userId: string; readonly actorId: string; readonly since: Date }
const SumRow = z.object({ credits: z.int() })

/** Credits of a user that another one spent since a time, or has on hold now. */
export async function memberSpending(q: Queryable, { userId, actorId, since }: Member): Promise<number> {
  const { credits } = await queryRow(
    q,
    SumRow,
    `select coalesce((
       select coalesce((select -sum(e.amount) from credit_entries e join credit_transactions t on t.id = e.transaction_id
           where e.account_id = a.id and t.kind = 'usage' and t.actor_id = $2 and t.created_at >= $3), 0)
         + coalesce((select sum(h.amount) from credit_holds h
           where h.account_id = a.id and h.state = 'held' and h.actor_id = $2), 0)
       from credit_accounts a where a.user_id = $1), 0)::int as credits`,
    [userId, actorId, since],
  )
  return credits
}

/**
 * Like `memberSpending`, and locks the account until the transaction ends: of two holds at once, the second waits and
 * counts the first.
 */
export async function lockMemberSpending(tx: Tx, member: Member): Promise<number> {
  await lockAccount(tx, member.userId)
  return memberSpending(tx, member)
}
