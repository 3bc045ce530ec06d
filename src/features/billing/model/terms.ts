import type { PlanName } from '#features/accounts/model/index.ts'
import { bestOf, Limits, limitsOf, loweredTo, type OwnLimits, withOwn } from './limits.ts'
import { monthlyCredits } from './prices.ts'
import { higherPlan } from './plan-rank.ts'
import type { Plans } from './plans.ts'

/** A contract as far as it decides about limits. Times in milliseconds since 1970; `endsAtMs` null until revoked. */
export type ContractTerms = {
  readonly plan: PlanName
  /** The plan without the contract. */
  readonly basePlan: PlanName
  readonly endsAtMs: number | null
  readonly limits: OwnLimits
}

/** What decides about the limits of one user. `plan` is the stored one, which a contract has changed. */
export type StoredTerms = {
  readonly plan: PlanName
  readonly contract: ContractTerms | null
  /** Limits below those of plan and contract; null without any. */
  readonly lower: OwnLimits | null
}

/** What applies to one user at a time. */
export type Terms = {
  readonly plan: PlanName
  readonly limits: Limits
  /** Whether a contract counts. */
  readonly hasContract: boolean
  /** Whether some limit is below that of plan and contract. */
  readonly isLowered: boolean
}

/**
 * The plan and limits that apply: those of the plan, or the better of plan and contract while the contract runs, and
 * never above the lower limits of an operator. A contract that is over by its date counts no more, even if its end is
 * not yet recorded.
 */
export function termsAt({ plan, contract, lower }: StoredTerms, plans: Plans, nowMs: number): Terms {
  const hasContract = contract !== null && !isOver(contract, nowMs)
  const base = contract?.basePlan ?? plan
  const agreed = hasContract
    ? bestOf(limitsOf(plans[base]), withOwn(limitsOf(plans[contract.plan]), contract.limits))
    : limitsOf(plans[base])
  const limits = lower === null ? agreed : loweredTo(agreed, lower)
  return {
    plan: hasContract ? higherPlan(base, contract.plan) : base,
    limits,
    hasContract,
    isLowered: LIMIT_NAMES.some((name) => agreed[name] !== limits[name]),
  }
}

/** Whether the end of a contract has come. */
export function isOver({ endsAtMs }: Pick<ContractTerms, 'endsAtMs'>, nowMs: number): boolean {
  return endsAtMs !== null && endsAtMs <= nowMs
}

/** The credits of a contract per month: its own, or those of its plan; 0 if the plan has none. */
export function contractCredits(
  { plan, creditsPerMonth }: { readonly plan: PlanName; readonly creditsPerMonth: number | null },
  plans: Plans,
): number {
  return creditsPerMonth ?? monthlyCredits(plan, plans)
}

const LIMIT_NAMES = Limits.keyof().options
