import type { Queryable, Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import {
  type AgreedContract,
  type ContractInput,
  describeContract,
  type CustomerTerms,
  limitLines,
  type OwnLimits,
} from '../../model/index.ts'
import { contractView, listPastContracts } from './contract-rows.ts'
import { customerTerms, lowerLimits, revokeContract, saveContract } from './contracts.ts'
import type { BillingDeps } from '../deps.ts'
import { readOwnTerms } from './terms-rows.ts'

/** An operator's ways to the terms of a user. The caller has checked that it acts for one, and records it. */
export type OperatorTerms = ReturnType<typeof operatorTerms>

/** @param deps.hasPlans false on a site without billing: there contracts mean nothing, and limits can only be lowered */
export function operatorTerms(deps: BillingDeps & { hasPlans: boolean }) {
  const requirePlans = () => {
    if (!deps.hasPlans) throw new AppError('conflict', 'This site has no plans.')
  }
  return {
    /** What applies to a user, what was set for them alone, and their last contracts. */
    async readTerms(
      q: Queryable,
      userId: string,
    ): Promise<
      CustomerTerms & {
        own: OwnLimits
        creditsPerMonth: number | null
        lower: OwnLimits | null
        past: AgreedContract[]
      }
    > {
      const [terms, own, past] = await Promise.all([
        customerTerms(q, deps, userId),
        readOwnTerms(q, userId),
        listPastContracts(q, userId),
      ])
      return { ...terms, ...own, past: past.map((one) => contractView(one, deps.catalogue.plans)) }
    },

    /** The facts that a record of an action shows, in words. */
    async factsOf(tx: Tx, userId: string): Promise<Readonly<Record<string, unknown>>> {
      const { plan, contract, limits } = await customerTerms(tx, deps, userId)
      const agreed = contract && {
        Contract: describeContract(contract),
        Ends: contract.endsAt?.slice(0, 10) ?? 'never',
        'Credits a month': contract.credits,
      }
      const lines = limitLines(limits).map(({ name, text }) => [name, text])
      return { ...(deps.hasPlans && { Plan: plan }), ...agreed, ...Object.fromEntries(lines) }
    },

    saveContract(tx: Tx, o: { userId: string; contractId: string | null; contract: ContractInput }): Promise<void> {
      requirePlans()
      return saveContract(tx, deps, o)
    },

    revokeContract(tx: Tx, userId: string): Promise<void> {
      requirePlans()
      return revokeContract(tx, deps, userId)
    },

    lowerLimits: (tx: Tx, o: { userId: string; limits: OwnLimits | null }): Promise<void> => lowerLimits(tx, deps, o),
  }
}
