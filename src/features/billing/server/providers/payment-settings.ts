import type { Env } from '#platform/server/env.ts'
import { isLoopback } from '#platform/shared/contacts.ts'
import { isSelling } from '../is-selling.ts'

/** The payment settings of a deployment. */
export type PaymentSettings = {
  /** If false, nobody pays and credits are unlimited. */
  readonly billing: boolean
  readonly stripe:
    | {
        readonly secretKey: string
        readonly webhookSecret: string
        readonly apiBase?: string | undefined
        readonly tax: boolean
      }
    | undefined
  /** Whether the test checkout may replace Stripe. */
  readonly allowTestPayments: boolean
}

/**
 * The payment settings of the environment. A site that only its own machine reaches may take test money.
 * @throws Error if only one of Stripe's two secrets is set: nobody could pay, or payments would go unnoticed
 */
export function paymentSettingsOf(
  env: Pick<
    Env,
    'BILLING' | 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_BASE' | 'STRIPE_TAX' | 'ALLOW_TEST_PAYMENTS'
  >,
  publicUrl: string,
): PaymentSettings {
  return {
    billing: isSelling(env),
    stripe: stripeSettingsOf(env),
    allowTestPayments: env.ALLOW_TEST_PAYMENTS || isLoopback(new URL(publicUrl).hostname),
  }
}

function stripeSettingsOf(
  env: Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_BASE' | 'STRIPE_TAX'>,
): PaymentSettings['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env
  if (secretKey === undefined) {
    if (webhookSecret === undefined) return undefined
    throw new Error(
      'STRIPE_SECRET_KEY is missing: set it to the secret key of your Stripe account, beside STRIPE_WEBHOOK_SECRET.',
    )
  }
  if (webhookSecret === undefined) {
    throw new Error(
      'STRIPE_WEBHOOK_SECRET is missing: set it to the signing secret of the webhook in Stripe, or payments go unnoticed.',
    )
  }
  return { secretKey, webhookSecret, apiBase: env.STRIPE_API_BASE, tax: env.STRIPE_TAX }
}
