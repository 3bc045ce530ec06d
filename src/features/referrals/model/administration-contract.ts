import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ActionReason, OperatorAction } from '#features/operations/model/index.ts'
import {
  AdminAffiliate,
  AdminApplication,
  AdminCommission,
  AdminPayout,
  AffiliateDecision,
  AffiliateState,
  ClosedBalance,
  CommissionStep,
  PayoutBatch,
} from './admin.ts'
import { Statement } from './contract-payouts.ts'
import { CommissionState } from './contract-statistics.ts'

const Period = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
/** The last id of the previous page. */
const before = z.uuid().optional()

const affiliates = {
  /** Applicants, the longest wait first. */
  applications: oc.output(z.array(AdminApplication)),
  decideApplication: oc
    .input(z.object({ userId: z.uuid(), decision: z.enum(['accept', 'refuse']), reason: ActionReason }))
    .output(z.object({ isAffiliate: z.boolean() })),
  /** Newest first. */
  affiliates: oc
    .input(z.object({ search: z.string().max(100).default(''), state: AffiliateState.optional(), before }))
    .output(z.object({ affiliates: z.array(AdminAffiliate), next: z.string().nullable() })),
  decideAffiliate: oc
    .input(z.object({ affiliateId: z.uuid(), decision: AffiliateDecision, reason: ActionReason }))
    .output(z.object({ state: AffiliateState })),
  /** Renames an affiliate's link; the previous name keeps working. */
  renameAffiliate: oc
    .input(z.object({ affiliateId: z.uuid(), username: z.string().max(60), reason: ActionReason }))
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
        reason: ActionReason,
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
  preparePayouts: oc.input(z.object({ reason: ActionReason })).output(z.object({ prepared: z.int(), period: Period })),
  /** Each with the amount the operator saw: if one has changed, none is approved. */
  approvePayouts: oc
    .input(
      z.object({
        payouts: z
          .array(z.object({ id: z.uuid(), cents: z.int() }))
          .min(1)
          .max(500),
        reason: ActionReason,
        password: z.string().max(256).optional(),
      }),
    )
    .output(z.object({ approved: z.int() })),
  payPayouts: oc
    .input(
      z.object({
        ids: z.array(z.uuid()).min(1).max(500),
        reference: z.string().trim().min(1, 'Enter the reference of the transfer.').max(140),
        reason: ActionReason,
      }),
    )
    .output(z.object({ paid: z.int() })),
  cancelPayout: oc.input(z.object({ payoutId: z.uuid(), reason: ActionReason })).output(AdminPayout),
  /** Every approved and unpaid payout, as CSV (RFC 4180). */
  exportPayouts: oc.output(z.object({ csv: z.string(), name: z.string() })),
  payoutStatement: oc.input(z.object({ payoutId: z.uuid() })).output(Statement),
}

/** The procedures of `/api/rpc/operator/*` about affiliates: for operators; for others none of it exists. */
export const administrationContract = {
  ...affiliates,
  ...commissions,
  ...payouts,
}
