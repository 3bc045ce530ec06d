import { oc } from '@orpc/contract'
import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'
import { Choice, ProviderName } from './payments.ts'
import { Interval, Item, PackId } from './items.ts'

/** One plan as the pricing page shows it; null means by contract. */
export const PlanOffer = z.object({
  name: PlanName,
  monthlyCents: z.int().nullable(),
  yearlyCents: z.int().nullable(),
  credits: z.object({ amount: z.int(), each: z.enum(['once', 'month']) }).nullable(),
  maxDurationMs: z.number(),
  maxBytes: z.number(),
  export: z.object({ height: z.int(), fps: z.int() }),
  storageBytes: z.number().nullable(),
  /** How long files are kept; null for good. */
  keptMs: z.number().nullable(),
  collaborators: z.int().nullable(),
  jobsAtOnce: z.int(),
})
export type PlanOffer = z.output<typeof PlanOffer>

/** What is for sale; `provider` is null where billing is off. Amounts in minor units of `currency`. */
export const Offers = z.object({
  provider: ProviderName.nullable(),
  currency: z.string(),
  plans: z.array(PlanOffer),
  packs: z.array(z.object({ id: PackId, credits: z.int(), cents: z.int() })),
})
export type Offers = z.output<typeof Offers>

/** What somebody subscribed to, as they see it. */
export const SubscriptionView = z.object({
  plan: PlanName,
  interval: z.enum(['month', 'year']),
  state: z.enum(['active', 'past_due', 'ended']),
  /** When it is paid again, or ends. */
  periodEnd: z.iso.datetime(),
  cancelAtPeriodEnd: z.boolean(),
  next: Choice.nullable(),
  /** What the next payment is, before tax; null when there is none. */
  nextCents: z.int().nullable(),
})
export type SubscriptionView = z.output<typeof SubscriptionView>

/** All that /billing begins with. */
export const BillingOverview = z.object({
  provider: ProviderName,
  plan: PlanName,
  subscription: SubscriptionView.nullable(),
  paymentMethod: z.string().nullable(),
  /** Account credit, which pays later invoices first; below zero it is collected with the next one. Minor units. */
  creditCents: z.int(),
  /** Packs that still have credits, what ends soonest first. */
  packs: z.array(z.object({ granted: z.int(), remaining: z.int(), expiresAt: z.iso.datetime().nullable() })),
  /** Credits used on each of the last 30 days that used any, the oldest first. */
  usage: z.array(z.object({ day: z.iso.date(), credits: z.int() })),
})
export type BillingOverview = z.output<typeof BillingOverview>

/** One paid invoice. Amounts in minor units. */
export const InvoiceView = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  amountPaid: z.int(),
  tax: z.int(),
  /** Account credit that paid the rest, and what a change of plan left over and became account credit. */
  creditUsed: z.int(),
  creditAdded: z.int(),
  refunded: z.int(),
  dispute: z.enum(['none', 'open', 'won', 'lost']),
  paidAt: z.iso.datetime(),
  url: z.string().nullable(),
  /** What a withdrawal would pay back now; null when it is too late or makes no sense. */
  withdrawalCents: z.int().nullable(),
})
export type InvoiceView = z.output<typeof InvoiceView>

/** What a change of plan would mean. */
export const ChangePreview = z.object({
  when: z.enum(['now', 'period-end']),
  at: z.iso.datetime(),
  /** Paid at once, what is left of the old plan and account credit taken off; tax may be added. */
  dueNowCents: z.int(),
  /** Account credit that pays at once, and what is left of the old plan beyond the new price and becomes credit. */
  creditUsedCents: z.int(),
  creditAddedCents: z.int(),
  /** What it costs from then on, each interval. */
  cents: z.int(),
  /** What is lost, each one sentence. */
  losses: z.array(z.string()),
})
export type ChangePreview = z.output<typeof ChangePreview>

const checkout = z.object({ checkoutId: z.uuid() })
const BuyableItem = z.union([
  z.strictObject({ plan: PlanName, interval: z.enum(['month', 'year']) }),
  z.strictObject({ pack: PackId }),
])

/** `/api/rpc/billing/*`. Prices and credits are the server's: a client names what it wants, never what it costs. */
export const billingContract = {
  plans: oc.output(Offers),
  overview: oc.output(BillingOverview),
  startCheckout: oc.input(BuyableItem).output(z.object({ checkoutId: z.string(), url: z.string() })),
  /** Asked by the page a checkout returns to: looks at the provider at once instead of waiting for its word. */
  confirmCheckout: oc
    .input(checkout)
    .output(
      z.object({ state: z.enum(['open', 'done', 'dropped']), item: Item, plan: PlanName, provider: ProviderName }),
    ),
  /** What the built-in test checkout page shows. */
  testCheckout: oc.input(checkout).output(
    z.object({
      name: z.string(),
      cents: z.int(),
      /** Account credit that pays part of it, or all. */
      creditUsedCents: z.int(),
      currency: z.string(),
      /** How often it is paid again; null for what is bought once. */
      renews: Interval.nullable(),
      state: z.enum(['open', 'done', 'dropped']),
    }),
  ),
  /** Pays on the built-in test page; `declined` plays a refused card. */
  payTestCheckout: oc
    .input(checkout.extend({ outcome: z.enum(['paid', 'declined']).default('paid') }))
    .output(z.object({ returnUrl: z.string() })),
  previewChange: oc.input(Choice).output(ChangePreview),
  changePlan: oc.input(Choice).output(BillingOverview),
  /** Ends the subscription at the end of what is paid. */
  cancel: oc.output(BillingOverview),
  /** Takes back a cancellation or a planned downgrade. */
  resume: oc.output(BillingOverview),
  /** Newest first; `before` is the `next` of the page before. */
  invoices: oc
    .input(z.object({ limit: z.int().min(1).max(100).default(20), before: z.string().max(200).optional() }))
    .output(z.object({ invoices: z.array(InvoiceView), next: z.string().nullable() })),
  /** Withdraws from the contract an invoice began, within 14 days: ends it now and pays back what was not used. */
  withdraw: oc
    .input(z.object({ invoiceId: z.string().max(200) }))
    .output(z.object({ refundedCents: z.int(), currency: z.string(), at: z.iso.datetime() })),
  /** Where the provider lets people change their card; null where there is no such place. */
  portal: oc.output(z.object({ url: z.string().nullable() })),
}
