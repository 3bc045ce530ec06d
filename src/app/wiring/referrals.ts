import type { CreatedUser } from '#features/accounts/server/index.ts'
import {
  emailOf,
  lockSession,
  rateLimitStorage,
  requireReauthentication,
  hasUsedIp,
} from '#features/accounts/server/index.ts'
import { type BillingEvent, usersByCardHash } from '#features/billing/server/index.ts'
import { type Programme, ReferralClaim } from '#features/referrals/model/index.ts'
import {
  administrationProcedures,
  bindReferral,
  recordPayment,
  type ReferralsDeps,
  referralsDataOf,
  referralsProcedures,
  runReferralsMaintenance,
} from '#features/referrals/server/index.ts'
import { POLICIES_CHANGED } from '#features/site/model/index.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import type { Platform } from '../services/open-platform.ts'

/** Opens the affiliate programme, which reacts to new users and payments without importing accounts or billing. */
export function wireReferrals(platform: Platform, env: Env) {
  const { db, now } = platform
  const deps: ReferralsDeps = {
    ...platform,
    programme: programmeOf(env),
    emailOf,
    hasUsedIp,
    usersByCardHash,
    consumeRateLimit: rateLimitStorage(platform).consume,
    lockSession,
    requireReauthentication: ({ caller, password }) =>
      requireReauthentication(db, { caller, password, field: 'password', now: now() }),
  }
  return {
    procedures: referralsProcedures(deps),
    maintenance: () => runReferralsMaintenance(deps),
    /** Runs in the transaction that creates a user: records whose link they came through. */
    async onUserCreated(tx: Tx, { userId, extras, address }: CreatedUser): Promise<void> {
      const claim = ReferralClaim.safeParse(extras)
      if (extras === undefined || !claim.success) return
      await bindReferral(tx, deps, { userId, claim: claim.data, address })
    },
    /** Runs in the transaction that stores a payment: books its commission. */
    onPayment: async (tx: Tx, event: BillingEvent): Promise<void> => void (await recordPayment(tx, deps, event)),
    /** Data export for one user: who referred them, and their own data as an affiliate. */
    dataOf: (userId: string) => referralsDataOf(db, userId, now()),
    /** The operator's procedures about affiliates, part of `/api/rpc/operator/*`. */
    administration: administrationProcedures({ ...deps, operators: env.OPERATORS }),
  }
}

const DAY_MS = 86_400_000

function programmeOf(env: Env): Programme {
  return {
    windowMs: env.AFFILIATE_WINDOW_DAYS * DAY_MS,
    commissionMonths: env.AFFILIATE_COMMISSION_MONTHS ?? null,
    approval: env.AFFILIATE_APPROVAL,
    termsVersion: POLICIES_CHANGED,
  }
}
