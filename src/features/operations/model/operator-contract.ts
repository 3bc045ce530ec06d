import { oc } from '@orpc/contract'
import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'
import { InvoiceView } from '#features/billing/model/index.ts'
import { CreditMovement, MAX_CREDITS } from '#features/credits/model/index.ts'

const Moment = z.iso.datetime()
/** The reason of an operator's action: required, 3 to 500 characters. */
export const ActionReason = z.string().trim().min(3, 'Give a short reason.').max(500)
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
        reason: ActionReason,
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
        reason: ActionReason,
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
  cancelJob: oc.input(z.object({ jobId: z.uuid(), reason: ActionReason })).output(OperatorJob),
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
  /** Whether the caller is an operator, or would be with a confirmed address; any user may call it. */
  me: oc.output(z.object({ isOperator: z.boolean(), mustConfirmEmail: z.boolean() })),
  ...people,
  ...machine,
}
