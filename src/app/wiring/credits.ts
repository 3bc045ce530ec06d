import { emailOf } from '#features/accounts/server/index.ts'
import {
  creditsDataOf,
  creditsProcedures,
  hasUnlimitedCredits,
  ledger as openLedger,
  releaseForgottenHolds,
  runCreditsMaintenance,
} from '#features/credits/server/index.ts'
import type { Env } from '#platform/server/env.ts'
import type { Platform } from '../services/open-platform.ts'
import { defineFeature } from './feature.ts'

/** Opens the credit ledger. */
export function wireCredits(env: Env, platform: Platform) {
  const ledger = openLedger({ ...platform, unlimited: hasUnlimitedCredits(env) })
  const deps = { ...platform, ledger, emailOf }
  return defineFeature({
    ledger,
    procedures: creditsProcedures(deps),
    maintenance: [() => releaseForgottenHolds(deps), () => runCreditsMaintenance(deps)],
    personalData: async ({ userId }) => ({ credits: await creditsDataOf(platform.db, userId) }),
    on: { userCreated: (tx, { userId }) => ledger.grantStart(tx, userId) },
  })
}
