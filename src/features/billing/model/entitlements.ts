import type { PlanName } from '#features/accounts/model/index.ts'
import { framesAt, type Plan, type Plans, PLANS } from './plans.ts'

/** What a plan may be asked for by name, so that no other code compares plan names. */
const ENTITLEMENTS = {
  export4k: ({ export: { height } }) => height >= 2160,
  export60fps: ({ export: limit }) => framesAt(limit, 1080) >= 60,
  inviteCollaborators: ({ collaborators }) => collaborators === null || collaborators > 0,
  keepFilesForGood: ({ storage }) => storage === null || storage.keptMs === null,
  /** Spec §2: billing stands in the menu of every plan but free. */
  seeBilling: ({ monthlyCents }) => monthlyCents !== 0,
  /** Spec §2: the button to /pricing stands there for free and basic, the plans without collaborators. */
  offerUpgrade: ({ collaborators }) => collaborators === 0,
} as const satisfies Record<string, (plan: Plan) => boolean>

/** The name of something that a plan allows or not. */
export type Entitlement = keyof typeof ENTITLEMENTS

/** May somebody on this plan do that? @param plans default the product's own */
export function may(plan: PlanName, entitlement: Entitlement, plans: Plans = PLANS): boolean {
  return ENTITLEMENTS[entitlement](plans[plan])
}

/** How many bytes an owner may keep; null means as many as their contract says. */
export function storageBytesOf(plan: PlanName, plans: Plans = PLANS): number | null {
  return plans[plan].storage?.bytes ?? null
}
