import { z } from 'zod'
import { PayoutCorrection, PayoutState } from './contract-payouts.ts'
import { CommissionState } from './contract-statistics.ts'

/** Integer minor units; negative after a reversal. */
const Cents = z.int()
const Currency = z.string().length(3)
const Moment = z.iso.datetime()

/** The state of an affiliate; the links of a `suspended` one do not work, a `closed` one deleted the account. */
export const AffiliateState = z.enum(['active', 'suspended', 'closed'])
export type AffiliateState = z.output<typeof AffiliateState>

/** An operator's decision about an affiliate. */
export const AffiliateDecision = z.enum(['suspend', 'reinstate'])
export type AffiliateDecision = z.output<typeof AffiliateDecision>

/** An affiliate as the operator sees them. */
export const AdminAffiliate = z.object({
  id: z.uuid(),
  displayName: z.string(),
  email: z.string(),
  referralUsername: z.string(),
  referralCode: z.string(),
  state: AffiliateState,
  joinedAt: Moment,
  referrals: z.int(),
  paidUsers: z.int(),
  /** One per currency they ever earned in. `waiting`: pending and on hold. */
  balances: z.array(z.object({ currency: Currency, waiting: Cents, approved: Cents, paid: Cents })),
})
export type AdminAffiliate = z.output<typeof AdminAffiliate>

/** An applicant as the operator sees them. */
export const AdminApplication = z.object({
  userId: z.uuid(),
  email: z.string(),
  username: z.string(),
  /** Where they will share their link, in their own words. */
  channel: z.string(),
  country: z.string(),
  appliedAt: Moment,
})
export type AdminApplication = z.output<typeof AdminApplication>

/** A commission as the operator sees it. */
export const AdminCommission = z.object({
  id: z.uuid(),
  affiliateId: z.uuid(),
  /** A `clawback` reverses a commission that was already paid out; it is negative. */
  kind: z.enum(['sale', 'clawback']),
  referralUsername: z.string().nullable(),
  productName: z.string(),
  currency: Currency,
  /** The amount paid without tax. */
  baseCents: Cents,
  /** Basis points: 4000 is 40%. */
  bps: z.int(),
  /** The current amount, after reversals. */
  cents: Cents,
  state: CommissionState,
  /** The reasons for the hold: `operator`, `same_network`, `same_payout_account`, `same_card`, `dispute` */
  holds: z.array(z.string()),
  reason: z.string().nullable(),
  purchasedAt: Moment,
  approvesAt: Moment,
  /** The month of its payout. */
  payout: z.string().nullable(),
})
export type AdminCommission = z.output<typeof AdminCommission>

/** An entry of a commission; `cents` is the amount added or removed. */
export const CommissionStep = z.object({
  at: Moment,
  what: z.enum([
    'bought',
    'taken_back',
    'given_back',
    'approved',
    'clawback',
    'payout_prepared',
    'payout_approved',
    'paid_out',
  ]),
  cents: Cents.nullable(),
  text: z.string().nullable(),
})
export type CommissionStep = z.output<typeof CommissionStep>

/** The payouts of one month and currency. */
export const PayoutBatch = z.object({
  period: z.string(),
  currency: Currency,
  /** Excludes cancelled ones. */
  payouts: z.int(),
  cents: Cents,
  /** The numbers of payouts to approve, to pay, and paid. */
  prepared: z.int(),
  approved: z.int(),
  paid: z.int(),
})
export type PayoutBatch = z.output<typeof PayoutBatch>

/** A payout as the operator sees it. */
export const AdminPayout = z.object({
  id: z.uuid(),
  affiliateId: z.uuid(),
  period: z.string(),
  referralUsername: z.string(),
  displayName: z.string(),
  /** Only the last characters of an account. */
  label: z.string(),
  country: z.string(),
  currency: Currency,
  cents: Cents,
  state: PayoutState,
  lines: z.int(),
  /** The corrected lines since the preparation; `cents` is the result. */
  corrections: z.array(PayoutCorrection),
  /** Only active affiliates are paid: a payout of another is cancelled, or waits. */
  affiliateState: AffiliateState,
  /** Whether the affiliate changed the payout method after the preparation. */
  hasNewDetails: z.boolean(),
  preparedAt: Moment,
  approvedAt: Moment.nullable(),
  approvedBy: z.string().nullable(),
  paidAt: Moment.nullable(),
  reference: z.string().nullable(),
  reason: z.string().nullable(),
})
export type AdminPayout = z.output<typeof AdminPayout>

/** The approved commission of an affiliate who deleted the account, in one currency. */
export const ClosedBalance = z.object({
  affiliateId: z.uuid(),
  /** Stays reserved; identifies their commissions. */
  referralUsername: z.string(),
  currency: Currency,
  cents: Cents,
})
export type ClosedBalance = z.output<typeof ClosedBalance>
