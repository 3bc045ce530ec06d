import { z } from 'zod'
import type { Tx } from '#platform/server/db.ts'
import { defineJob, type JobQueue } from '#platform/server/jobs.ts'
import { syncCustomer } from './sync-customer.ts'
import { dropOpenCheckouts } from './checkout.ts'
import { findCustomerOfUser } from './customers.ts'
import type { BillingDeps } from './deps.ts'

const payload = z.object({ userId: z.uuid() })

/** A minute lies between two of many tries, so these outlast a day in which the provider does not answer. */
const END_SUBSCRIPTIONS = { name: 'billing.end-subscriptions', payload, attempts: 1_500 } as const

/**
 * Queues what ends with an account, when `tx` commits: deleting it never waits for a provider. Somebody who never
 * began to pay has nothing to end.
 */
export async function queueSubscriptionEnds(tx: Tx, jobs: Pick<JobQueue, 'enqueue'>, userId: string): Promise<void> {
  const { rowCount } = await tx.$client.query('select 1 from billing_customers where user_id = $1 limit 1', [userId])
  if (rowCount === 0) return
  await jobs.enqueue(tx, END_SUBSCRIPTIONS, { userId }, { ownerId: userId, subjectId: userId })
}

/**
 * Closes a deleted account's open checkouts and ends its subscriptions at once; nothing is paid back. What to end is
 * read from the provider, so that a payment we did not hear of yet ends too. Safe to run twice: what has ended stays.
 */
export function endSubscriptionsJob(deps: BillingDeps) {
  return defineJob<z.output<typeof payload>>({
    ...END_SUBSCRIPTIONS,
    quick: true,
    async run({ userId }) {
      const { db, provider, log } = deps
      const elsewhere = await subscriptionsElsewhere(deps, userId)
      if (elsewhere > 0) log.error({ userId }, 'a deleted account pays a provider that is not set up; end it there')
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
      deps.log.error({ userId }, 'the subscription of a deleted account could not be ended; end it at the provider')
    },
  })
}

/** Subscriptions with a provider other than the one in use. */
async function subscriptionsElsewhere({ db, provider }: BillingDeps, userId: string): Promise<number> {
  const { rowCount } = await db.$client.query(
    `select 1 from billing_subscriptions where user_id = $1 and provider <> $2 and provider <> 'test' and state <> 'ended'`,
    [userId, provider.name],
  )
  return rowCount ?? 0
}
