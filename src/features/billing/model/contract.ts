import { oc } from '@orpc/contract'
import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'
import { termsProcedures } from './contract-terms.ts'
import { Choice, ProviderName } from './payments.ts'
import { Interval, Item, PackId } from './items.ts'

/** One plan on the pricing page; null means by contract. */
export const PlanOffer = z.object({
  name: PlanName,
  monthlyCents: z.int().nullable(),
  yearlyCents: z.int().nullable(),
  credits: z.object({ amount: z.int(), each: z.enum(['once', 'month']) }).nullable(),
  maxDurationMs: z.number(),
  maxBytes: z.number(),
  export: z.object({ height: z.int(), fps: z.int() }),
  storageBytes: z.number().nullable(),
  /** How long files are stored; null is for ever. */
  retentionMs: z.number().nullable(),
  collaborators: z.int().nullable(),
  jobsAtOnce: z.int(),
})
export type PlanOffer = z.output<typeof PlanOffer>

/** Everything for sale; `provider` is null if billing is off. Amounts in minor units of `currency`. */
export const Offers = z.object({
  provider: ProviderName.nullable(),
  currency: z.string(),
  plans: z.array(PlanOffer),
  packs: z.array(z.object({ id: PackId, credits: z.int(), cents: z.int() })),
})
export type Offers = z.output<typeof Offers>

/** A subscription as its owner sees it. */
export const SubscriptionView = z.object({
  plan: PlanName,
  interval: z.enum(['month', 'year']),
  state: z.enum(['active', 'past_due', 'ended']),
  /** The next renewal, or the end. */
  periodEnd: z.iso.datetime(),
  cancelAtPeriodEnd: z.boolean(),
  next: Choice.nullable(),
  /** The next payment, before tax; null if there is none. */
  nextCents: z.int().nullable(),
})
export type SubscriptionView = z.output<typeof SubscriptionView>

/** The data of /billing. */
export const BillingOverview = z.object({
  provider: ProviderName,
  plan: PlanName,
  subscription: SubscriptionView.nullable(),
  paymentMethod: z.string().nullable(),
  /** Account credit, which pays later invoices first; a negative amount is added to the next invoice. Minor units. */
  creditCents: z.int(),
  /** Packs with remaining credits, the first to expire first. */
  packs: z.array(z.object({ granted: z.int(), remaining: z.int(), expiresAt: z.iso.datetime().nullable() })),
  /** Credits used per day in the last 30 days, without unused days, the oldest first. */
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
  /** Account credit that paid part of the invoice, and the leftover of a plan change that became account credit. */
  creditUsed: z.int(),
  creditAdded: z.int(),
  refunded: z.int(),
  dispute: z.enum(['none', 'open', 'won', 'lost']),
  paidAt: z.iso.datetime(),
  url: z.string().nullable(),
  /** The refund of a withdrawal now; null without the right to withdraw. */
  withdrawalCents: z.int().nullable(),
})
export type InvoiceView = z.output<typeof InvoiceView>

/** A payment as operators see it. `email` is null once the account is deleted. */
export const PaymentView = InvoiceView.pick({
  id: true,
  name: true,
  currency: true,
  amountPaid: true,
  tax: true,
  refunded: true,
  dispute: true,
  paidAt: true,
}).extend({ userId: z.uuid(), email: z.string().nullable() })
export type PaymentView = z.output<typeof PaymentView>

/** A page of the payments of all users. */
export type PaymentPage = {
  /** Only payments that were refunded, also in part, or that a bank was asked about. */
  readonly only: 'refunded' | 'disputed' | undefined
  /** The `next` of the previous page. */
  readonly before: string | undefined
  readonly limit: number
}

/** The effects of a plan change. */
export const ChangePreview = z.object({
  when: z.enum(['now', 'period-end']),
  at: z.iso.datetime(),
  /** Charged now, after the leftover of the old plan and account credit; tax may be added. */
  dueNowCents: z.int(),
  /** Account credit used now, and the leftover of the old plan above the new price, which becomes credit. */
  creditUsedCents: z.int(),
  creditAddedCents: z.int(),
  /** The price per interval afterwards. */
  cents: z.int(),
  /** What the user loses, one sentence each. */
  losses: z.array(z.string()),
})
export type ChangePreview = z.output<typeof ChangePreview>

const checkout = z.object({ checkoutId: z.uuid() })
const BuyableItem = z.union([
  z.strictObject({ plan: PlanName, interval: z.enum(['month', 'year']) }),
  z.strictObject({ pack: PackId }),
])

/** `/api/rpc/billing/*`. The server knows prices and credits: a client names an item, never an amount. */
export const billingContract = {
  plans: oc.output(Offers),
  overview: oc.output(BillingOverview),
  startCheckout: oc.input(BuyableItem).output(z.object({ checkoutId: z.string(), url: z.string() })),
  ...termsProcedures,
  /** Called by the page a checkout returns to: reads the provider's state instead of waiting for its webhook. */
  confirmCheckout: oc
    .input(checkout)
    .output(
      z.object({ state: z.enum(['open', 'done', 'dropped']), item: Item, plan: PlanName, provider: ProviderName }),
    ),
  /** The built-in test checkout page. */
  testCheckout: oc.input(checkout).output(
    z.object({
      name: z.string(),
      cents: z.int(),
      /** Account credit that pays part or all of it. */
      creditUsedCents: z.int(),
      currency: z.string(),
      /** The renewal interval; null for a one-time purchase. */
      renews: Interval.nullable(),
      state: z.enum(['open', 'done', 'dropped']),
    }),
  ),
  /** Pays on the test page; `declined` simulates a refused card. */
  payTestCheckout: oc
    .input(checkout.extend({ outcome: z.enum(['paid', 'declined']).default('paid') }))
    .output(z.object({ returnUrl: z.string() })),
  previewChange: oc.input(Choice).output(ChangePreview),
  changePlan: oc.input(Choice).output(BillingOverview),
  /** Ends the subscription at the end of the paid period. */
  cancel: oc.output(BillingOverview),
  /** Reverts a cancellation or a planned downgrade. */
  resume: oc.output(BillingOverview),
  /** Newest first; `before` is the `next` of the previous page. */
  invoices: oc
    .input(z.object({ limit: z.int().min(1).max(100).default(20), before: z.string().max(200).optional() }))
    .output(z.object({ invoices: z.array(InvoiceView), next: z.string().nullable() })),
  /** Withdraws from the contract of an invoice within 14 days: ends it now and refunds the unused part. */
  withdraw: oc
    .input(z.object({ invoiceId: z.string().max(200) }))
    .output(z.object({ refundedCents: z.int(), currency: z.string(), at: z.iso.datetime() })),
  /** The provider's customer portal; null if it has none. */
  portal: oc.output(z.object({ url: z.string().nullable() })),
}
