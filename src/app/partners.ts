import type { CreatedUser } from '#features/accounts/server/index.ts'
import { emailOf, rateLimitStorage, requireProof, wasSeenAt } from '#features/accounts/server/index.ts'
import type { BillingEvent } from '#features/billing/server/index.ts'
import { ReferralClaim } from '#features/referrals/model/index.ts'
import {
  bindReferral,
  commissionDesk,
  payouts,
  recordPayment,
  type ReferralsDeps,
  referralsProcedures,
  referralsUpkeep,
} from '#features/referrals/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Platform } from './platform.ts'

/** Opens the affiliate programme: it hears of new users and of payments, and knows neither accounts nor billing. */
export function wireReferrals(platform: Platform) {
  const { db, now } = platform
  const deps: ReferralsDeps = {
    ...platform,
    emailOf,
    wasSeenAt,
    count: rateLimitStorage(platform).consume,
    requireProof: ({ caller, password }) => requireProof(db, { caller, password, field: 'password', now: now() }),
  }
  return {
    procedures: referralsProcedures(deps),
    upkeep: () => referralsUpkeep(deps),
    /** In the transaction that makes a user: whose link they came through. */
    async onUserCreated(tx: Tx, { userId, extras, address }: CreatedUser): Promise<void> {
      const claim = ReferralClaim.safeParse(extras)
      if (extras === undefined || !claim.success) return
      await bindReferral(tx, deps, { userId, claim: claim.data, address })
    },
    /** In the transaction that keeps a payment: what it earns whom. */
    onPayment: async (tx: Tx, event: BillingEvent): Promise<void> => void (await recordPayment(tx, deps, event)),
    /** What the operator does, and nobody else. */
    desk: { commissions: commissionDesk(deps), payouts: payouts(deps) },
  }
}
