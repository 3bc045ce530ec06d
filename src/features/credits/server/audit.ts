import type { Queryable } from '#platform/server/db.ts'

/** What does not add up in the ledger; every count is 0 in a sound one. */
export type Audit = {
  /** Sum of all entries, in credits. */
  readonly sum: number
  /** Transactions without exactly two entries that sum to zero. */
  readonly unbalanced: number
  /** Users whose balance is not the sum of their entries. */
  readonly drifted: number
  /** Users whose held credits are not the sum of their open holds. */
  readonly misheld: number
  /** Captured holds without exactly one transaction of the captured amount. */
  readonly uncharged: number
}

/** Reads the whole ledger and counts what does not add up. */
export async function auditLedger(db: Queryable): Promise<Audit> {
  const { rows } = await db.$client.query<Audit>(`
    select
      (select coalesce(sum(amount), 0)::int from credit_entries) as sum,
      (select count(*)::int from credit_transactions t
        where (select count(*) = 2 and sum(e.amount) = 0 from credit_entries e where e.transaction_id = t.id)
          is not true) as unbalanced,
      (select count(*)::int from credit_accounts a where a.user_id is not null
        and a.balance <> (select coalesce(sum(e.amount), 0) from credit_entries e where e.account_id = a.id)) as drifted,
      (select count(*)::int from credit_accounts a where a.user_id is not null
        and a.held <> (select coalesce(sum(h.amount), 0) from credit_holds h
          where h.account_id = a.id and h.state = 'held')) as misheld,
      (select count(*)::int from credit_holds h where h.state = 'captured'
        and (select count(*) from credit_transactions t join credit_entries e on e.transaction_id = t.id
          where t.idempotency_key = 'capture:' || h.idempotency_key
            and e.account_id = h.account_id and e.amount = -h.captured) <> 1) as uncharged`)
  const [audit] = rows
  if (audit === undefined) throw new Error('the audit gave no answer')
  return audit
}
