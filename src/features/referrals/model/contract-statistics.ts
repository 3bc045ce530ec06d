import { z } from 'zod'

/** Integer minor units: 800 is $8.00. Negative after a reversal. */
const Cents = z.int()
const Currency = z.string().length(3)
const Moment = z.iso.datetime()
/** `2026-11`, in UTC. */
const MonthName = z.string().regex(/^\d{4}-\d\d$/)

/** The states of a commission; see `COMMISSION_EDGES`. */
export const CommissionState = z.enum(['pending', 'hold', 'approved', 'paid', 'refunded', 'rejected'])
export type CommissionState = z.output<typeof CommissionState>

/** A referred person as their affiliate sees them: a letter and a masked address. */
export const ReferredPerson = z.object({
  /** 'A', or '?' for a deleted account. */
  initial: z.string(),
  /** 'a•••@e•••.com', or 'Deleted user'. */
  email: z.string(),
})
export type ReferredPerson = z.output<typeof ReferredPerson>

/** A purchase of a referred person (spec §3, `purchases[]`). `amount` is without tax. */
export const Purchase = z.object({
  id: z.string(),
  date: Moment,
  amount: Cents,
  /** The current commission, after reversals. */
  commission: Cents,
  currency: Currency,
  productName: z.string(),
  status: CommissionState,
  /** When it is approved; null if never. */
  approvesAt: Moment.nullable(),
  /** Why it is held, reversed or refused, in one sentence; null if none of these. */
  reason: z.string().nullable(),
})
export type Purchase = z.output<typeof Purchase>

/** One referral (spec §3, `referrals`). */
export const Referral = z.object({
  id: z.string(),
  person: ReferredPerson,
  /** The code and the name of the link at the time of the sign-up. */
  referralCode: z.string(),
  referralUsername: z.string(),
  createdAt: Moment,
  signupDate: Moment,
  lastUpdated: Moment,
  status: z.enum(['pending', 'converted']),
  userType: z.enum(['free', 'paid']),
  conversionDate: Moment.nullable(),
  purchases: z.int().min(0),
  /** After reversals, in the currency of the dashboard. */
  totalCommission: Cents,
})
export type Referral = z.output<typeof Referral>

/** One month of the statistics (spec §3, `monthly`). */
export const Month = z.object({
  total: z.int(),
  free: z.int(),
  paid: z.int(),
  /** The first purchases of this month. */
  conversions: z.int(),
  /** Earned this month, less this month's reversals. */
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
  /** Months with activity; always includes this month and the last. */
  monthly: z.record(MonthName, Month),
})
export type ReferralStats = z.output<typeof ReferralStats>

/** An affiliate's balance in one currency; `total = pending + hold + approved + paid`. */
export const Balance = z.object({
  currency: Currency,
  total: Cents,
  /** Waiting for the end of the refund window. */
  pending: Cents,
  hold: Cents,
  /** Ready for the next payout; negative if reversals exceed it. */
  approved: Cents,
  paid: Cents,
})
export type Balance = z.output<typeof Balance>

/** The next payout. */
export const NextPayout = z.object({
  /** The day of its preparation: the first of the next month, in UTC. */
  date: Moment,
  /** The approved commission that is not in a payout. */
  cents: Cents,
  currency: Currency,
  /** The minimum for a payout. */
  minimumCents: Cents,
  /** `due`: it will be paid. */
  state: z.enum(['due', 'below_minimum', 'no_method', 'frozen']),
  /** When frozen payouts resume, after a change of the method; null if they are not frozen. */
  frozenUntil: Moment.nullable(),
})
export type NextPayout = z.output<typeof NextPayout>

/** The data of /affiliate/dashboard. */
export const Dashboard = z.object({
  /** The programme's currency, for every amount without one. */
  currency: Currency,
  stats: ReferralStats,
  /**
   * The counters of the spec's `affiliates` record, computed on read. `earnings.pending` is everything not yet paid.
   */
  referrals: z.object({ total: z.int(), free: z.int(), paid: z.int() }),
  earnings: z.object({ total: Cents, pending: Cents, paid: Cents }),
  lastReferralDate: Moment.nullable(),
  lastCommissionDate: Moment.nullable(),
  balances: z.array(Balance),
  thisMonth: z.object({ name: MonthName, ...Month.shape, clicks: z.int() }),
  lastMonth: z.object({ name: MonthName, ...Month.shape, clicks: z.int() }),
  /** This month compared with last in percent, one decimal, possibly negative; 0 if last month had none (spec §9). */
  growth: z.object({ referrals: z.number(), conversions: z.number(), earnings: z.number() }),
  clicks: z.int(),
  /** People who have signed up without confirming their address; they become referrals once they do. */
  waiting: z.int().min(0),
  /** The five newest. */
  recent: z.array(Referral),
  nextPayout: NextPayout,
})
export type Dashboard = z.output<typeof Dashboard>

/** Filters and cursor of a list of referrals. */
export const ListReferrals = z
  .object({
    status: z.enum(['pending', 'converted']).optional(),
    userType: z.enum(['free', 'paid']).optional(),
    /** The month of the sign-up. */
    month: MonthName.optional(),
    limit: z.int().min(1).max(100).default(25),
    /** `next` of the previous page. */
    cursor: z.string().max(100).optional(),
  })
  .prefault({})

/** A page of referrals, newest first. */
export const ReferralPage = z.object({
  referrals: z.array(Referral),
  /** The number of matching referrals on all pages. */
  total: z.int().min(0),
  next: z.string().nullable(),
})

/** An event of a referral, past or future. */
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
  /** The commission concerned, its reversal (negative), or its reinstatement after a failed refund. */
  cents: Cents.nullable(),
  currency: Currency.nullable(),
  productName: z.string().nullable(),
  reason: z.string().nullable(),
})
export type TimelineEvent = z.output<typeof TimelineEvent>

/** A referral from click to payout; `approves` is in the future. */
export const Timeline = z.object({
  referral: Referral,
  purchases: z.array(Purchase),
  events: z.array(TimelineEvent),
})
export type Timeline = z.output<typeof Timeline>

/** The referred person's own view: the subdocument `referral_info/details` of spec §3. */
export const ReferralInfo = z.object({
  /** The affiliate's public id, as in `Visit`. */
  affiliateId: z.string(),
  referralCode: z.string(),
  referralUsername: z.string(),
  affiliateName: z.string(),
  referredAt: Moment,
  status: z.literal('active'),
  userType: z.enum(['free', 'paid']),
  conversionDate: Moment.nullable(),
  /** `amount` without tax, and the commission on it; null before the first purchase. */
  lastPurchase: z
    .object({ date: Moment, amount: Cents, currency: Currency, productName: z.string(), commission: Cents })
    .nullable(),
})
export type ReferralInfo = z.output<typeof ReferralInfo>
