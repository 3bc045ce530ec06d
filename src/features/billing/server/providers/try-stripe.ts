import type { PaymentSettings } from './payment-settings.ts'

const TIMEOUT_MS = 10_000

/**
 * Reads one price from Stripe with the secret key; nothing is changed.
 * @throws Error with one sentence that says what to do
 */
export async function tryStripe(settings: NonNullable<PaymentSettings['stripe']>): Promise<void> {
  const { openStripeApi } = await import('./stripe.ts')
  const stripe = openStripeApi(settings, { timeout: TIMEOUT_MS, maxNetworkRetries: 0 })
  try {
    await stripe.prices.list({ limit: 1 })
  } catch (error) {
    const { statusCode, message = '' }: { statusCode?: number; message?: string } = error instanceof Error ? error : {}
    if (statusCode === 401)
      throw new Error('Stripe refuses STRIPE_SECRET_KEY. Copy it again from Developers, API keys.', { cause: error })
    if (statusCode === 403)
      throw new Error('STRIPE_SECRET_KEY may not read prices. Use a secret key, not a restricted one.', {
        cause: error,
      })
    throw new Error(`Stripe cannot be used: ${message} Nobody can pay until it answers.`, { cause: error })
  }
}
