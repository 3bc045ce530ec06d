import { USUAL_PARTNER_TERMS } from '#platform/shared/contacts.ts'
import { PLANS } from '#features/billing/model/index.ts'
import { formatDays } from '#platform/shared/format/limits.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { reach, type TextFacts } from './text-facts.ts'

/** /privacy, in the Markdown of our texts. */
export function privacyText(facts: Pick<TextFacts, 'contacts' | 'partners'>): string {
  return [storedData(facts), others(facts), yourRights(facts)].join('\n')
}

function storedData({ contacts }: Pick<TextFacts, 'contacts'>): string {
  return `
We keep what we need to caption your videos, and nothing to sell. There is no advertising here, no analytics by other
companies, and no profile of you.

## Who is responsible

The operator of this ${PRODUCT_NAME} site decides how your data is used and answers for it. For anything about privacy,
write to ${reach(contacts, 'legal')}.

## What we keep, why, and for how long

| What | Why | How long |
|---|---|---|
| Your e-mail address, your display name, and a photo if you add one | To run your account and to write to you about it | Until you delete the account |
| Your password, as a hash that cannot be turned back | To let you in and nobody else | Until you change it or delete the account |
| Where you are logged in: network address, browser, time | So that you can see and end your log-ins, and we can stop abuse | Until the log-in ends, 30 days after its last use at the latest |
| Your videos, their sound and pictures, captions, edits and exports | This is the service | Until you delete them; on the free plan ${formatDays(PLANS.free.storage.keptMs)} |
| Your choices, such as a glossary or a caption style | So that you do not have to choose again | Until you delete the account |
| Credits: what was granted, held, used and given back | To charge each job once or not at all | As long as the law asks us to keep accounts |
| Invoices, payments and refunds | To sell you a plan or credits | As long as the law asks us to keep accounts |
| Whom you work with: invitations, roles, comments | To let several people edit one video | Until you remove them or delete the account |
| What you write to us | To answer | Until it is settled, and a year after |
| Technical logs, without passwords and without your words | To find faults and stop abuse | Only as long as that needs |

The law calls our grounds **contract** for what the service needs, **legal duty** for accounts, and **legitimate interest**
for keeping it safe. Where we ask first, the ground is your consent, and you can take it back.

## Your videos

Only you can open a video, and the people you invite to it. Each file is read in a sealed-off process that has no
network. The words are found by software on our own machines: the sound is not sent to a speech company. We do not
look at your videos unless you ask us to help with one, and we do not train anything on them.

When you delete a video it goes with its captions and exports. You can undo that for a moment; within a day the files
are gone for good. On the free plan, files are removed ${formatDays(PLANS.free.storage.keptMs)} after you added them. Backups follow a
little later.
`
}

function others({ partners = USUAL_PARTNER_TERMS }: Pick<TextFacts, 'partners'>): string {
  const remembered = partners.asksConsent
    ? `With your consent, your browser remembers it for ${partners.windowDays} days; without, it is used only for the visit it came with.`
    : `Your browser remembers it for ${partners.windowDays} days.`
  return `
## If an affiliate sent you

A partner's link carries a code. ${remembered} When you sign up with a code, the partner learns that somebody did, shown as a letter and
a masked address, whether that account pays, and what commission it earned. They never see your videos, your full
address or your invoices.

To notice who refers themself, we compare the network you sign up from, the card you pay with (by a hash of what the
payment provider calls it) and, if you are an affiliate too, the account you are paid to, with the partner's; the card
also with those of the partner's other customers.

## If you are an affiliate

To pay you, we keep your name, country, tax residency and payout method, your commissions and your payouts, as long as
the law asks us to keep accounts.

## Who else receives data

- **The payment provider**, if you buy something: your e-mail address, what you buy and what it costs. Card numbers go
  to the provider only; we never see them.
- **The identity provider**, if you log in with one: it tells us your name, address and photo. It is not told what you
  do here.
- **Those who deliver our mail and run our machines**, on our orders only.
- **An authority**, when the law leaves us no choice.

Nobody else. If any of them is outside the European Economic Area, we rely on the safeguards that the law provides,
such as the standard contractual clauses.
`
}

function yourRights({ contacts }: Pick<TextFacts, 'contacts'>): string {
  return `
## Your rights

You can see, correct, take with you, restrict and delete what we keep about you, and object to what we do on the
ground of our interest.

- **See and take it with you**: download your data in [your profile](/profile).
- **Correct it**: change your name, photo and address in [your profile](/profile).
- **Delete it**: delete your account in [your profile](/profile). We say beforehand what will be lost. Media and
  personal data are erased; rows about money stay, without your name.
- **Anything else**: write to ${reach(contacts, 'legal')}. We answer within a month.

If you think we are wrong, you may complain to the data protection authority of the place where you live.

## Cookies

We use the few that are needed. [The cookie policy](/cookies) names each of them.

## How we keep it safe

Connections are encrypted, passwords are hashed, uploads are read in a sandbox, and each request is checked against
what its sender may see. If something goes wrong that puts you at risk, we tell you and the authority in time.

## Children

${PRODUCT_NAME} is for people of 16 and older. If you are younger, please do not sign up.

## Changes

When this page changes, the date above changes with it. If a change matters to you, we write to you before it counts.
`
}
