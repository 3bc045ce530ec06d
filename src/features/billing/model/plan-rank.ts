import type { PlanName } from '#features/accounts/model/index.ts'
import { PLANS } from './plans.ts'

/** The higher of two plans, in the order of the price list. */
export function higherPlan(a: PlanName, b: PlanName): PlanName {
  return rankOf(a) >= rankOf(b) ? a : b
}

/** Whether a contract gives all that a subscription to `plan` would: then nobody should pay for it as well. */
export function coversPlan(contract: { readonly plan: PlanName }, plan: PlanName): boolean {
  return rankOf(contract.plan) >= rankOf(plan)
}

const LOWEST_FIRST = Object.keys(PLANS)

function rankOf(plan: PlanName): number {
  return LOWEST_FIRST.indexOf(plan)
}
