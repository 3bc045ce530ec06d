import { PACK_LASTS_MONTHS, PLANS, WITHDRAWAL_DAYS } from '#features/billing/model/index.ts'
import { videosFor } from './pricing.ts'
import { reach, type TextFacts } from './text-facts.ts'

/** Questions about money, on /faq and /pricing. */
export function creditsAndPlans({ price, contacts }: TextFacts): string {
  const minutes = price.spanMs / 60_000
  return `
## Credits and plans

### What does a video cost?

${price.credits} credits for each started ${minutes} minutes. A clip of 40 seconds costs ${price.credits}, and so does one of exactly ${minutes} minutes; one second
more and it is ${2 * price.credits}. The length is measured from the file itself, and the price stands on the button before you press it.

### What is free?

Everything except captioning: editing, changing the look, caption files, and unlimited exports. You start with
${PLANS.free.credits.amount} credits, enough for about ${videosFor(PLANS.free.credits.amount, price)} short videos, and need no card.

### When are credits taken?

They are set aside when captioning starts, and charged when the captions are ready. If captioning fails or you stop it,
you get them back at once.

### Do credits expire?

The ${PLANS.free.credits.amount} you start with never expire. A plan's credits roll over, up to one month's worth. Packs last ${PACK_LASTS_MONTHS} months.
Credits that expire soonest are used first.

### Is there a watermark?

No, not even on the free plan.

### Can I change or cancel my plan?

Yes, at any time. An upgrade takes effect at once. A downgrade or a cancellation takes effect at the end of the period you
paid for. Nothing is deleted: videos over the new limit become read-only, and you have 30 days to download them or make
room.

### How do I get my money back?

Write to ${reach(contacts, 'support')}. [The refund policy](/refund) says when and how; as a consumer in the EU you have ${WITHDRAWAL_DAYS} days to
change your mind.
`
}
