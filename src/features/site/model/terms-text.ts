import { PACK_LASTS_MONTHS, PLANS } from '#features/billing/model/index.ts'
import { DEFAULT_AFFILIATE_TERMS } from '#platform/shared/contacts.ts'
import { siteName } from '#platform/shared/product.ts'
import { keptTerms } from './retention-text.ts'
import { reach, type TextFacts } from './text-facts.ts'

/** /terms, in the Markdown of our texts. */
export function termsText(facts: TextFacts): string {
  return `
These are the rules between you and the operator of this ${siteName()} site. We keep them short and readable. By creating
an account you agree to them.

${accountTerms(facts)}${facts.sells ? paymentTerms(facts) : TEAM_TERMS}${serviceTerms(facts)}`
}

function accountTerms({ sells }: TextFacts): string {
  return `
## The service

You give us a video; we find its words, time them, and let you edit, style and export them as captions.
${siteName()} is labelled beta: it works and is maintained, but it still changes.

## Your account

You must be 16 or older. Use your own e-mail address, keep your password secret, and tell us if somebody else has used your
account. One account belongs to one person; colleagues get their own as collaborators.

## Your videos stay yours

You keep all rights in what you upload and create. You allow us to store, read, convert and show it, only as far as the
service needs it, and only until you delete it. You confirm that you may use what you upload: the picture, the sound, the
music, and the people in it.

## What is not allowed

- Anything illegal, and anything that hurts, threatens, deceives or exploits people, especially children.
- Other people's work without their permission.
- Breaking in, overloading the service, or getting around ${sells ? "a plan's" : 'its'} limits, for example with many ${sells ? 'free ' : ''}accounts.
- Selling access to your account.

We may remove content that breaks these rules, and close an account after serious or repeated violations. Unless it is
urgent or the law forbids it, we write to you first.
`
}

const TEAM_TERMS = `
## Collaborators

The people you invite can see your projects and, as editors, change them. You are responsible for the people you invite.
`

function paymentTerms(facts: TextFacts): string {
  const { price, affiliates = DEFAULT_AFFILIATE_TERMS } = facts
  const { commissionMonths } = affiliates
  const earning = commissionMonths === null ? '' : ` in the ${commissionMonths} months from the first one`
  return `
## Credits

A new account starts with ${PLANS.free.credits.amount} credits. Captioning costs ${price.credits} credits for each started ${price.spanMs / 60_000} minutes of video; the price is
shown before you press the button. Credits are held when the work starts, charged when the captions are ready, and
given back if it fails or you stop it. Editing, caption files and exports cost nothing.

- Plan credits are added each month. Unused ones roll over, up to one month's credits.
- Packs of credits last ${PACK_LASTS_MONTHS} months.
- The ${PLANS.free.credits.amount} you start with never expire.
- Credits that expire soonest are used first. Credits cannot be sold, given away or paid out.

## Plans and payments

[The pricing page](/pricing) states what each plan costs and includes. A plan renews automatically, each month or each year,
until you cancel it. An upgrade takes effect at once, and you pay the difference. A downgrade or a cancellation takes effect
at the end of the period. If a price changes, we tell you at least 30 days before it applies to you, and you can cancel until
then. [The refund policy](/refund) explains when you get money back.

## Storage

Each plan includes a storage limit.${keptTerms(facts)} A downgrade deletes nothing: videos
over the limit become read-only, and you have 30 days to download them or make room.

## Collaborators

The people you invite can see your projects and, as editors, change them and spend your credits on captions; your credit
history shows who did. They cannot see your billing. You are responsible for the people you invite. When your plan no longer
covers them, their access is suspended; their work stays.

## Affiliates

Affiliates earn 40% of what the people they refer pay, without tax, on every paid invoice${earning}. A commission is held for
30 days; when an invoice is refunded or disputed, the commission is taken back in the same proportion. Referring yourself
does not count. Misleading advertising, spam, or ads on our name as a search term end your participation.
`
}

function serviceTerms({ contacts, sells }: TextFacts): string {
  return `
## What we promise, and what we cannot

We run the service with care and fix what breaks. We cannot promise that it is never interrupted, or that captions have no
mistakes: please read them before you post. Keep your own copy of every video that matters to you.

Our liability is unlimited for intent and gross negligence, and for harm to life, body and health. Otherwise we are liable
only for breach of an essential contractual duty, and only for foreseeable harm. Your statutory rights as a consumer are not
affected.

## Ending it

You can delete your account at any time in [your profile](/profile). We can end the contract with 30 days' notice${sells ? ', and then\nrefund what you have paid for the time after' : ''}. We can end it at once if you seriously break these rules.

## Changes to these terms

If we change these terms, we write to you at least 30 days before. If you do not agree, you can end the contract until then.
Changes never apply retroactively.

## Law

The law of the country in which the operator is established applies. If you are a consumer, you keep the protection of your
own country's law, and may sue and be sued at home.

## Contact

Write to ${reach(contacts, 'legal')}. If one of these rules is void, the others stay in force.
`
}
