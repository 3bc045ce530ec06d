import { PlanName } from '#features/accounts/model/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { Choice, Interval, type ProviderName, type SubscriptionState } from '../model/index.ts'
import type { Customer } from './customers.ts'

/** A row of `billing_subscriptions`. */
export type StoredSubscription = Omit<SubscriptionState, 'createdAtMs'> & {
  readonly provider: ProviderName
  readonly customerId: string
  readonly userId: string
}

/** Stores a provider's current state of a subscription. */
export async function upsertSubscription(tx: Tx, customer: Customer, o: SubscriptionState): Promise<void> {
  await tx.$client.query(
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

/** The user's live subscription; undefined if there is none, or a reversed payment is about to end it. */
export async function findSubscription(db: Queryable, userId: string): Promise<StoredSubscription | undefined> {
  const { rows } = await db.$client.query<{
    provider: ProviderName
    id: string
    customerId: string
    plan: string
    interval: string
    state: SubscriptionState['state']
    periodStart: Date
    periodEnd: Date
    cancelAtPeriodEnd: boolean
    next: unknown
  }>(
    `select provider, id, customer_id as "customerId", plan, interval, state, period_start as "periodStart",
       period_end as "periodEnd", cancel_at_period_end as "cancelAtPeriodEnd", next
     from billing_subscriptions s where user_id = $1 and state <> 'ended' and not exists (
       select 1 from billing_refunds r join billing_invoices i on i.provider = r.provider and i.id = r.invoice_id
       where r.reason = 'taken-back' and r.credit = 0 and r.done_at is null
         and i.provider = s.provider and i.subscription_id = s.id)
     order by created_at desc, id limit 1`,
    [userId],
  )
  const [found] = rows
  if (found === undefined) return undefined
  const { periodStart, periodEnd, plan, interval, next, ...rest } = found
  return {
    ...rest,
    userId,
    plan: PlanName.parse(plan),
    interval: Interval.parse(interval),
    next: Choice.nullable().parse(next),
    periodStartMs: periodStart.getTime(),
    periodEndMs: periodEnd.getTime(),
  }
}
