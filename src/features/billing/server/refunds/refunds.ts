import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import type { ProviderName } from '../../model/index.ts'

/** A refund to pay; `cents` in minor units, 0 if everything was used. */
export type DueRefund = {
  readonly provider: ProviderName
  readonly invoiceId: string
  readonly cents: number
  /** Account credit to remove, as a negative amount. */
  readonly credit?: number
  readonly reason: 'withdrawal' | 'account-deleted'
  /** The first invoice of the withdrawn contract. */
  readonly withdrawnFrom?: string
}

/** Records refunds to pay, once per invoice and reason, in the transaction that decides them. */
export async function recordRefunds(tx: Tx, refunds: readonly DueRefund[], at: Date): Promise<void> {
  for (const { provider, invoiceId, cents, credit = 0, reason, withdrawnFrom } of refunds) {
    await execute(
      tx,
      `insert into billing_refunds (key, provider, invoice_id, reason, withdrawn_from, cents, credit, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
      [`${reason}:${provider}:${invoiceId}`, provider, invoiceId, reason, withdrawnFrom ?? null, cents, credit, at],
    )
  }
}

const OwedRow = z.object({ owed: z.number() })

/** The outstanding refund of an invoice, in minor units. */
export async function owedCents(q: Queryable, o: { provider: string; invoiceId: string }): Promise<number> {
  const row = await findRow(
    q,
    OwedRow,
    `select coalesce(sum(cents), 0)::int as owed from billing_refunds
     where provider = $1 and invoice_id = $2 and done_at is null`,
    [o.provider, o.invoiceId],
  )
  return row?.owed ?? 0
}

const WithdrawalRow = z.object({ cents: z.number(), at: z.date() })

/** The withdrawal from an invoice's contract: its time and total refund; undefined if there is none. */
export async function withdrawalFrom(
  q: Queryable,
  o: { provider: ProviderName; id: string },
): Promise<{ cents: number; at: Date } | undefined> {
  return findRow(
    q,
    WithdrawalRow,
    `select sum(cents)::int as cents, min(created_at) as at from billing_refunds
     where provider = $1 and withdrawn_from = $2 having count(*) > 0`,
    [o.provider, o.id],
  )
}

/** Whether the contract of this invoice was withdrawn from. */
export async function isWithdrawn(q: Queryable, o: { provider: string; id: string }): Promise<boolean> {
  const found = await execute(
    q,
    `select 1 from billing_refunds where provider = $1 and invoice_id = $2 and reason = 'withdrawal'`,
    [o.provider, o.id],
  )
  return found === 1
}
