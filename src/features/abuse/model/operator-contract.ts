import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ActionReason } from '#features/operations/model/index.ts'
import { blockProcedures } from './block-contract.ts'
import { CaseDecision, CaseState } from './case-rules.ts'
import { REPORT_REASONS } from './limits.ts'
import { Kind } from './report.ts'

const Moment = z.iso.datetime()

/** Everything reported about one thing. */
export const ReportCase = z.object({
  id: z.uuid(),
  kind: Kind,
  /** As it was when reported last; empty once the owner's account is erased. */
  title: z.string(),
  state: CaseState,
  reports: z.int().min(1),
  createdAt: Moment,
  /** The last report, objection or decision. */
  changedAt: Moment,
  /** Null once the account is erased. */
  owner: z.object({ id: z.uuid(), email: z.string(), name: z.string(), isSuspended: z.boolean() }).nullable(),
})
export type ReportCase = z.output<typeof ReportCase>

/** One report. */
export const StoredReport = z.object({
  id: z.uuid(),
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  email: z.string().nullable(),
  createdAt: Moment,
})
export type StoredReport = z.output<typeof StoredReport>

/** A case with what an operator reads before a decision. */
export const CaseDetails = ReportCase.extend({
  /** The public page; null if nobody can open it. */
  path: z.string().nullable(),
  /** The newest fifty. */
  newest: z.array(StoredReport),
  reason: z.string().nullable(),
  decidedAt: Moment.nullable(),
  objection: z.string().nullable(),
  objectedAt: Moment.nullable(),
})
export type CaseDetails = z.output<typeof CaseDetails>

const byCase = z.object({ caseId: z.uuid() })

/** The procedures of `/api/rpc/operator/*` about abuse: for operators; for others none of it exists. */
export const moderationContract = {
  /** The last change first, 25 a page; `before` is the last id of the previous page. */
  reports: oc
    .input(
      z.object({
        /** Whether an operator has to decide, or has decided; by default `open`, and both of one owner. */
        state: z.enum(['open', 'decided']).optional(),
        kind: Kind.optional(),
        ownerId: z.uuid().optional(),
        before: z.uuid().optional(),
      }),
    )
    .output(z.object({ cases: z.array(ReportCase), next: z.string().nullable() })),
  /** Null without such a case. */
  report: oc.input(byCase).output(CaseDetails.nullable()),
  /**
   * Decides about a case; the owner and the reporters who left an address get a mail with the reason. Refused:
   * `conflict` if the decision no longer applies.
   */
  decideReport: oc
    .input(byCase.extend({ decision: CaseDecision, reason: ActionReason }))
    .output(z.object({ state: CaseState })),
  ...blockProcedures,
}
