import { WITHDRAWAL_DAYS } from '#features/billing/model/index.ts'
import { reach, type TextFacts } from './text-facts.ts'

/** /refund, in the Markdown of our texts. */
export function refundText({ contacts, price }: TextFacts): string {
  return `
A failed job costs nothing. We refund our mistakes in full. And if you live in the European Union, you can change your mind
within ${WITHDRAWAL_DAYS} days.

## When a job fails

You do not have to ask. Captioning costs ${price.credits} credits for each started ${price.spanMs / 60_000} minutes of video. They are held when the work
starts and charged only when the captions are ready. If the work fails, or you stop it, you get them back at once.

## Within ${WITHDRAWAL_DAYS} days, in the European Union

As a consumer in the EU you may withdraw within ${WITHDRAWAL_DAYS} days, without giving a reason. This applies to the first payment of
a plan and to each pack of credits.

You asked us to start at once, so we keep the used share and refund the rest. For a pack, that is the share of its credits.
For a plan, it is the share of its credits or of its time, whichever is more.

A message that clearly states what you withdraw from is enough. Send it to ${reach(contacts, 'support')}.

## Whenever something went wrong on our side

You get your money back in full, wherever you live, if you were charged twice, charged after you cancelled, or paid
for something we did not deliver.

## When you cancel a plan

You can cancel a plan at any time, and it runs to the end of the period you paid for. You keep its credits and limits until
then. Except in the cases above, we do not refund part of a period that has begun. Cancelling deletes none of your work.

## What a refund takes back

A refund takes back what the invoice granted: the plan, and the credits that came with it. If you have already used those
credits, your balance can fall below zero. You can then edit and export as before, and start new captions once it is above
zero again.

A commission that an affiliate earned on the invoice is taken back in the same proportion.

## How to ask, and how long it takes

Write to ${reach(contacts, 'support')} from the address of your account, and name the invoice, which is listed under
[Billing](/billing). We refund to the original payment method within 14 days of your message; your bank may need a few more
days to show it.

## Test payments

If this site runs on test money, every page that takes a payment says so. Test money buys nothing and is not refunded.
`
}
