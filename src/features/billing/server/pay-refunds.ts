import { carryOver } from './carry-over.ts'
import type { BillingDeps } from './deps.ts'

type Due = {
  key: string
  invoiceId: string
  customerId: string
  /** What ends first; null for a pack, and where an operator pays back and the plan goes on. */
  subscriptionId: string | null
  cents: number
}

/**
 * Pays back what is owed, of one contract or of everybody; the subscription it was paid for ends first. Safe to repeat
 * and to run in several places at once: the provider does each key once. What the provider refuses, or what does not
 * reach it, is logged and stays owed.
 */
export async function payRefunds(deps: BillingDeps, only?: { withdrawnFrom: string }): Promise<void> {
  const { db, provider, log } = deps
  const { rows } = await db.$client.query<Due>(
    `select r.key, r.invoice_id as "invoiceId", i.customer_id as "customerId",
       case when r.reason <> 'operator' then i.subscription_id end as "subscriptionId", r.cents
     from billing_refunds r join billing_invoices i on i.provider = r.provider and i.id = r.invoice_id
     where r.done_at is null and r.provider = $1 and ($2::text is null or r.withdrawn_from = $2)
     order by r.created_at, r.key limit 100`,
    [provider.name, only?.withdrawnFrom ?? null],
  )
  for (const due of rows) {
    await payBack(deps, due).catch((error: unknown) => {
      log.error({ err: error, invoiceId: due.invoiceId }, 'a payment could not be paid back; trying again later')
    })
  }
}

async function payBack(deps: BillingDeps, { key, customerId, invoiceId, subscriptionId, cents }: Due): Promise<void> {
  const { db, provider, now } = deps
  if (subscriptionId !== null) await provider.endNow({ customerId, subscriptionId })
  if (cents > 0) await provider.refund({ customerId, invoiceId, cents, key })
  await carryOver(deps, customerId)
  await db.$client.query('update billing_refunds set done_at = $2 where key = $1 and done_at is null', [key, now()])
}
