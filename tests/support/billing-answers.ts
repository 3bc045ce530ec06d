import {
  CATALOGUE,
  type BillingOverview,
  type CustomerTerms,
  limitsOf,
  type Offers,
  planCents,
  PLANS,
} from '#features/billing/model/index.ts'

/** A user on pro. */
export const DANA = { id: 'u1', displayName: 'Dana', email: 'dana@example.com', photo: null, plan: 'pro' }
export const BALANCE = { available: 590, held: 10, expiringSoon: null, unlimited: false }

/** The offers of a server that sells through Stripe. */
export const OFFERS: Offers = {
  provider: 'stripe',
  currency: 'usd',
  plans: Object.values(CATALOGUE.plans).map(({ storage, queue: _queue, ...plan }) => ({
    ...plan,
    yearlyCents: planCents(plan.name, 'year'),
    storageBytes: storage?.bytes ?? null,
  })),
  packs: Object.values(CATALOGUE.packs).map((pack) => ({ ...pack })),
}

export const SUBSCRIPTION: NonNullable<BillingOverview['subscription']> = {
  plan: 'pro',
  interval: 'month',
  state: 'active',
  periodEnd: '2026-12-20T12:00:00Z',
  cancelAtPeriodEnd: false,
  next: null,
  nextCents: 2_900,
}

/** A user who pays for pro monthly and owns a pack. */
export const OVERVIEW: BillingOverview = {
  provider: 'stripe',
  plan: 'pro',
  subscription: SUBSCRIPTION,
  paymentMethod: 'Visa ending 4242',
  creditCents: 0,
  packs: [{ granted: 100, remaining: 80, expiresAt: '2027-11-20T12:00:00Z' }],
  usage: [{ day: new Date().toISOString().slice(0, 10), credits: 30 }],
}

/** The limits of the pro plan, without a contract. */
export const TERMS: CustomerTerms = { plan: 'pro', limits: limitsOf(PLANS.pro), isLowered: false, contract: null }

/** A user who never paid. */
export const NO_PLAN: BillingOverview = {
  provider: 'stripe',
  plan: 'free',
  subscription: null,
  paymentMethod: null,
  creditCents: 0,
  packs: [],
  usage: [],
}

export const INVOICE = {
  id: 'in_1',
  name: 'Pro, a month',
  currency: 'usd',
  amountPaid: 2_900,
  tax: 0,
  creditUsed: 0,
  creditAdded: 0,
  refunded: 0,
  dispute: 'none',
  paidAt: '2026-11-20T12:00:00Z',
  url: null,
  withdrawalCents: null,
}
