import { z } from 'zod'
import { execute, queryRows } from '#platform/server/rows.ts'
import { isReversed, paidNewestFirst, revokeUnfundedChanges } from '../../model/index.ts'
import { syncCustomer } from '../sync-customer.ts'
import type { BillingDeps } from '../deps.ts'

type Due = Readonly<z.infer<typeof Due>>
const Due = z.object({
  key: z.string(),
  invoiceId: z.string(),
  customerId: z.string(),
  /** The subscription that ends first; null for a pack, and for an operator's refund that keeps the plan. */
  subscriptionId: z.string().nullable(),
  cents: z.number(),
  /** Account credit to add, or to remove if negative. */
  credit: z.number(),
  /** The subscription ends because its last payment was fully reversed, unless it has been paid again. */
  isTakenBack: z.boolean(),
})

/**
 * Pays outstanding refunds of one contract or of everybody, after ending the subscription they were paid for. It also
 * ends subscriptions whose last payment was reversed, and returns the account credit that payment used. Idempotent and
 * safe to run concurrently: the provider handles each key once. A refund that the provider refuses or does not receive
 * is logged and stays due.
 */
export async function payRefunds(deps: BillingDeps, only?: { withdrawnFrom: string }): Promise<void> {
  const tried = new Set<string>()
  for (;;) {
    // A refund may leave a subscription to end, which the next round finds.
    const due = (await listDueRefunds(deps, only)).filter(({ key }) => !tried.has(key))
    if (due.length === 0) return
    for (const one of due) {
      tried.add(one.key)
      await payBack(deps, one).catch((error: unknown) => {
        deps.log.error({ err: error, invoiceId: one.invoiceId }, 'could not refund a payment; trying again later')
      })
    }
  }
}

async function listDueRefunds(
  { db, provider }: BillingDeps,
  only: { withdrawnFrom: string } | undefined,
): Promise<Due[]> {
  return queryRows(
    db,
    Due,
    `select r.key, r.invoice_id, i.customer_id,
       case when r.reason = 'operator' or (r.reason = 'taken-back' and r.credit <> 0) then null
         else i.subscription_id end as subscription_id,
       r.cents, r.credit, r.reason = 'taken-back' as is_taken_back
     from billing_refunds r join billing_invoices i on i.provider = r.provider and i.id = r.invoice_id
     where r.done_at is null and r.provider = $1 and ($2::text is null or r.withdrawn_from = $2)
     order by r.created_at, r.key limit 100`,
    [provider.name, only?.withdrawnFrom ?? null],
  )
}

async function payBack(deps: BillingDeps, due: Due): Promise<void> {
  const { db, provider, now } = deps
  const { key, customerId, invoiceId, subscriptionId, cents, credit } = due
  if (subscriptionId !== null && due.isTakenBack && (await isRepaid(deps, due))) {
    await execute(db, 'delete from billing_refunds where key = $1', [key])
    return
  }
  if (subscriptionId !== null) await provider.endNow({ customerId, subscriptionId })
  if (cents > 0) await provider.refund({ customerId, invoiceId, cents, key })
  if (credit !== 0) await provider.adjustCredit({ customerId, cents: credit, key: `${key}:credit` })
  await syncCustomer(deps, customerId)
  await execute(db, 'update billing_refunds set done_at = $2 where key = $1 and done_at is null', [key, now()])
}

/** Whether the subscription was renewed or changed, or the refund failed, before its end. */
async function isRepaid({ provider }: BillingDeps, { customerId, subscriptionId }: Due): Promise<boolean> {
  const { subscriptions, invoices } = revokeUnfundedChanges(await provider.readCustomer(customerId))
  const subscription = subscriptions.find(({ id }) => id === subscriptionId)
  const [last] = subscription === undefined ? [] : paidNewestFirst(subscription, invoices)
  return last !== undefined && !isReversed(last)
}
