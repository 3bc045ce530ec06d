import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'
import { Interval, Item } from './items.ts'

/** Who moves the money: Stripe, or the built-in checkout where none moves. */
export const ProviderName = z.enum(['stripe', 'test'])
export type ProviderName = z.output<typeof ProviderName>

/** A plan and how often it is paid. */
export const Choice = z.object({ plan: PlanName, interval: Interval })
export type Choice = z.output<typeof Choice>

/** Milliseconds since 1970. */
const moment = z.int().min(0)
const minorUnits = z.int().min(0)

/** One invoice as a provider knows it now. Amounts in minor units. */
export const InvoiceState = z.object({
  id: z.string(),
  subscriptionId: z.string().nullable(),
  /** Our checkout it was paid in; null for a renewal or a change. */
  checkoutId: z.string().nullable(),
  item: Item,
  reason: z.enum(['first', 'renewal', 'change', 'pack']),
  status: z.enum(['paid', 'open']),
  currency: z.string().length(3),
  total: minorUnits,
  /** The tax in `total`. */
  tax: minorUnits,
  /** What was paid, after discounts and account credit. */
  amountPaid: minorUnits,
  /** All that was paid back so far. */
  refunded: minorUnits,
  dispute: z.enum(['none', 'open', 'won', 'lost']),
  periodStartMs: moment,
  periodEndMs: moment,
  paidAtMs: moment.nullable(),
  /** Which card paid, as a hash that is only compared with others; null where the provider names none. */
  card: z.string().nullable().default(null),
  url: z.string().nullable(),
})
export type InvoiceState = z.output<typeof InvoiceState>

/** One subscription as a provider knows it now. */
export const SubscriptionState = z.object({
  id: z.string(),
  plan: PlanName,
  interval: Interval,
  /** `past_due`: a renewal failed and is tried again; the plan is kept meanwhile. */
  state: z.enum(['active', 'past_due', 'ended']),
  periodStartMs: moment,
  periodEndMs: moment,
  cancelAtPeriodEnd: z.boolean(),
  /** What it becomes at the end of the period. */
  next: Choice.nullable(),
  createdAtMs: moment,
})
export type SubscriptionState = z.output<typeof SubscriptionState>

/** All that a provider knows about one customer, at one moment. */
export const CustomerState = z.object({
  /** 'Visa ending 4242' */
  paymentMethod: z.string().nullable(),
  subscriptions: z.array(SubscriptionState),
  invoices: z.array(InvoiceState),
})
export type CustomerState = z.output<typeof CustomerState>

/** How long a plan outlives its last paid period while the renewal is being collected, in days. */
export const GRACE_DAYS = 30
const DAY_MS = 86_400_000

/**
 * The plan a customer has: that of the newest paid invoice of a subscription that lives. Upgrades thereby count from
 * their payment, downgrades from the next one, and a failed renewal keeps the plan until the provider gives up.
 * @returns `free` when nothing is subscribed to
 */
export function planFrom({ subscriptions, invoices }: CustomerState, nowMs: number): PlanName {
  const alive = new Set(subscriptions.filter(({ state }) => state !== 'ended').map(({ id }) => id))
  const counting = invoices.filter(
    (invoice) =>
      invoice.status === 'paid' &&
      invoice.subscriptionId !== null &&
      alive.has(invoice.subscriptionId) &&
      !isTakenBack(invoice) &&
      invoice.periodEndMs + GRACE_DAYS * DAY_MS > nowMs,
  )
  // Providers count whole seconds: who upgrades in the second of the purchase has what the subscription is now.
  const isCurrent = ({ item, subscriptionId }: InvoiceState): number =>
    Number(subscriptions.some(({ id, plan }) => id === subscriptionId && item.kind === 'plan' && item.plan === plan))
  const newest = counting.toSorted(
    (a, b) => b.periodStartMs - a.periodStartMs || isCurrent(b) - isCurrent(a) || b.id.localeCompare(a.id),
  )[0]
  return newest?.item.kind === 'plan' ? newest.item.plan : 'free'
}

/** Was all of it paid back, or lost to a dispute? */
export function isTakenBack({
  amountPaid,
  refunded,
  dispute,
}: Pick<InvoiceState, 'amountPaid' | 'refunded' | 'dispute'>) {
  return dispute === 'lost' || (amountPaid > 0 && refunded >= amountPaid)
}

/** What was paid without tax, in minor units: the tax counts in the proportion in which the total was paid. */
export function netOf({ total, tax, amountPaid }: Pick<InvoiceState, 'total' | 'tax' | 'amountPaid'>): number {
  return total === 0 ? 0 : Math.round((amountPaid * (total - tax)) / total)
}

/**
 * How much of `granted` is taken back once `refunded` of `paid` was: in proportion, and all of it with the last cent,
 * so that partial refunds never drift.
 */
export function reversalOf(granted: number, { paid, refunded }: { paid: number; refunded: number }): number {
  if (refunded <= 0 || paid <= 0) return 0
  return Math.round((granted * Math.min(refunded, paid)) / paid)
}

/**
 * The same day and time some months on, in UTC; the last day of a month that has no such day.
 * @param ms milliseconds since 1970
 */
export function addMonths(ms: number, months: number): number {
  const from = new Date(ms)
  const to = new Date(ms)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return to.getTime()
}

/** How an item is named at a provider: 'plan:pro:month', 'pack:pack100'. */
export function itemKey(item: Item): string {
  return item.kind === 'plan' ? `plan:${item.plan}:${item.interval}` : `pack:${item.pack}`
}

/** The item of a key; undefined when it is none of ours. */
export function itemOfKey(key: string): Item | undefined {
  const [kind, name, interval] = key.split(':')
  const parsed = Item.safeParse(kind === 'plan' ? { kind, plan: name, interval } : { kind, pack: name })
  return parsed.success ? parsed.data : undefined
}
