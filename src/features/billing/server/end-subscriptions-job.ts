import { z } from 'zod'
import type { Tx } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import { defineJob, type JobQueue } from '#platform/server/jobs.ts'
import { syncCustomer } from './sync-customer.ts'
import { dropOpenCheckouts } from './checkout.ts'
import { findCustomerOfUser } from './customers.ts'
import type { BillingDeps } from './deps.ts'

const payload = z.object({ userId: z.uuid() })

/** Many attempts a minute apart outlast a provider outage of a day. */
const END_SUBSCRIPTIONS = { name: 'billing.end-subscriptions', payload, attempts: 1_500 } as const

/**
 * Queues the end of an account's subscriptions when `tx` commits: a deletion never waits for a provider. Does nothing
 * for users who never started a checkout.
 */
export async function queueSubscriptionEnds(tx: Tx, jobs: Pick<JobQueue, 'enqueue'>, userId: string): Promise<void> {
  const found = await execute(tx, 'select 1 from billing_customers where user_id = $1 limit 1', [userId])
  if (found === 0) return
  await jobs.enqueue(tx, END_SUBSCRIPTIONS, { userId }, { ownerId: userId, subjectId: userId })
}

/**
 * Closes a deleted account's open checkouts and ends its subscriptions now, without a refund. It reads them from the
 * provider, so that a payment without a webhook ends too. Idempotent.
 */
export function endSubscriptionsJob(deps: BillingDeps) {
  return defineJob<z.output<typeof payload>>({
    ...END_SUBSCRIPTIONS,
    quick: true,
    async run({ userId }) {
      const { db, provider, log } = deps
      const elsewhere = await subscriptionsElsewhere(deps, userId)
      if (elsewhere > 0)
        log.error(
          { userId },
          'the deleted account has a subscription with a provider that is not configured; end it there',
        )
      const customer = await findCustomerOfUser(db, { provider: provider.name, userId })
      if (customer === undefined) return
      await dropOpenCheckouts(deps, { userId })
      const { subscriptions } = await provider.readCustomer(customer.id)
      for (const { id: subscriptionId, state } of subscriptions) {
        if (state !== 'ended') await provider.endNow({ customerId: customer.id, subscriptionId })
      }
      await syncCustomer(deps, customer.id)
    },
    async giveUp({ userId }) {
      deps.log.error({ userId }, 'could not end the subscription of a deleted account; end it at the provider')
    },
  })
}

/** Counts subscriptions with a provider other than the current one. */
async function subscriptionsElsewhere({ db, provider }: BillingDeps, userId: string): Promise<number> {
  return execute(
    db,
    `select 1 from billing_subscriptions where user_id = $1 and provider <> $2 and provider <> 'test' and state <> 'ended'`,
    [userId, provider.name],
  )
}
