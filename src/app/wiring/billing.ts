import { emailOf, planOf, setPlan } from '#features/accounts/server/index.ts'
import { type BillingEvent, openBilling } from '#features/billing/server/index.ts'
import {
  auditDaily,
  creditsExpiringMail,
  driftOf,
  type Ledger,
  claimUnnotifiedExpiries,
} from '#features/credits/server/index.ts'
import { transaction, type Tx } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { isLoopback } from '#platform/shared/contacts.ts'
import type { Platform } from '../services/open-platform.ts'

/**
 * Opens billing for the whole product.
 * @param o.onEvent reaction of other features to a payment, in its transaction
 * @param o.onPlanChanged their reaction to a changed plan, likewise
 */
export function wireBilling(
  env: Env,
  platform: Platform,
  o: {
    credits: Ledger
    onEvent: (tx: Tx, event: BillingEvent) => Promise<void>
    onPlanChanged: (tx: Tx, userId: string) => Promise<void>
  },
) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env
  if (secretKey !== undefined && webhookSecret === undefined) {
    throw new Error('STRIPE_WEBHOOK_SECRET is missing: without it payments would go unnoticed.')
  }
  const stripe =
    secretKey === undefined || webhookSecret === undefined
      ? undefined
      : { secretKey, webhookSecret, apiBase: env.STRIPE_API_BASE, tax: env.STRIPE_TAX }
  return openBilling({
    ...platform,
    ledger: o.credits,
    planOf,
    async setPlan(tx, userId, plan) {
      await setPlan(tx, userId, plan)
      await o.onPlanChanged(tx, userId)
    },
    emailOf,
    onEvent: o.onEvent,
    settings: {
      billing: env.BILLING === 'on',
      stripe,
      // A site reachable only from its own machine may take test money.
      allowTestPayments: env.ALLOW_TEST_PAYMENTS || isLoopback(new URL(platform.publicUrl).hostname),
    },
  })
}

/** Expires credits, mails about credits that expire soon, and audits the ledger once a day. */
export async function runCreditsMaintenance(
  { db, log, mail, now, publicUrl }: Platform,
  credits: Ledger,
): Promise<void> {
  const ended = await transaction(db, (tx) => credits.expire(tx))
  if (ended > 0) log.info({ ended }, 'credits ended')
  await transaction(db, async (tx) => {
    for (const ending of await claimUnnotifiedExpiries(tx, now())) {
      const to = await emailOf(tx, ending.userId)
      if (to !== undefined) await mail.send(tx, creditsExpiringMail(ending, { to, publicUrl }))
    }
  })
  const audit = await auditDaily(db, now())
  if (audit !== undefined && driftOf(audit) > 0) log.error({ audit }, 'the credit ledger does not add up')
}
