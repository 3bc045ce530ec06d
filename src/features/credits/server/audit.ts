import type { Db, Queryable } from '#platform/server/db.ts'

/** The errors of a ledger; every count is 0 in a sound one. */
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
  /** Users whose balance is not what remains of their lots less what they owe. */
  readonly mislotted: number
  /** Grants without a lot. */
  readonly lotless: number
  /** Entries whose balance is not the previous one plus their amount. */
  readonly unchained: number
}

/** Reads the whole ledger and counts its errors. */
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
            and e.account_id = h.account_id and e.amount = -h.captured) <> 1) as uncharged,
      (select count(*)::int from credit_accounts a where a.user_id is not null
        and a.balance + a.debt <> (select coalesce(sum(l.remaining), 0) from credit_lots l
          where l.account_id = a.id)) as mislotted,
      (select count(*)::int from credit_transactions t where t.kind = 'grant' and not exists
        (select 1 from credit_lots l where l.transaction_id = t.id)) as lotless,
      (select count(*)::int from (select balance_after, amount,
          lag(balance_after, 1, 0) over (partition by account_id order by seq) as before
        from credit_entries where balance_after is not null) chained
        where balance_after <> before + amount) as unchained`)
  const [audit] = rows
  if (audit === undefined) throw new Error('the audit returned no row')
  return audit
}

/**
 * Audits the ledger once a day and stores the result; safe to call concurrently.
 * @returns the result; undefined if today's audit exists
 */
export async function auditDaily(db: Db, now: Date): Promise<Audit | undefined> {
  const day = new Date(now)
  day.setUTCHours(0, 0, 0, 0)
  const { rowCount } = await db.$client.query('select 1 from credit_audits where at >= $1 limit 1', [day])
  if (rowCount !== 0) return undefined
  const audit = await auditLedger(db)
  await db.$client.query('insert into credit_audits (at, drift, findings) values ($1, $2, $3) on conflict do nothing', [
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
