import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Email } from '#features/accounts/model/index.ts'
import { ActionReason } from './action-reason.ts'
import { OPERATOR_ROLES } from './operator-roles.ts'

const Moment = z.iso.datetime()
/** A role, checked. */
export const OperatorRoleName = z.enum(OPERATOR_ROLES)

/** The most addresses with a granted role. */
export const MAX_OPERATORS = 100

/** An operator as the other operators see them. */
export const Operator = z.object({
  email: z.string(),
  role: OperatorRoleName,
  /** `settings`: the address is in `OPERATORS`, so its role cannot be changed here. */
  source: z.enum(['settings', 'granted']),
  /** The account with this address; null before the person has signed up. */
  userId: z.uuid().nullable(),
  displayName: z.string(),
  /** Whether the role counts: the account's address is confirmed. */
  isActive: z.boolean(),
  lastSeenAt: Moment.nullable(),
  grantedAt: Moment.nullable(),
})
export type Operator = z.output<typeof Operator>

/** Your own password; not needed within five minutes of a log-in. */
const password = z.string().max(256).optional()

/** The part of `operatorContract` about operators and their roles. */
export const teamProcedures = {
  /** Those of the settings first, then by address. */
  operators: oc.output(z.array(Operator)),
  /** Gives an address a role, or another one, and mails it. `conflict` for the last operator with everything. */
  grantRole: oc
    .input(z.object({ email: Email, role: OperatorRoleName, reason: ActionReason, password }))
    .output(z.array(Operator)),
  /** Takes the role of an address. `conflict` for the last operator with everything. */
  revokeRole: oc.input(z.object({ email: Email, reason: ActionReason, password })).output(z.array(Operator)),
}
