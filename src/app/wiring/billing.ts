import { emailOf, planOf, setPlan } from '#features/accounts/server/index.ts'
import { openBilling, paymentSettingsOf, queueSubscriptionEnds } from '#features/billing/server/index.ts'
import type { Ledger } from '#features/credits/server/index.ts'
import type { Env } from '#platform/server/env.ts'
import type { Platform } from '../services/open-platform.ts'
import { defineFeature, type Emit } from './feature.ts'

/** Opens billing, which sells plans and credits without knowing what others make of a payment. */
export async function wireBilling(env: Env, platform: Platform, { ledger, emit }: { ledger: Ledger; emit: Emit }) {
  const billing = await openBilling({
    ...platform,
    ledger,
    planOf,
    async setPlan(tx, userId, plan) {
      await setPlan(tx, userId, plan)
      await emit('planChanged')(tx, userId)
    },
    onLimitsChanged: emit('planChanged'),
    emailOf,
    onEvent: emit('paymentChanged'),
    settings: paymentSettingsOf(env, platform.publicUrl),
  })
  return defineFeature({
    procedures: billing.procedures,
    answers: billing.answers,
    refunds: billing.refunds,
    listPayments: billing.listPayments,
    terms: billing.terms,
    routes: { '/billing': billing.routes },
    jobs: billing.work,
    maintenance: [billing.maintenance],
    personalData: async ({ userId }) => ({ billing: await billing.dataOf(userId) }),
    on: {
      async userDeleted(tx, { userId }) {
        await queueSubscriptionEnds(tx, platform.jobs, userId)
        await billing.endTermsOf(tx, userId)
      },
    },
  })
}
