import { z } from 'zod'
import { PayoutCorrection, PayoutState } from './contract-payouts.ts'
import { CommissionState } from './contract-statistics.ts'

/** Integer minor units; negative where something was taken back. */
const Cents = z.int()
const Currency = z.string().length(3)
const Moment = z.iso.datetime()

/** Where an affiliate stands; a `suspended` one's links lead nowhere, a `closed` one deleted the account. */
export const AffiliateState = z.enum(['active', 'suspended', 'closed'])
export type AffiliateState = z.output<typeof AffiliateState>

/** What an operator may do about an affiliate. */
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
  /** One for each currency they ever earned in. `waiting`: pending and on hold. */
  balances: z.array(z.object({ currency: Currency, waiting: Cents, approved: Cents, paid: Cents })),
})
export type AdminAffiliate = z.output<typeof AdminAffiliate>

/** Somebody who waits to be let into the programme. */
export const AdminApplication = z.object({
  userId: z.uuid(),
  email: z.string(),
  username: z.string(),
  /** Where they will share their link, in their words. */
  channel: z.string(),
  country: z.string(),
  appliedAt: Moment,
})
export type AdminApplication = z.output<typeof AdminApplication>

/** A commission as the operator sees it. */
export const AdminCommission = z.object({
  id: z.uuid(),
  /** A `clawback` takes back from the next payout what was paid out already; it is negative. */
  kind: z.enum(['sale', 'clawback']),
  referralUsername: z.string().nullable(),
  productName: z.string(),
  currency: Currency,
  /** What was paid without tax. */
  baseCents: Cents,
  /** Basis points: 4000 is 40%. */
  bps: z.int(),
  /** What it is worth now, after what was taken back. */
  cents: Cents,
  state: CommissionState,
  /** Why it is on hold: `operator`, `same_network`, `same_payout_account`, `same_card`, `dispute` */
  holds: z.array(z.string()),
  reason: z.string().nullable(),
  purchasedAt: Moment,
  approvesAt: Moment,
  /** The month of the payout it stands in. */
  payout: z.string().nullable(),
})
export type AdminCommission = z.output<typeof AdminCommission>

/** One thing that became of a commission; `cents` is what it added or took away. */
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
  /** Those that were not cancelled. */
  payouts: z.int(),
  cents: Cents,
  /** How many wait to be approved, how many to be paid, and how many are paid. */
  prepared: z.int(),
  approved: z.int(),
  paid: z.int(),
})
export type PayoutBatch = z.output<typeof PayoutBatch>

/** A payout as the operator sees it. */
export const AdminPayout = z.object({
  id: z.uuid(),
  period: z.string(),
  referralUsername: z.string(),
  displayName: z.string(),
  /** Nothing of an account but its end. */
  label: z.string(),
  country: z.string(),
  currency: Currency,
  cents: Cents,
  state: PayoutState,
  lines: z.int(),
  /** What became of lines since it was prepared; `cents` is what is left. */
  corrections: z.array(PayoutCorrection),
  /** Whoever is not active now is not paid: a payout of theirs is cancelled, or waits until they are. */
  affiliateState: AffiliateState,
  /** The affiliate changed where money goes after this was prepared. */
  hasNewDetails: z.boolean(),
  preparedAt: Moment,
  approvedAt: Moment.nullable(),
  approvedBy: z.string().nullable(),
  paidAt: Moment.nullable(),
  reference: z.string().nullable(),
  reason: z.string().nullable(),
})
export type AdminPayout = z.output<typeof AdminPayout>

/** What is approved of an affiliate who deleted the account, in one currency. */
export const ClosedBalance = z.object({
  affiliateId: z.uuid(),
  /** Stays taken; their commissions are found by it. */
  referralUsername: z.string(),
  currency: Currency,
  cents: Cents,
})
export type ClosedBalance = z.output<typeof ClosedBalance>
