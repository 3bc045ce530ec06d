import { WITHDRAWAL_DAYS } from '#features/billing/model/index.ts'
import { reach, type TextFacts } from './text-facts.ts'

/** /refund, in the Markdown of our texts. */
export function refundText({ contacts, price }: TextFacts): string {
  return `
A job that fails costs nothing. A mistake of ours is repaired in full. And if you live in the European Union, you can
change your mind within ${WITHDRAWAL_DAYS} days.

## When a job fails

You do not have to ask. Captioning costs ${price.credits} credits for each started ${price.spanMs / 60_000} minutes of video. They are held when the work
starts and charged only when the captions are ready. If the work fails, or you stop it, they are back in your account
at once.

## Within ${WITHDRAWAL_DAYS} days, in the European Union

As a consumer in the EU you may withdraw within ${WITHDRAWAL_DAYS} days, without giving a reason. This holds for the first payment of
a plan and for each pack of credits.

You asked us to start at once, so we keep the share that is used by then and pay back the rest. Of a pack, that is the
share of its credits. Of a plan, it is the share of its credits or of its time, whichever is more.

A message that says clearly what you withdraw from is enough. Send it to ${reach(contacts, 'support')}.

## Whenever something went wrong on our side

You get your money back in full, wherever you live, if you were charged twice, charged after you cancelled, or paid
for something we did not deliver.

## When you cancel a plan

A plan can be cancelled at any time, and runs to the end of the period you paid for. You keep its credits and limits
until then. Beyond the cases above, a period that has begun is not paid back in part. Nothing you made is deleted by
cancelling.

## What a refund takes back

A refunded invoice takes back what it granted: the plan, and the credits that came with it. If you have used those
credits already, your balance can fall below zero. You can then edit and export as before, and start new captions once
it is above zero again.

A commission that a partner earned on the invoice is taken back in the same proportion.

## How to ask, and how long it takes

Write to ${reach(contacts, 'support')} from the address of your account, and name the invoice. It is listed under
[Billing](/billing). The money goes back the way it came, 14 days after your message at the latest; your bank may need
a few days more to show it.

## Test payments

Where this site runs on test money, it says so on every page that takes a payment. Test money buys nothing and is not
paid back.
`
}
