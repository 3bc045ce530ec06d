import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'
import { Interval, Item } from './items.ts'

/** The payment provider: Stripe, or the built-in test checkout, which moves no money. */
export const ProviderName = z.enum(['stripe', 'test'])
export type ProviderName = z.output<typeof ProviderName>

/** A plan and its interval. */
export const Choice = z.object({ plan: PlanName, interval: Interval })
export type Choice = z.output<typeof Choice>

/** Milliseconds since 1970. */
const moment = z.int().min(0)
const minorUnits = z.int().min(0)

/** An invoice in the provider's current state. Amounts in minor units. */
export const InvoiceState = z.object({
  id: z.string(),
  subscriptionId: z.string().nullable(),
  /** The checkout that paid it; null for a renewal or a change. */
  checkoutId: z.string().nullable(),
  item: Item,
  reason: z.enum(['first', 'renewal', 'change', 'pack']),
  status: z.enum(['paid', 'open']),
  currency: z.string().length(3),
  total: minorUnits,
  /** The tax included in `total`. */
  tax: minorUnits,
  /** The amount paid, after discounts and account credit. */
  amountPaid: minorUnits,
  /**
   * Account credit used, negative if owed credit was collected; and the leftover of a plan change that became account
   * credit.
   */
  creditUsed: z.int().default(0),
  creditAdded: minorUnits.default(0),
  /** The total refunded; it decreases when a refund fails. */
  refunded: minorUnits,
  dispute: z.enum(['none', 'open', 'won', 'lost']),
  periodStartMs: moment,
  periodEndMs: moment,
  paidAtMs: moment.nullable(),
  /** A hash of the card, only for comparison; null if the provider names none. */
  card: z.string().nullable().default(null),
  url: z.string().nullable(),
})
export type InvoiceState = z.output<typeof InvoiceState>

/** A subscription in the provider's current state. */
export const SubscriptionState = z.object({
  id: z.string(),
  plan: PlanName,
  interval: Interval,
  /** `past_due`: a renewal failed and is retried; the plan stays meanwhile. */
  state: z.enum(['active', 'past_due', 'ended']),
  periodStartMs: moment,
  periodEndMs: moment,
  cancelAtPeriodEnd: z.boolean(),
  /** The planned change at the end of the period. */
  next: Choice.nullable(),
  createdAtMs: moment,
})
export type SubscriptionState = z.output<typeof SubscriptionState>

/** A provider's complete state of one customer. */
export const CustomerState = z.object({
  /** 'Visa ending 4242' */
  paymentMethod: z.string().nullable(),
  /**
   * Account credit, which pays later invoices first. Minor units. Negative if credit was revoked after it was spent;
   * the next invoice then collects it.
   */
  creditCents: z.int().default(0),
  subscriptions: z.array(SubscriptionState),
  invoices: z.array(InvoiceState),
})
export type CustomerState = z.output<typeof CustomerState>

/** How many days a plan outlives its last paid period while the renewal is retried. */
export const GRACE_DAYS = 30
const DAY_MS = 86_400_000

/** The plan granted by payments, and when it ends by time alone, in milliseconds since 1970; null for never. */
export type GrantedPlan = { readonly plan: PlanName; readonly untilMs: number | null }

/**
 * The plan of a customer: that of the newest payment of a live subscription that was not reversed. So upgrades count
 * from their payment, downgrades from the next one, and a failed renewal keeps the plan until the provider gives up. A
 * reversed payment grants nothing. An earlier payment replaces it only within its own period, as after a refunded
 * upgrade: its grace does not count.
 * @param endedEarly subscriptions that ended because their last payment was reversed; earlier payments count to the
 *   end of their period
 * @returns `free` without a subscription
 */
export function planFrom(
  { subscriptions, invoices }: Pick<CustomerState, 'subscriptions' | 'invoices'>,
  nowMs: number,
  endedEarly: ReadonlySet<string> = new Set(),
): GrantedPlan {
  const counting = subscriptions.flatMap((subscription) => {
    const isAlive = subscription.state !== 'ended'
    if (!isAlive && !endedEarly.has(subscription.id)) return []
    const paid = paidNewestFirst(subscription, invoices)
    return paid.flatMap((invoice) => {
      const graceMs = isAlive && invoice === paid[0] ? GRACE_DAYS * DAY_MS : 0
      const untilMs = invoice.periodEndMs + graceMs
      return isReversed(invoice) || untilMs <= nowMs ? [] : [{ invoice, untilMs, subscription }]
    })
  })
  const newest = counting.toSorted(
    (a, b) =>
      b.invoice.periodStartMs - a.invoice.periodStartMs ||
      isCurrent(b.subscription, b.invoice) - isCurrent(a.subscription, a.invoice) ||
      b.invoice.id.localeCompare(a.invoice.id),
  )[0]
  if (newest?.invoice.item.kind !== 'plan') return { plan: 'free', untilMs: null }
  return { plan: newest.invoice.item.plan, untilMs: newest.untilMs }
}

/**
 * Marks free plan changes as lost when the invoice before them was reversed: its leftover paid for them.
 * @param withdrawn subscriptions under withdrawal; all their free changes are lost
 */
export function revokeUnfundedChanges(state: CustomerState, withdrawn: ReadonlySet<string> = new Set()): CustomerState {
  const fallen = new Set<string>()
  for (const subscription of state.subscriptions) {
    let before: InvoiceState | undefined
    for (const invoice of paidNewestFirst(subscription, state.invoices).toReversed()) {
      const isFree = invoice.reason === 'change' && invoice.amountPaid === 0 && invoice.creditUsed === 0
      const isGone = before !== undefined && (isReversed(before) || fallen.has(before.id))
      if (isFree && (isGone || withdrawn.has(subscription.id))) fallen.add(invoice.id)
      before = invoice
    }
  }
  const fall = (one: InvoiceState) => (fallen.has(one.id) ? { ...one, dispute: 'lost' as const } : one)
  return fallen.size === 0 ? state : { ...state, invoices: state.invoices.map(fall) }
}

/** The paid invoices of a subscription, the one of the current period first. */
export function paidNewestFirst(subscription: SubscriptionState, invoices: readonly InvoiceState[]): InvoiceState[] {
  return invoices
    .filter(({ status, subscriptionId }) => status === 'paid' && subscriptionId === subscription.id)
    .toSorted(
      (a, b) =>
        b.periodStartMs - a.periodStartMs ||
        isCurrent(subscription, b) - isCurrent(subscription, a) ||
        b.id.localeCompare(a.id),
    )
}

/**
 * Providers count whole seconds: after an upgrade in the second of the purchase, the subscription's current plan
 * counts.
 */
function isCurrent({ plan, interval }: SubscriptionState, { item }: InvoiceState): number {
  return Number(item.kind === 'plan' && item.plan === plan) + Number(item.kind === 'plan' && item.interval === interval)
}

/** Whether a payment was fully refunded or lost to a dispute. */
export function isReversed({
  amountPaid,
  refunded,
  dispute,
}: Pick<InvoiceState, 'amountPaid' | 'refunded' | 'dispute'>) {
  return dispute === 'lost' || (amountPaid > 0 && refunded >= amountPaid)
}

/** The amount paid without tax, in minor units, with the tax in proportion to the total. */
export function netOf({ total, tax, amountPaid }: Pick<InvoiceState, 'total' | 'tax' | 'amountPaid'>): number {
  return total === 0 ? 0 : Math.round((amountPaid * (total - tax)) / total)
}

/**
 * The part of `granted` to revoke once `refunded` of `paid` is refunded: in proportion, and all of it with the last
 * cent, so that partial refunds never drift.
 */
export function reversalOf(granted: number, { paid, refunded }: { paid: number; refunded: number }): number {
  if (refunded <= 0 || paid <= 0) return 0
  return Math.round((granted * Math.min(refunded, paid)) / paid)
}

/**
 * The same day and time some months later, in UTC; the last day of a shorter month.
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

/**
 * The end of a period that starts at `startMs`: the anchor's day, or the last day of a shorter month. So 31 January, 28
 * February and 31 March follow each other.
 * @param anchorMs start of the first period, or of the first one after a plan change; milliseconds since 1970
 */
export function periodEndFrom(startMs: number, o: { anchorMs: number; interval: Interval }): number {
  const [start, anchor] = [new Date(startMs), new Date(o.anchorMs)]
  const passed = (start.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + start.getUTCMonth() - anchor.getUTCMonth()
  return addMonths(o.anchorMs, passed + (o.interval === 'year' ? 12 : 1))
}

/** The key of an item at a provider: 'plan:pro:month', 'pack:pack100'. */
export function itemKey(item: Item): string {
  return item.kind === 'plan' ? `plan:${item.plan}:${item.interval}` : `pack:${item.pack}`
}

/** The item of a key; undefined for an unknown key. */
export function itemOfKey(key: string): Item | undefined {
  const [kind, name, interval] = key.split(':')
  const parsed = Item.safeParse(kind === 'plan' ? { kind, plan: name, interval } : { kind, pack: name })
  return parsed.success ? parsed.data : undefined
}
