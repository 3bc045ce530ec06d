import { oc } from '@orpc/contract'
import { z } from 'zod'

const Moment = z.iso.datetime()

/** An action of an operator, as the log has it. */
export const OperatorAction = z.object({
  id: z.string(),
  at: Moment,
  /** The operator's address at that time. */
  operator: z.string(),
  /** 'commission.hold'; `describeAction` makes it a sentence. */
  action: z.string(),
  /** 'user', 'payment' */
  subjectKind: z.string(),
  subjectId: z.string(),
  /** The name of the subject: an address, an amount. */
  about: z.string(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** The person it concerns, with their address now; null for nobody, and once the account is erased. */
  person: z.object({ id: z.uuid(), email: z.string() }).nullable(),
})
export type OperatorAction = z.output<typeof OperatorAction>

/** An area of actions: the first part of their names. */
export const ActionArea = z.enum([
  'user',
  'credits',
  'payment',
  'affiliate',
  'application',
  'commission',
  'payout',
  'report',
  'address',
  'job',
  'model',
  'operator',
  'site',
  'provider',
  'mail',
  'alert',
  'log',
])
export type ActionArea = z.output<typeof ActionArea>

/** Their labels. Those of sales only exist on a site that sells something. */
export const ACTION_AREAS: Readonly<Record<ActionArea, { label: string; isSales: boolean }>> = {
  user: { label: 'Users', isSales: false },
  credits: { label: 'Credits', isSales: true },
  payment: { label: 'Payments', isSales: true },
  affiliate: { label: 'Affiliates', isSales: true },
  application: { label: 'Applications of affiliates', isSales: true },
  commission: { label: 'Commissions', isSales: true },
  payout: { label: 'Payouts', isSales: true },
  report: { label: 'Reports', isSales: false },
  address: { label: 'Blocked addresses', isSales: false },
  job: { label: 'Jobs', isSales: false },
  model: { label: 'Speech models', isSales: false },
  operator: { label: 'Operators and roles', isSales: false },
  site: { label: 'Site', isSales: false },
  provider: { label: 'Sign-in', isSales: false },
  mail: { label: 'Mail', isSales: false },
  alert: { label: 'Alerts', isSales: false },
  log: { label: 'Audit log', isSales: false },
}

/** A kind of actions: of one area, `changes` with exports but without views, or `reads` of personal data with exports. */
export const ActionKind = z.enum(['changes', 'reads', ...ActionArea.options])
export type ActionKind = z.output<typeof ActionKind>

const Address = z.string().trim().toLowerCase().max(254)

/** Narrows the log; each part is optional. */
export const ActionFilter = z.object({
  /** A part of the reason, of the name of the subject, or of the operator's address. */
  search: z.string().trim().max(100).optional(),
  /** An operator's address. */
  operator: Address.optional(),
  /** The address of the person concerned, also of an erased account. */
  person: Address.optional(),
  kind: ActionKind.optional(),
  /** Days in UTC, both included. */
  from: z.iso.date().optional(),
  until: z.iso.date().optional(),
})
export type ActionFilter = z.output<typeof ActionFilter>

/**
 * How many days the log keeps entries about views of personal data: by default, at least and at most. Exports and changes
 * stay for good.
 */
export const VIEW_RETENTION_DAYS = { default: 365, min: 30, max: 3_650 } as const

/** The most entries of an export. */
export const MAX_EXPORTED_ACTIONS = 50_000

/** The part of `operatorContract` about the log of actions. */
export const logProcedures = {
  /** Newest first; `before` is the last id of the previous page, `subjectId` the id of a user or another subject. */
  actions: oc
    .input(
      ActionFilter.extend({
        subjectId: z.string().max(200).optional(),
        before: z
          .string()
          .regex(/^\d{1,18}$/u)
          .optional(),
      }),
    )
    .output(z.object({ actions: z.array(OperatorAction), next: z.string().nullable() })),
  /** The addresses of all operators in the log, from A; at most 200. */
  actionOperators: oc.output(z.array(z.string())),
}
