import { oc } from '@orpc/contract'
import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'
import { InvoiceView } from '#features/billing/model/index.ts'
import { CreditMovement, MAX_CREDITS } from '#features/credits/model/index.ts'
import {
  AffiliateDecision,
  AffiliateState,
  ClosedBalance,
  CommissionState,
  CommissionStep,
  AdminAffiliate,
  AdminApplication,
  AdminCommission,
  AdminPayout,
  PayoutBatch,
  Statement,
} from '#features/referrals/model/index.ts'

const Moment = z.iso.datetime()
const Period = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
/** The reason of an operator's action, which is required. */
const Reason = z.string().trim().min(3, 'Give a short reason.').max(500)
/** The last id of the previous page. */
const before = z.uuid().optional()
/** An idempotency key from the page, so that a double click acts once. */
const key = z.uuid()

/** An action of an operator. */
export const OperatorAction = z.object({
  id: z.string(),
  at: Moment,
  operator: z.string(),
  /** 'commission.hold' */
  action: z.string(),
  subjectKind: z.enum(['affiliate', 'application', 'commission', 'payout', 'user', 'payment', 'job']),
  subjectId: z.string(),
  about: z.string(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type OperatorAction = z.output<typeof OperatorAction>

/** A user as the operator sees them. */
export const OperatorUser = z.object({
  id: z.uuid(),
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.string(),
  plan: PlanName,
  createdAt: Moment,
  downloadCount: z.int(),
  isAffiliate: z.boolean(),
  /** In credits; `available` is negative after a refund of spent credits. */
  available: z.int(),
  held: z.int(),
})
export type OperatorUser = z.output<typeof OperatorUser>

/** A background job as the operator sees it. */
export const OperatorJob = z.object({
  id: z.uuid(),
  name: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** The address of the job's owner; null for the product itself and for deleted accounts. */
  owner: z.string().nullable(),
  progress: z.number(),
  problem: z.string().nullable(),
  cancelRequested: z.boolean(),
  attempt: z.int(),
  createdAt: Moment,
  startedAt: Moment.nullable(),
  finishedAt: Moment.nullable(),
})
export type OperatorJob = z.output<typeof OperatorJob>

/** The results of the nightly audits, and the current queues. */
export const Health = z.object({
  /** Newest first; every finding is 0 in a sound ledger. */
  audits: z.array(z.object({ at: Moment, drift: z.int(), findings: z.record(z.string(), z.number()) })),
  jobs: z.object({ queued: z.int(), running: z.int(), failedToday: z.int(), longestWaitMs: z.number() }),
  mails: z.object({ waiting: z.int(), queued: z.int(), failed: z.int() }),
  /** The stored files; null if they are not counted. */
  storage: z
    .object({ bytes: z.number(), reconciledAt: Moment.nullable(), findings: z.record(z.string(), z.number()) })
    .nullable(),
})
export type Health = z.output<typeof Health>

const affiliates = {
  /** Applicants, the longest wait first. */
  applications: oc.output(z.array(AdminApplication)),
  decideApplication: oc
    .input(z.object({ userId: z.uuid(), decision: z.enum(['accept', 'refuse']), reason: Reason }))
    .output(z.object({ isAffiliate: z.boolean() })),
  /** Newest first. */
  affiliates: oc
    .input(z.object({ search: z.string().max(100).default(''), state: AffiliateState.optional(), before }))
    .output(z.object({ affiliates: z.array(AdminAffiliate), next: z.string().nullable() })),
  decideAffiliate: oc
    .input(z.object({ affiliateId: z.uuid(), decision: AffiliateDecision, reason: Reason }))
    .output(z.object({ state: AffiliateState })),
  /** Renames an affiliate's link; the previous name keeps working. */
  renameAffiliate: oc
    .input(z.object({ affiliateId: z.uuid(), username: z.string().max(60), reason: Reason }))
    .output(z.object({ referralUsername: z.string() })),
}

const commissions = {
  /** The newest purchase first. */
  commissions: oc
    .input(
      z.object({
        state: CommissionState.optional(),
        username: z.string().max(60).optional(),
        month: Period.optional(),
        before,
      }),
    )
    .output(z.object({ commissions: z.array(AdminCommission), next: z.string().nullable() })),
  /** A commission with its entries and the operators' actions on it. */
  commission: oc.input(z.object({ commissionId: z.uuid() })).output(
    z.object({
      commission: AdminCommission,
      steps: z.array(CommissionStep),
      actions: z.array(OperatorAction),
    }),
  ),
  decideCommission: oc
    .input(
      z.object({
        commissionId: z.uuid(),
        decision: z.enum(['hold', 'release', 'void']),
        reason: Reason,
        /** With `void`: also refuses later commissions of this customer. */
        isFraud: z.boolean().default(false),
      }),
    )
    .output(AdminCommission),
}

const payouts = {
  payoutBatches: oc.output(z.array(PayoutBatch)),
  /** Approved commissions of affiliates who deleted their account. */
  closedBalances: oc.output(z.array(ClosedBalance)),
  payouts: oc.input(z.object({ period: Period })).output(z.array(AdminPayout)),
  /** Prepares this month's batch; idempotent. */
  preparePayouts: oc.output(z.object({ prepared: z.int(), period: Period })),
  /** Each with the amount the operator saw: if one has changed, none is approved. */
  approvePayouts: oc
    .input(
      z.object({
        payouts: z
          .array(z.object({ id: z.uuid(), cents: z.int() }))
          .min(1)
          .max(500),
        password: z.string().max(256).optional(),
      }),
    )
    .output(z.object({ approved: z.int() })),
  payPayouts: oc
    .input(
      z.object({
        ids: z.array(z.uuid()).min(1).max(500),
        reference: z.string().trim().min(1, 'Enter the reference of the transfer.').max(140),
      }),
    )
    .output(z.object({ paid: z.int() })),
  cancelPayout: oc.input(z.object({ payoutId: z.uuid(), reason: Reason })).output(AdminPayout),
  /** Every approved and unpaid payout, as CSV (RFC 4180). */
  exportPayouts: oc.output(z.object({ csv: z.string(), name: z.string() })),
  payoutStatement: oc.input(z.object({ payoutId: z.uuid() })).output(Statement),
}

const people = {
  /** Null if no account has this address. */
  user: oc.input(z.object({ email: z.string().trim().toLowerCase().min(1).max(254) })).output(OperatorUser.nullable()),
  creditHistory: oc
    .input(
      z.object({
        userId: z.uuid(),
        before: z
          .string()
          .regex(/^\d{1,18}$/u)
          .optional(),
      }),
    )
    .output(z.object({ movements: z.array(CreditMovement), next: z.string().nullable() })),
  /** Adds credits, or removes some with a negative amount. */
  adjustCredits: oc
    .input(
      z.object({
        userId: z.uuid(),
        credits: z
          .int()
          .min(-MAX_CREDITS)
          .max(MAX_CREDITS)
          .refine((amount) => amount !== 0, 'Enter a number.'),
        reason: Reason,
        key,
      }),
    )
    .output(z.object({ available: z.int() })),
  /** The newest hundred. */
  payments: oc.input(z.object({ userId: z.uuid() })).output(z.array(InvoiceView)),
  /** Refunds part or all of a payment; after a partial refund the subscription continues. */
  refundPayment: oc
    .input(
      z.object({
        userId: z.uuid(),
        invoiceId: z.string().max(200),
        cents: z.int().min(1),
        reason: Reason,
        key,
      }),
    )
    .output(z.object({ isDone: z.boolean() })),
}

const machine = {
  health: oc.output(Health),
  jobs: oc
    .input(z.object({ state: z.enum(['running', 'queued', 'failed']), before }))
    .output(z.object({ jobs: z.array(OperatorJob), next: z.string().nullable() })),
  cancelJob: oc.input(z.object({ jobId: z.uuid(), reason: Reason })).output(OperatorJob),
  /** Newest first; `before` is the last id of the previous page. */
  actions: oc
    .input(
      z.object({
        before: z
          .string()
          .regex(/^\d{1,18}$/u)
          .optional(),
      }),
    )
    .output(z.object({ actions: z.array(OperatorAction), next: z.string().nullable() })),
}

/** `/api/rpc/operator/*`: for operators; for others none of it exists. */
export const operatorContract = {
  /** Whether the caller is an operator; any user may call it. */
  me: oc.output(z.object({ isOperator: z.boolean() })),
  ...affiliates,
  ...commissions,
  ...payouts,
  ...people,
  ...machine,
}
