import { oc } from '@orpc/contract'
import { z } from 'zod'
import { AgreedContract, ContractInput, CustomerTerms, OwnLimits } from '#features/billing/model/index.ts'
import { ActionReason } from './action-reason.ts'

/** What applies to a user, and what operators set for them alone. */
export const UserTerms = CustomerTerms.extend({
  /** The limits of the running contract that differ from its plan. */
  own: OwnLimits,
  /** The credits a month of the running contract; null as in its plan. */
  creditsPerMonth: z.int().nullable(),
  /** Limits below those of plan and contract; null without any. */
  lower: OwnLimits.nullable(),
  /** Ended contracts, newest first. */
  past: z.array(AgreedContract),
})
export type UserTerms = z.output<typeof UserTerms>

const byUser = z.object({ userId: z.uuid() })
const decided = byUser.extend({ reason: ActionReason })

/** `/api/rpc/operator/*`: the plan, contract and limits of one user. Each decision answers with the new terms. */
export const termsProcedures = {
  userTerms: oc.input(byUser).output(UserTerms),
  /**
   * Agrees on a contract, or changes the running one. Refused: `conflict` unless `contractId` is the running one, null
   * without one, and on a site without plans.
   */
  saveContract: oc
    .input(decided.extend({ contractId: z.uuid().nullable(), contract: ContractInput }))
    .output(UserTerms),
  /** Ends the running contract now. */
  revokeContract: oc.input(decided).output(UserTerms),
  /** Sets limits below those of the plan; null lifts them. */
  lowerLimits: oc.input(decided.extend({ limits: OwnLimits.nullable() })).output(UserTerms),
}
