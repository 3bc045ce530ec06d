import { PACK_LASTS_MONTHS, PLANS } from '#features/billing/model/index.ts'
import { USUAL_PARTNER_TERMS } from '#platform/shared/contacts.ts'
import { formatDays } from '#platform/shared/format/limits.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { reach, type TextFacts } from './text-facts.ts'

/** /terms, in the Markdown of our texts. */
export function termsText(facts: TextFacts): string {
  return `
These are the rules between you and the operator of this ${PRODUCT_NAME} site. We have kept them short, so that they can be
read. By making an account you agree to them.

${accountTerms}${paymentTerms(facts)}${serviceTerms(facts)}`
}

const accountTerms = `
## The service

You give us a video; we find its words, time them, and let you edit, style and export them as captions.
${PRODUCT_NAME} is labelled beta: it works, it is cared for, and it still changes.

## Your account

You must be 16 or older. Give an e-mail address that is yours, keep your password to yourself, and tell us if somebody
else has used your account. One account belongs to one person; colleagues get their own as collaborators.

## Your videos stay yours

You keep every right in what you upload and in what you make of it. You allow us to store, read, convert and show it,
only as far as the service needs that, and only until you delete it. You promise that you may use what you upload:
the picture, the sound, the music, and the people in it.

## What is not allowed

- Anything illegal, and anything that hurts, threatens, deceives or exploits people, children above all.
- Other people's work without their permission.
- Breaking in, overloading the service, or getting around a plan's limits, for example with many free accounts.
- Selling access to your account.

We may remove what breaks these rules and close an account that does so badly or again. Unless it is urgent or the law
forbids it, we write to you first.
`

function paymentTerms({ price, partners = USUAL_PARTNER_TERMS }: TextFacts): string {
  const { commissionMonths } = partners
  const earning = commissionMonths === null ? '' : ` in the ${commissionMonths} months from the first one`
  return `
## Credits

A new account starts with ${PLANS.free.credits.amount} credits. Captioning costs ${price.credits} credits for each started ${price.spanMs / 60_000} minutes of video; the price is
shown before you press the button. Credits are held when the work starts, charged when the captions are ready, and
given back if it fails or you stop it. Editing, caption files and exports cost nothing.

- Credits of a plan come each month. What is left rolls over, up to one month's credits.
- Packs of credits last ${PACK_LASTS_MONTHS} months.
- The ${PLANS.free.credits.amount} you start with never expire.
- What expires soonest is used first. Credits cannot be sold, given away or paid out.

## Plans and payments

[The pricing page](/pricing) says what each plan costs and grants. A plan renews by itself, each month or each year, until
you cancel it. An upgrade counts at once, and you pay the difference. A downgrade or a cancellation counts at the end
of the period. If a price changes, you hear of it at least 30 days before it counts for you, and can cancel until
then. When money goes back is written in [the refund policy](/refund).

## Storage

Each plan has its room. On the free plan files are kept for ${formatDays(PLANS.free.storage.keptMs)}. Nothing is deleted by a downgrade: what is
over the limit becomes read-only, and you have 30 days to download it or to make room.

## Collaborators

Whoever you invite can see your projects and, as an editor, change them and spend your credits on their captions; your
credit history says who did. They see nothing of your billing. You answer
for whom you let in. When a plan no longer covers them, their access is suspended; their work stays.

## Affiliates

Partners earn 40% of what the people they refer pay, without tax, on every paid invoice${earning}. A commission is held for
30 days; when an invoice is refunded or disputed, the commission is taken back in the same proportion. Referring
yourself does not count. Advertising that misleads, spams or buys our name as a search word ends the partnership.
`
}

function serviceTerms({ contacts }: TextFacts): string {
  return `
## What we promise, and what we cannot

We run the service with care and repair what breaks. We cannot promise that it is never interrupted, nor that
captions are free of mistakes: please read them before you post. Keep your own copy of every video that matters.

We answer without limit for intent and gross negligence, and for harm to life, body and health. Otherwise we answer
only for breaking a duty that the contract is about, and only for the harm that was to be expected. Rights that the
law gives you as a consumer are not touched.

## Ending it

You can delete your account at any time in [your profile](/profile). We can end the contract with 30 days' notice, and pay
back what you have paid for the time after. We can end it at once if you break these rules badly.

## Changes to these terms

If we change them, we write to you at least 30 days before. If you do not agree, you can end the contract until then;
a change never reaches back.

## Law

The law of the country in which the operator is established applies. If you are a consumer, the protection of your
own country's law stays with you, and you may sue and be sued at home.

## Contact

Write to ${reach(contacts, 'legal')}. If one of these rules turns out to be void, the others stay.
`
}
