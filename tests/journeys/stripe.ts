import { expect } from '@playwright/test'
import { startStripeServer } from '../support/stripe-server.ts'

const WEBHOOK_SECRET = 'whsec_journeys'

/** Stripe's API on this machine. */
export type Stripe = {
  /** Settings for starting the product. */
  readonly env: Readonly<Record<string, string>>
  /** Sends webhooks to this product; until then, none are sent. */
  deliverTo(productUrl: string): void
  /** Loses every webhook sent during the work. */
  losingWebhooks<T>(work: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/** Starts it on a free port. */
export async function startStripe(): Promise<Stripe> {
  let url = ''
  let isLost = false
  const server = await startStripeServer({
    webhookSecret: WEBHOOK_SECRET,
    now: () => Date.now(),
    async deliver(body, signature) {
      if (isLost) return
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const answer = await fetch(`${url}/api/billing/webhooks`, { method: 'POST', body, headers })
      expect(answer.status).toBe(200)
    },
  })
  return {
    env: {
      STRIPE_SECRET_KEY: 'sk_test_journeys',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: server.url,
    },
    deliverTo: (productUrl) => void (url = productUrl),
    async losingWebhooks(work) {
      isLost = true
      try {
        return await work()
      } finally {
        isLost = false
      }
    },
    stop: async () => void (await server.close()),
  }
}
