import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'
import { dailyUsage, remainingLots } from '#features/credits/server/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import { findRow } from '#platform/server/rows.ts'
import {
  type BillingOverview,
  type Catalogue,
  CURRENCY,
  type InvoiceView,
  itemName,
  type Offers,
  PackId,
  type Plan,
  planCents,
  type ProviderName,
  type SubscriptionView,
} from '../model/index.ts'
import type { BillingDeps } from './deps.ts'
import type { StoredInvoice } from './invoices/invoices.ts'
import { type StoredSubscription, findSubscription } from './subscriptions.ts'

/** Everything for sale. @param provider null if nothing is sold */
export function offers({ plans, packs }: Catalogue, provider: ProviderName | null): Offers {
  return {
    provider,
    currency: CURRENCY,
    plans: PlanName.options.map((name) => offerOf(plans[name], planCents(name, 'year', plans))),
    packs: PackId.options.map((id) => ({ ...packs[id] })),
  }
}

function offerOf(plan: Plan, yearlyCents: number | null): Offers['plans'][number] {
  const { storage, queue: _queue, ...rest } = plan
  return { ...rest, yearlyCents, storageBytes: storage?.bytes ?? null }
}

/** The data of /billing. */
export async function billingOverview(deps: BillingDeps, userId: string): Promise<BillingOverview> {
  const { db, catalogue, provider } = deps
  const [plan, subscription, { paymentMethod, creditCents }, packs, usage] = await Promise.all([
    deps.planOf(db, userId),
    findSubscription(db, userId),
    paidWith(db, userId),
    packsOf(db, userId, deps.now()),
    dailyUsage(db, userId, deps.now()),
  ])
  const view = subscription === undefined ? null : subscriptionView(subscription, catalogue)
  return { provider: provider.name, plan, subscription: view, paymentMethod, creditCents, packs, usage }
}

function subscriptionView(o: StoredSubscription, { plans }: Catalogue): SubscriptionView {
  const { plan, interval } = o.next ?? o
  return {
    plan: o.plan,
    interval: o.interval,
    state: o.state,
    periodEnd: new Date(o.periodEndMs).toISOString(),
    cancelAtPeriodEnd: o.cancelAtPeriodEnd,
    next: o.next,
    nextCents: o.cancelAtPeriodEnd ? null : planCents(plan, interval, plans),
  }
}

const PaymentMethodRow = z.object({ paymentMethod: z.string().nullable(), creditCents: z.number() })

/** How the next payment is made: account credit first, in minor units, then a card. */
async function paidWith(
  db: Queryable,
  userId: string,
): Promise<Pick<BillingOverview, 'paymentMethod' | 'creditCents'>> {
  const row = await findRow(
    db,
    PaymentMethodRow,
    `select payment_method, credit as credit_cents from billing_customers
     where user_id = $1 order by payment_method is null, created_at desc limit 1`,
    [userId],
  )
  return row ?? { paymentMethod: null, creditCents: 0 }
}

async function packsOf(db: Queryable, userId: string, now: Date): Promise<BillingOverview['packs']> {
  const lots = await remainingLots(db, userId, { source: 'pack', at: now })
  return lots.map((lot) => ({ ...lot, expiresAt: lot.expiresAt?.toISOString() ?? null }))
}

/** An invoice as its owner sees it. */
export function invoiceView(o: StoredInvoice, catalogue: Catalogue, withdrawalCents: number | null): InvoiceView {
  return {
    id: o.id,
    name: itemName(o.item, catalogue),
    currency: o.currency,
    amountPaid: o.amountPaid,
    tax: o.tax,
    creditUsed: o.creditUsed,
    creditAdded: o.creditAdded,
    refunded: o.refunded,
    dispute: o.dispute,
    paidAt: new Date(o.paidAtMs).toISOString(),
    url: o.url,
    withdrawalCents,
  }
}
