import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import { Choice, Interval, ProviderName, SubscriptionState } from '../model/index.ts'
import type { Customer } from './customers.ts'

/** A row of `billing_subscriptions`. */
export type StoredSubscription = Omit<SubscriptionState, 'createdAtMs'> & {
  readonly provider: ProviderName
  readonly customerId: string
  readonly userId: string
}

/** Stores a provider's current state of a subscription. */
export async function upsertSubscription(tx: Tx, customer: Customer, o: SubscriptionState): Promise<void> {
  await execute(
    tx,
    `insert into billing_subscriptions (provider, id, customer_id, user_id, plan, interval, state, period_start,
       period_end, cancel_at_period_end, next, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (provider, id) do update set plan = excluded.plan, interval = excluded.interval,
       state = excluded.state, period_start = excluded.period_start, period_end = excluded.period_end,
       cancel_at_period_end = excluded.cancel_at_period_end, next = excluded.next`,
    [
      customer.provider,
      o.id,
      customer.id,
      customer.userId,
      o.plan,
      o.interval,
      o.state,
      new Date(o.periodStartMs),
      new Date(o.periodEndMs),
      o.cancelAtPeriodEnd,
      o.next === null ? null : JSON.stringify(o.next),
      new Date(o.createdAtMs),
    ],
  )
}

const SubscriptionRow = z.object({
  provider: ProviderName,
  id: z.string(),
  customerId: z.string(),
  plan: PlanName,
  interval: Interval,
  state: SubscriptionState.shape.state,
  periodStart: z.date(),
  periodEnd: z.date(),
  cancelAtPeriodEnd: z.boolean(),
  next: Choice.nullable(),
})

/** The user's live subscription; undefined if there is none, or a reversed payment is about to end it. */
export async function findSubscription(db: Queryable, userId: string): Promise<StoredSubscription | undefined> {
  const found = await findRow(
    db,
    SubscriptionRow,
    `select provider, id, customer_id, plan, interval, state, period_start,
       period_end, cancel_at_period_end, next
     from billing_subscriptions s where user_id = $1 and state <> 'ended' and not exists (
       select 1 from billing_refunds r join billing_invoices i on i.provider = r.provider and i.id = r.invoice_id
       where r.reason = 'taken-back' and r.credit = 0 and r.done_at is null
         and i.provider = s.provider and i.subscription_id = s.id)
     order by created_at desc, id limit 1`,
    [userId],
  )
  if (found === undefined) return undefined
  const { periodStart, periodEnd, ...rest } = found
  return {
    ...rest,
    userId,
    periodStartMs: periodStart.getTime(),
    periodEndMs: periodEnd.getTime(),
  }
}
