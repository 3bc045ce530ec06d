import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'
import type { Queryable } from '#platform/server/db.ts'
import { findRow, queryRows } from '#platform/server/rows.ts'
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
import type { StoredInvoice } from './invoices.ts'
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
  return { ...rest, yearlyCents, storageBytes: storage?.bytes ?? null, keptMs: storage?.keptMs ?? null }
}

/** The data of /billing. */
export async function billingOverview(deps: BillingDeps, userId: string): Promise<BillingOverview> {
  const { db, catalogue, provider } = deps
  const [plan, subscription, { paymentMethod, creditCents }, packs, usage] = await Promise.all([
    deps.planOf(db, userId),
    findSubscription(db, userId),
    paidWith(db, userId),
    packsOf(db, userId, deps.now()),
    usageOf(db, userId, deps.now()),
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

const PackRow = z.object({ granted: z.number(), remaining: z.number(), expiresAt: z.date().nullable() })

async function packsOf(db: Queryable, userId: string, now: Date): Promise<BillingOverview['packs']> {
  const rows = await queryRows(
    db,
    PackRow,
    `select l.granted, l.remaining, l.expires_at from credit_lots l
     join credit_accounts a on a.id = l.account_id
     where a.user_id = $1 and l.source = 'pack' and l.remaining > 0 and (l.expires_at is null or l.expires_at > $2)
     order by l.expires_at nulls last, l.transaction_id limit 100`,
    [userId, now],
  )
  return rows.map((pack) => ({ ...pack, expiresAt: pack.expiresAt?.toISOString() ?? null }))
}

const DailyUsageRow = z.object({ day: z.string(), credits: z.number() })

async function usageOf(db: Queryable, userId: string, now: Date): Promise<BillingOverview['usage']> {
  return queryRows(
    db,
    DailyUsageRow,
    `select to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, (-sum(e.amount))::int as credits
     from credit_entries e join credit_accounts a on a.id = e.account_id
     join credit_transactions t on t.id = e.transaction_id
     where a.user_id = $1 and t.kind = 'usage' and t.created_at > $2::timestamptz - interval '30 days'
     group by 1 order by 1`,
    [userId, now],
  )
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
