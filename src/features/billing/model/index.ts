export {
  BillingOverview,
  billingContract,
  ChangePreview,
  InvoiceView,
  type PaymentPage,
  PaymentView,
  Offers,
  PlanOffer,
  SubscriptionView,
} from './contract.ts'
export { AgreedContract, ContractInput, CustomerTerms, MAX_PAST_CONTRACTS, termsProcedures } from './contract-terms.ts'
export { describeContract } from './describe-contract.ts'
export { type Entitlement, may } from './entitlements.ts'
export { Limits, limitsOf, OwnLimits } from './limits.ts'
export { limitLines } from './limit-lines.ts'
export {
  addMonths,
  Choice,
  CustomerState,
  GRACE_DAYS,
  InvoiceState,
  isReversed,
  itemKey,
  itemOfKey,
  netOf,
  paidNewestFirst,
  periodEndFrom,
  planFrom,
  type GrantedPlan,
  ProviderName,
  reversalOf,
  SubscriptionState,
  revokeUnfundedChanges,
} from './payments.ts'
export { Interval, Item, monthsOf, PackId } from './items.ts'
export { type ChangeKind, changeKind, planLosses } from './plan-change.ts'
export { catalogueWith, openCatalogue, overrideKeysAt, PlanOverrides, SiteLimits } from './plan-overrides.ts'
export {
  type ExportLimit,
  framesAt,
  type Plan,
  type Plans,
  PLANS,
  type Queue,
  queuePriorityOf,
  YEAR_DISCOUNT,
} from './plans.ts'
export { coversPlan, higherPlan } from './plan-rank.ts'
export {
  areRetentionPeriodsEqual,
  followRetention,
  isEqualRetention,
  longerRetention,
  Retention,
  RETENTION_DAYS,
  type RetentionChange,
  retentionDays,
  RetentionGroup,
  retentionGroups,
  retentionOfPlans,
  RetentionPeriods,
  withRetention,
} from './retention.ts'
export { contractCredits, isOver, type StoredTerms, type Terms, termsAt } from './terms.ts'
export {
  type Catalogue,
  CATALOGUE,
  CREDIT_PACKS,
  CURRENCY,
  itemCents,
  itemName,
  monthlyCredits,
  PACK_LASTS_MONTHS,
  type Pack,
  type Packs,
  planCents,
  yearlyCents,
} from './prices.ts'
export {
  type ContractPayment,
  mayWithdraw,
  WITHDRAWAL_DAYS,
  type Withdrawable,
  withdrawalRefunds,
} from './withdrawal.ts'
export {
  adjustCredit,
  changeAtOnce,
  changeDue,
  EMPTY_BOOK,
  failRefunds,
  advanceTime,
  payCheckout,
  refundInvoice,
  type Settlement,
  settleWith,
  TestBook,
  withSubscription,
} from './test-book.ts'
