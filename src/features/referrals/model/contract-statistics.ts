import { z } from 'zod'

/** Integer minor units of a currency: 800 is $8.00. May be negative where something was taken back. */
const Cents = z.int()
const Currency = z.string().length(3)
const Moment = z.iso.datetime()
/** `2026-11`, in UTC. */
const MonthName = z.string().regex(/^\d{4}-\d\d$/)

/** The states of a commission; see `COMMISSION_EDGES`. */
export const CommissionState = z.enum(['pending', 'hold', 'approved', 'paid', 'refunded', 'rejected'])
export type CommissionState = z.output<typeof CommissionState>

/** One referred person as their affiliate may know them: a letter and a masked address. */
export const ReferredPerson = z.object({
  /** 'A', or '?' once the account was deleted. */
  initial: z.string(),
  /** 'a•••@e•••.com', or 'Deleted user'. */
  email: z.string(),
})
export type ReferredPerson = z.output<typeof ReferredPerson>

/** One purchase of a referred person (spec §3, `purchases[]`). `amount` is what was paid without tax. */
export const Purchase = z.object({
  id: z.string(),
  date: Moment,
  amount: Cents,
  /** What the purchase earns now, after what was taken back. */
  commission: Cents,
  currency: Currency,
  productName: z.string(),
  status: CommissionState,
  /** When it is or was approved; null when it never will be. */
  approvesAt: Moment.nullable(),
  /** One sentence: why it is held, was taken back or refused; null when there is nothing to say. */
  reason: z.string().nullable(),
})
export type Purchase = z.output<typeof Purchase>

/** One referral (spec §3, `referrals`). */
export const Referral = z.object({
  id: z.string(),
  person: ReferredPerson,
  /** The code and the name of the link, as they were at the sign-up. */
  referralCode: z.string(),
  referralUsername: z.string(),
  createdAt: Moment,
  signupDate: Moment,
  lastUpdated: Moment,
  status: z.enum(['pending', 'converted']),
  userType: z.enum(['free', 'paid']),
  conversionDate: Moment.nullable(),
  purchases: z.int().min(0),
  /** After what was taken back; in the currency of the dashboard. */
  totalCommission: Cents,
})
export type Referral = z.output<typeof Referral>

/** One month of the statistics (spec §3, `monthly`). */
export const Month = z.object({
  total: z.int(),
  free: z.int(),
  paid: z.int(),
  /** First purchases in this month. */
  conversions: z.int(),
  /** Earned in this month, less what was taken back in it. */
  commission: Cents,
})
export type Month = z.output<typeof Month>

/** The subdocument `stats/referrals` of spec §3. */
export const ReferralStats = z.object({
  totalReferrals: z.int(),
  freeUsers: z.int(),
  paidUsers: z.int(),
  conversions: z.int(),
  /** Paid users / total referrals, 0 to 1. */
  conversionRate: z.number().min(0).max(1),
  totalCommission: Cents,
  lastUpdated: Moment,
  /** Months with something in them; this month and the last always. */
  monthly: z.record(MonthName, Month),
})
export type ReferralStats = z.output<typeof ReferralStats>

/** Where an affiliate's money stands, in one currency; `total = pending + hold + approved + paid`. */
export const Balance = z.object({
  currency: Currency,
  total: Cents,
  /** Waits until the refund window is over. */
  pending: Cents,
  hold: Cents,
  /** Ready for the next payout; below zero when more was taken back than is waiting. */
  approved: Cents,
  paid: Cents,
})
export type Balance = z.output<typeof Balance>

/** What the next payout will be. */
export const NextPayout = z.object({
  /** The day it is prepared: the first of the next month, in UTC. */
  date: Moment,
  /** What is approved by now and stands in no payout yet. */
  cents: Cents,
  currency: Currency,
  /** What must be there at least. */
  minimumCents: Cents,
  /** `due`: it will be paid out. */
  state: z.enum(['due', 'below_minimum', 'no_method', 'frozen']),
  /** Payouts rest until then, since the payout details were changed; null when they do not. */
  frozenUntil: Moment.nullable(),
})
export type NextPayout = z.output<typeof NextPayout>

/** Everything /affiliate/dashboard shows. */
export const Dashboard = z.object({
  /** The programme's currency, of every amount that names none. */
  currency: Currency,
  stats: ReferralStats,
  /** The counters of the spec's `affiliates` record, worked out now. `earnings.pending` is all that is not yet paid. */
  referrals: z.object({ total: z.int(), free: z.int(), paid: z.int() }),
  earnings: z.object({ total: Cents, pending: Cents, paid: Cents }),
  lastReferralDate: Moment.nullable(),
  lastCommissionDate: Moment.nullable(),
  balances: z.array(Balance),
  thisMonth: z.object({ name: MonthName, ...Month.shape, clicks: z.int() }),
  lastMonth: z.object({ name: MonthName, ...Month.shape, clicks: z.int() }),
  /** This month against last in percent, one decimal, may be negative; 0 when last month had none (spec §9). */
  growth: z.object({ referrals: z.number(), conversions: z.number(), earnings: z.number() }),
  clicks: z.int(),
  /** People who signed up and have not confirmed their address: they become referrals when they do. */
  waiting: z.int().min(0),
  /** The five newest. */
  recent: z.array(Referral),
  nextPayout: NextPayout,
})
export type Dashboard = z.output<typeof Dashboard>

/** Which referrals to list, and from where on. */
export const ListReferrals = z
  .object({
    status: z.enum(['pending', 'converted']).optional(),
    userType: z.enum(['free', 'paid']).optional(),
    /** Signed up in this month. */
    month: MonthName.optional(),
    limit: z.int().min(1).max(100).default(25),
    /** `next` of the page before. */
    cursor: z.string().max(100).optional(),
  })
  .prefault({})

/** A page of referrals, newest first. */
export const ReferralPage = z.object({
  referrals: z.array(Referral),
  /** How many fit the filters, on all pages. */
  total: z.int().min(0),
  next: z.string().nullable(),
})

/** One thing that happened, or will. */
export const TimelineEvent = z.object({
  type: z.enum([
    'clicked',
    'signed_up',
    'verified',
    'paid',
    'held',
    'taken_back',
    'given_back',
    'approves',
    'approved',
    'rejected',
    'paid_out',
  ]),
  at: Moment,
  /** The commission it is about, or what was taken back (negative) or, when a refund failed, given back. */
  cents: Cents.nullable(),
  currency: Currency.nullable(),
  productName: z.string().nullable(),
  reason: z.string().nullable(),
})
export type TimelineEvent = z.output<typeof TimelineEvent>

/** One referral from the click to the payout; `approves` lies ahead. */
export const Timeline = z.object({
  referral: Referral,
  purchases: z.array(Purchase),
  events: z.array(TimelineEvent),
})
export type Timeline = z.output<typeof Timeline>

/** The referred person's own side: the subdocument `referral_info/details` of spec §3. */
export const ReferralInfo = z.object({
  /** Identifies the affiliate, as in `Visit`. */
  affiliateId: z.string(),
  referralCode: z.string(),
  referralUsername: z.string(),
  affiliateName: z.string(),
  referredAt: Moment,
  status: z.literal('active'),
  userType: z.enum(['free', 'paid']),
  conversionDate: Moment.nullable(),
  /** `amount` without tax, and what of it the affiliate earned; null before anything was bought. */
  lastPurchase: z
    .object({ date: Moment, amount: Cents, currency: Currency, productName: z.string(), commission: Cents })
    .nullable(),
})
export type ReferralInfo = z.output<typeof ReferralInfo>
