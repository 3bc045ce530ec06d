import type { PlanName } from '#features/accounts/model/index.ts'
import { framesAt, type Plan, type Plans, PLANS } from './plans.ts'

/** Entitlements by name, so that no other code compares plan names. */
const ENTITLEMENTS = {
  export4k: ({ export: { height } }) => height >= 2160,
  export60fps: ({ export: limit }) => framesAt(limit, 1080) >= 60,
  inviteCollaborators: ({ collaborators }) => collaborators === null || collaborators > 0,
  /** Spec §2: every plan except free has the billing entry in the menu. */
  seeBilling: ({ monthlyCents }) => monthlyCents !== 0,
  /** Spec §2: free and basic, the plans without collaborators, show the button to /pricing. */
  offerUpgrade: ({ collaborators }) => collaborators === 0,
} as const satisfies Record<string, (plan: Plan) => boolean>

/** The name of an entitlement. */
export type Entitlement = keyof typeof ENTITLEMENTS

/** Whether a plan has an entitlement. @param plans default the product's own */
export function may(plan: PlanName, entitlement: Entitlement, plans: Plans = PLANS): boolean {
  return ENTITLEMENTS[entitlement](plans[plan])
}
