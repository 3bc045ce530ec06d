import { expect, test as base } from './journey.ts'
import { type IdentityProvider, identityFixture } from './oidc-provider.ts'
import { startProduct } from './product.ts'
import { startStripe, type Stripe } from './stripe.ts'

export { expect }

/**
 * The product with an identity provider, with Stripe, and with a free plan too small for a video. It takes longer to
 * start than most journeys, so those that need other settings share this one.
 */
export const test = base.extend<object, { identity: IdentityProvider; stripe: Stripe }>({
  identity: identityFixture,
  stripe: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, provide) => {
      const stripe = await startStripe()
      await provide(stripe)
      await stripe.stop()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ identity, stripe }, provide) => {
      const plans = { PLANS_JSON: '{"plans":{"free":{"storageMegabytes":0.01}}}' }
      const product = await startProduct({ env: { ...identity.env, ...stripe.env, ...plans } })
      identity.trust(product.url)
      stripe.deliverTo(product.url)
      await provide(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
