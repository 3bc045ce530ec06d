export { administrationContract } from './administration-contract.ts'
export { ADMINISTRATION_DUTIES, ADMINISTRATION_TABLES } from './administration-duties.ts'
export { codeFrom, normalizeCode } from './code.ts'
export { assertEdge, COMMISSION_EDGES, commissionOn, Dispute, reversedOn } from './commission.ts'
export {
  CHANNEL_MAX,
  CODE_LENGTH,
  CODE_MIN,
  COMMISSION_BPS,
  FREEZE_DAYS,
  HOLD_DAYS,
  MIN_PAYOUT,
  RECENT_REFERRALS,
  REFERRAL_LIFETIME_MS,
  TRACK_WITHIN_MS,
  USERNAME_MAX,
  USERNAME_MIN,
} from './constants.ts'
export {
  Affiliate,
  Application,
  JoinForm,
  ReferralClaim,
  Referrer,
  referralsContract,
  Tracked,
  Visit,
} from './contract.ts'
export {
  Payout,
  PayoutCorrection,
  PayoutMethod,
  PayoutSettings,
  PayoutSettingsForm,
  PayoutState,
  Statement,
} from './contract-payouts.ts'
export {
  Balance,
  CommissionState,
  Dashboard,
  ListReferrals,
  Month,
  NextPayout,
  Purchase,
  Referral,
  ReferralInfo,
  ReferralPage,
  ReferralStats,
  ReferredPerson,
  Timeline,
  TimelineEvent,
} from './contract-statistics.ts'
export {
  AffiliateDecision,
  AffiliateState,
  ClosedBalance,
  CommissionStep,
  AdminAffiliate,
  AdminApplication,
  AdminCommission,
  AdminPayout,
  PayoutBatch,
} from './admin.ts'
export { conversionRateOf, growthOf, monthOf, monthStart } from './growth.ts'
export {
  assertPayoutEdge,
  methodLabel,
  minimumPayout,
  PAYOUT_EDGES,
  payoutObstacle,
  statementNumber,
} from './payout.ts'
export { DELETED_PERSON, maskEmail, maskPerson } from './privacy.ts'
export { DEFAULT_PROGRAMME, earnsAt, type Programme } from './programme.ts'
export { RESERVED_NAMES } from './reserved-names.ts'
export { SAMPLE_CLIPS, type SampleClip, sampleClipPath } from './sample-clips.ts'
export { normalizeUsername, usernameOfPath, usernameProblem } from './username.ts'
