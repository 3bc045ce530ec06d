import { z } from 'zod'
import type { Db, Queryable } from '#platform/server/db.ts'
import { execute, queryRow } from '#platform/server/rows.ts'

/** The errors of a ledger; every count is 0 in a sound one. */
export type Audit = Readonly<z.infer<typeof Audit>>
const Audit = z.object({
  /** Sum of all entries, in credits. */
  sum: z.number(),
  /** Transactions without exactly two entries that sum to zero. */
  unbalanced: z.number(),
  /** Users whose balance is not the sum of their entries. */
  drifted: z.number(),
  /** Users whose held credits are not the sum of their open holds. */
  misheld: z.number(),
  /** Captured holds without exactly one transaction of the captured amount. */
  uncharged: z.number(),
  /** Users whose balance is not what remains of their lots less what they owe. */
  mislotted: z.number(),
  /** Grants without a lot. */
  lotless: z.number(),
  /** Entries whose balance is not the previous one plus their amount. */
  unchained: z.number(),
})

/** Reads the whole ledger and counts its errors. */
export async function auditLedger(db: Queryable): Promise<Audit> {
  return queryRow(
    db,
    Audit,
    `
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
            and e.account_id = h.account_id and e.amount = -h.captured) <> 1) as uncharged,
      (select count(*)::int from credit_accounts a where a.user_id is not null
        and a.balance + a.debt <> (select coalesce(sum(l.remaining), 0) from credit_lots l
          where l.account_id = a.id)) as mislotted,
      (select count(*)::int from credit_transactions t where t.kind = 'grant' and not exists
        (select 1 from credit_lots l where l.transaction_id = t.id)) as lotless,
      (select count(*)::int from (select balance_after, amount,
          lag(balance_after, 1, 0) over (partition by account_id order by seq) as before
        from credit_entries where balance_after is not null) chained
        where balance_after <> before + amount) as unchained`,
  )
}

/**
 * Audits the ledger once a day and stores the result; safe to call concurrently.
 * @returns the result; undefined if today's audit exists
 */
export async function auditDaily(db: Db, now: Date): Promise<Audit | undefined> {
  const day = new Date(now)
  day.setUTCHours(0, 0, 0, 0)
  const found = await execute(db, 'select 1 from credit_audits where at >= $1 limit 1', [day])
  if (found !== 0) return undefined
  const audit = await auditLedger(db)
  await execute(db, 'insert into credit_audits (at, drift, findings) values ($1, $2, $3) on conflict do nothing', [
    now,
    driftOf(audit),
    JSON.stringify(audit),
  ])
  return audit
}

/** The sum of all errors: 0 in a sound ledger. */
export function driftOf(audit: Audit): number {
  return Object.values(audit).reduce((sum, count) => sum + Math.abs(count), 0)
}
