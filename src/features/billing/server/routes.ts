import type { Hono } from 'hono'
import { type HttpEnv, router } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'
import { syncCustomer } from './sync-customer.ts'
import type { BillingDeps } from './deps.ts'

/**
 * `POST /api/billing/webhooks`. Responds 200 only after the commit, so that the provider retries a failed event; an
 * event about an unknown customer changes nothing.
 */
export function billingRoutes(deps: BillingDeps): Hono<HttpEnv> {
  return router().post('/webhooks', async (c) => {
    const body = await c.req.text()
    const event = await readEvent(deps, body, c.req.header('stripe-signature'))
    const { id: eventId, type, customerId } = event
    const result = customerId === null ? 'unknown' : await syncCustomer(deps, customerId, event)
    if (result === 'unknown') deps.log.warn({ eventId, type }, 'ignored a payment event about an unknown customer')
    else deps.log.info({ eventId, type, became: result }, 'payment event')
    return c.json({ received: true, became: result })
  })
}

async function readEvent({ provider, log }: BillingDeps, body: string, signature: string | undefined) {
  try {
    return await provider.readEvent(body, signature)
  } catch (error) {
    if (error instanceof AppError) log.warn({ reason: error.message }, 'refused a payment event')
    throw error
  }
}
