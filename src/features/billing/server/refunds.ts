import type { Queryable, Tx } from '#platform/server/db.ts'
import type { ProviderName } from '../model/index.ts'

/** Money to be paid back by ourselves; `cents` in minor units, nothing where everything was used. */
export type DueRefund = {
  readonly provider: ProviderName
  readonly invoiceId: string
  readonly cents: number
  /** Account credit that is taken with it, below zero. */
  readonly credit?: number
  readonly reason: 'withdrawal' | 'account-deleted'
  /** The invoice that began the contract withdrawn from. */
  readonly withdrawnFrom?: string
}

/** Keeps what is to be paid back, once for each invoice and reason, in the transaction that decides it. */
export async function recordRefunds(tx: Tx, refunds: readonly DueRefund[], at: Date): Promise<void> {
  for (const { provider, invoiceId, cents, credit = 0, reason, withdrawnFrom } of refunds) {
    await tx.$client.query(
      `insert into billing_refunds (key, provider, invoice_id, reason, withdrawn_from, cents, credit, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
      [
        ...[
          `${reason}:${provider}:${invoiceId}`,
          provider,
          invoiceId,
          reason,
          withdrawnFrom ?? null,
          cents,
          credit,
          at,
        ],
      ],
    )
  }
}

/** What is to be paid back of an invoice and was not yet, in minor units. */
export async function owedCents(q: Queryable, o: { provider: string; invoiceId: string }): Promise<number> {
  const { rows } = await q.$client.query<{ owed: number }>(
    `select coalesce(sum(cents), 0)::int as owed from billing_refunds
     where provider = $1 and invoice_id = $2 and done_at is null`,
    [o.provider, o.invoiceId],
  )
  return rows[0]?.owed ?? 0
}

/** The withdrawal from the contract an invoice began: when, and what it pays back in all; undefined without one. */
export async function withdrawalFrom(
  q: Queryable,
  o: { provider: ProviderName; id: string },
): Promise<{ cents: number; at: Date } | undefined> {
  const { rows } = await q.$client.query<{ cents: number; at: Date }>(
    `select sum(cents)::int as cents, min(created_at) as at from billing_refunds
     where provider = $1 and withdrawn_from = $2 having count(*) > 0`,
    [o.provider, o.id],
  )
  return rows[0]
}

/** Is what this invoice paid for withdrawn from? */
export async function isWithdrawn(q: Queryable, o: { provider: string; id: string }): Promise<boolean> {
  const { rowCount } = await q.$client.query(
    `select 1 from billing_refunds where provider = $1 and invoice_id = $2 and reason = 'withdrawal'`,
    [o.provider, o.id],
  )
  return rowCount === 1
}
