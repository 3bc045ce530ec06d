import type { Stripe } from 'stripe'
import { AppError } from '#platform/shared/errors.ts'
import type { ProviderEvent } from './provider.ts'

/** The maximum age of a signature in seconds, against replays. */
const REPLAY_WINDOW_S = 300

/**
 * Verifies and reads a Stripe webhook.
 * @throws AppError `forbidden` if the signature is missing, wrong or old, or if test and live mode differ
 */
export async function readStripeEvent(
  stripe: Stripe,
  o: { body: string; signature: string | undefined; secret: string; live: boolean; now: Date },
): Promise<ProviderEvent> {
  const event = verified(stripe, o)
  if (event.livemode !== o.live) throw new AppError('forbidden', 'This event is of another mode.')
  return { id: event.id, type: event.type, customerId: await customerOf(stripe, event.data.object) }
}

function verified(
  stripe: Stripe,
  o: { body: string; signature: string | undefined; secret: string; now: Date },
): Stripe.Event {
  try {
    const receivedAtMs = o.now.getTime()
    return stripe.webhooks.constructEvent(o.body, o.signature ?? '', o.secret, REPLAY_WINDOW_S, undefined, receivedAtMs)
  } catch (error) {
    throw new AppError('forbidden', 'The signature of this event is invalid.', {}, { cause: error })
  }
}

/** Most objects name their customer, or are one; a dispute or a refund names it through its charge. */
async function customerOf(stripe: Stripe, object: object): Promise<string | null> {
  if ('object' in object && object.object === 'customer' && 'id' in object) return textOf(object.id)
  if ('customer' in object) return textOf(object.customer)
  const charge = 'charge' in object ? textOf(object.charge) : null
  if (charge === null) return null
  return textOf((await stripe.charges.retrieve(charge)).customer)
}

/** An id, given alone or inside its object. */
function textOf(value: unknown): string | null {
  if (typeof value === 'object' && value !== null && 'id' in value) return textOf(value.id)
  return typeof value === 'string' ? value : null
}
