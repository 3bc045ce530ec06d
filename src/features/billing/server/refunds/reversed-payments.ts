import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, queryRows } from '#platform/server/rows.ts'
import { isReversed, type InvoiceState, paidNewestFirst, type SubscriptionState } from '../../model/index.ts'
import type { Customer } from '../customers.ts'
import type { BillingDeps } from '../deps.ts'
import { grantMonths } from '../grant-credits.ts'
import { readInvoice, resumeGranting, stopGranting, type StoredInvoice } from '../invoices/invoices.ts'
import { isWithdrawn } from './refunds.ts'

const EndedSubscriptionRow = z.object({ id: z.string(), isWithdrawn: z.boolean() })

/**
 * Reads which of a customer's subscriptions billing ended, by the provider's id. `endedEarly`: their last payment was
 * reversed, and earlier payments still count in their own period. `withdrawn`: no payment under them counts.
 */
export async function readEndedSubscriptions(
  q: Queryable,
  customer: Customer,
): Promise<{ endedEarly: ReadonlySet<string>; withdrawn: ReadonlySet<string> }> {
  const rows = await queryRows(
    q,
    EndedSubscriptionRow,
    `select i.subscription_id as id, bool_or(r.reason = 'withdrawal') as is_withdrawn
     from billing_refunds r join billing_invoices i on i.provider = r.provider and i.id = r.invoice_id
     where (r.reason = 'withdrawal' or (r.reason = 'taken-back' and r.credit = 0)) and i.provider = $1 and i.customer_id = $2
       and i.subscription_id is not null
     group by 1 order by 1`,
    [customer.provider, customer.id],
  )
  const ofKind = (isWithdrawn: boolean) =>
    new Set(rows.flatMap((row) => (row.isWithdrawn === isWithdrawn ? [row.id] : [])))
  return { endedEarly: ofKind(false), withdrawn: ofKind(true) }
}

/**
 * Schedules the end of a subscription whose last payment was reversed, so that it neither renews nor charges for a lost
 * plan. `payRefunds` ends it at the provider, unless it has been paid again.
 */
export async function scheduleSubscriptionEnd(
  tx: Tx,
  customer: Customer,
  o: { subscription: SubscriptionState; invoices: readonly InvoiceState[]; at: Date },
): Promise<void> {
  const [last] = paidNewestFirst(o.subscription, o.invoices)
  if (o.subscription.state === 'ended' || last === undefined || !isReversed(last)) return
  await execute(
    tx,
    `insert into billing_refunds as kept (key, provider, invoice_id, reason, cents, created_at)
     values ($1, $2, $3, 'taken-back', 0, $4)
     on conflict (key) do update set done_at = null where kept.done_at is not null`,
    [`end:${customer.provider}:${last.id}`, customer.provider, last.id, o.at],
  )
}

/**
 * Schedules the account credit change of an invoice: a reversal returns the credit it used and removes the credit it
 * left over; a failed refund does the opposite. A withdrawal settles account credit itself.
 */
export async function scheduleCreditChange(
  tx: Tx,
  invoice: StoredInvoice,
  o: { isTakenBack: boolean; revision: number; at: Date },
): Promise<void> {
  const { provider, id, creditUsed, creditAdded } = invoice
  if (creditUsed === creditAdded || isReversed(invoice) === o.isTakenBack || (await isWithdrawn(tx, invoice))) return
  const credit = o.isTakenBack ? creditUsed - creditAdded : creditAdded - creditUsed
  await execute(
    tx,
    `insert into billing_refunds (key, provider, invoice_id, reason, cents, credit, created_at)
     values ($1, $2, $3, 'taken-back', 0, $4, $5) on conflict do nothing`,
    [`credit:${provider}:${id}:${o.revision}`, provider, id, credit, o.at],
  )
}

/**
 * Resumes the monthly grants of a subscription's newest invoice that was not reversed. A later invoice stopped them;
 * once that one is reversed, the earlier one pays for the plan again.
 */
export async function resumeStandingInvoice(
  tx: Tx,
  deps: Pick<BillingDeps, 'ledger' | 'catalogue' | 'now'>,
  customer: Customer,
  o: { subscription: SubscriptionState; invoices: readonly InvoiceState[] },
): Promise<void> {
  const standing = paidNewestFirst(o.subscription, o.invoices).find((invoice) => !isReversed(invoice))
  if (standing === undefined) return
  const { provider } = customer
  const invoice = await readInvoice(tx, { provider, id: standing.id })
  if (!(await resumeGranting(tx, invoice))) return
  await stopGranting(tx, { provider, subscriptionId: o.subscription.id, by: invoice })
  await grantMonths(tx, deps, await readInvoice(tx, invoice), deps.now().getTime())
}
