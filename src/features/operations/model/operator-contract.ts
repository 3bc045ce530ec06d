import { oc } from '@orpc/contract'
import { z } from 'zod'
import { InvoiceView, PaymentView } from '#features/billing/model/index.ts'
import { CreditMovement, MAX_CREDITS } from '#features/credits/model/index.ts'
import { logProcedures } from './action-log.ts'
import { ActionReason } from './action-reason.ts'
import { alertProcedures } from './operator-alerts.ts'
import { mailProcedures } from './operator-mail.ts'
import { speechProcedures } from './operator-speech.ts'
import { OperatorRoleName, teamProcedures } from './operator-team.ts'
import { termsProcedures } from './operator-terms.ts'
import { trendProcedures } from './trends.ts'
import { userProcedures } from './operator-users.ts'
import { viewProcedures } from './operator-views.ts'

const Moment = z.iso.datetime()
/** The last id of the previous page. */
const before = z.uuid().optional()
/** The time and id of the last payment of the previous page. */
const PaymentCursor = z.string().max(300)
/** An idempotency key from the page, so that a double click acts once. */
const key = z.uuid()

/** A background job as the operator sees it. */
export const OperatorJob = z.object({
  id: z.uuid(),
  name: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** The address of the user the job is for; null for the product itself and for an erased user. */
  owner: z.string().nullable(),
  /** The account of that address. */
  ownerId: z.uuid().nullable(),
  isOwnerErased: z.boolean(),
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
  /** `stopped` counts addresses that bounced or complained. */
  mails: z.object({ waiting: z.int(), queued: z.int(), failed: z.int(), stopped: z.int() }),
  /** The stored files; null if they are not counted. */
  storage: z
    .object({ bytes: z.number(), reconciledAt: Moment.nullable(), findings: z.record(z.string(), z.number()) })
    .nullable(),
  /**
   * The newest finished backup, and a failure after it. Sizes count unchanged files too; encryption is null for a backup
   * made before it was recorded.
   */
  backup: z.object({
    made: z
      .object({
        at: Moment,
        ageMs: z.number(),
        sizeBytes: z.number(),
        fileCount: z.int(),
        isEncrypted: z.boolean().nullable(),
      })
      .nullable(),
    failed: z.object({ at: Moment, problem: z.string() }).nullable(),
  }),
  /** The running release, and when the database was last prepared for one. */
  release: z.object({ version: z.string(), migratedAt: Moment }),
})
export type Health = z.output<typeof Health>

const people = {
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
        reason: ActionReason,
        key,
      }),
    )
    .output(z.object({ available: z.int() })),
  /** The payments of a user, newest first, 25 a page; `before` is the `next` of the previous page. */
  payments: oc
    .input(z.object({ userId: z.uuid(), before: PaymentCursor.optional() }))
    .output(z.object({ payments: z.array(InvoiceView), next: z.string().nullable() })),
  /** Those of all users, likewise. */
  allPayments: oc
    .input(z.object({ only: z.enum(['refunded', 'disputed']).optional(), before: PaymentCursor.optional() }))
    .output(z.object({ payments: z.array(PaymentView), next: z.string().nullable() })),
  /** Refunds part or all of a payment; after a partial refund the subscription continues. */
  refundPayment: oc
    .input(
      z.object({
        userId: z.uuid(),
        invoiceId: z.string().max(200),
        cents: z.int().min(1),
        reason: ActionReason,
        key,
      }),
    )
    .output(z.object({ isDone: z.boolean() })),
}

const machine = {
  health: oc.output(Health),
  /** Those that run or wait: the longest wait first; others: the latest end first. `kind` is the name of one. */
  jobs: oc
    .input(
      z.object({
        state: z.enum(['running', 'queued', 'failed', 'done']),
        kind: z.string().max(100).optional(),
        before,
      }),
    )
    .output(z.object({ jobs: z.array(OperatorJob), next: z.string().nullable() })),
  cancelJob: oc.input(z.object({ jobId: z.uuid(), reason: ActionReason })).output(OperatorJob),
}

/** `/api/rpc/operator/*`: for operators; for others none of it exists. */
export const operatorContract = {
  /** The caller's role, and what an operator without one must do first; any user may call it. */
  me: oc.output(
    z.object({
      role: OperatorRoleName.nullable(),
      mustConfirmEmail: z.boolean(),
      mustSetUpSecondFactor: z.boolean(),
      /** Whether they have passkeys, and logged in without. */
      mustUsePasskey: z.boolean(),
    }),
  ),
  ...userProcedures,
  ...termsProcedures,
  ...viewProcedures,
  ...people,
  ...machine,
  ...logProcedures,
  ...speechProcedures,
  ...teamProcedures,
  ...mailProcedures,
  ...alertProcedures,
  ...trendProcedures,
}
