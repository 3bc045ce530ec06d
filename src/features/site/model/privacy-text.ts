import { DEFAULT_AFFILIATE_TERMS } from '#platform/shared/contacts.ts'
import { siteName } from '#platform/shared/product.ts'
import { keptClause, keptDeletions } from './retention-text.ts'
import { reach, type TextFacts } from './text-facts.ts'

type PrivacyFacts = Pick<TextFacts, 'contacts' | 'affiliates' | 'sells' | 'speechHost' | 'retention'>

/** /privacy, in the Markdown of our texts. */
export function privacyText(facts: PrivacyFacts): string {
  return [storedData(facts), facts.sells ? affiliateData(facts) : '', recipients(facts), yourRights(facts)].join('\n')
}

function storedData(facts: PrivacyFacts): string {
  const { contacts, sells, speechHost } = facts
  return `
We keep only what we need to caption your videos, and sell none of it. There is no advertising here, no third-party
analytics, and no profile of you.

## Who is responsible

The operator of this ${siteName()} site decides how your data is used and is responsible for it. For anything about
privacy, write to ${reach(contacts, 'legal')}.

## What we keep, why, and for how long

| What | Why | How long |
|---|---|---|
| Your e-mail address, your display name, and a photo if you add one | To run your account and to write to you about it | Until you delete the account |
| Your password, as an irreversible hash | To let only you log in | Until you change it or delete the account |
| Your sessions: network address, browser, time | To let you see and end your sessions, and to stop abuse | Until the session ends, at most 30 days after its last use |
| Your videos, their sound and pictures, captions, edits and exports | This is the service | Until you delete them${keptClause(facts)} |
| Your preferences, such as a glossary or a caption style | So that you do not have to set them again | Until you delete the account |
${sells ? SALES_RECORDS : ''}| Your collaborators: invitations, roles, comments, approvals | To let several people edit one video | Until you remove them or delete the account |
| Guests who open a review link without an account: the name they give, a random key as a hash, comments, approval | To show their comments to the people who work on the video | Until the video is deleted |
| Your messages to us | To answer them | Until a year after the matter is settled |
| Technical logs, without passwords and without your captions | To find faults and stop abuse | Only as long as needed |

Our legal grounds are **contract** for what the service needs, ${sells ? '**legal duty** for accounting, ' : ''}and **legitimate interest** for
security. Where we ask first, the ground is your consent, which you can withdraw.

## Your videos

Only you, the people you invite and those to whom you send a review link can open a video. Each file is read in a sandboxed process without network access. ${recognition(speechHost)} We do not look at your videos unless you ask us
to help with one, and we do not train anything on them.

When you delete a video, its captions and exports are deleted with it. You can undo this for a moment; within a day the files
are permanently deleted. ${keptDeletions(facts)}Backups follow a
little later.
`
}

function recognition(speechHost: string | undefined): string {
  return speechHost === undefined
    ? 'Speech is recognised on our own machines: the sound is not sent to another company.'
    : `When you let us listen to a video, its sound and the names in your glossary are sent to ${speechHost}, which recognises the speech; its picture is not. The page says so before you start.`
}

const SALES_RECORDS = `| Credits granted, held, used and given back | To charge each job once or not at all | As long as the law requires for accounting |
| Invoices, payments and refunds | To sell you a plan or credits | As long as the law requires for accounting |
`

function affiliateData({ affiliates = DEFAULT_AFFILIATE_TERMS }: PrivacyFacts): string {
  const remembered = affiliates.asksConsent
    ? `With your consent, your browser remembers it for ${affiliates.windowDays} days; without it, only during that visit.`
    : `Your browser remembers it for ${affiliates.windowDays} days.`
  return `
## If an affiliate sent you

An affiliate's link contains a code. ${remembered} When you sign up with a code, the affiliate sees that somebody did, as a letter and a
masked address, whether that account pays, and what commission it earned. They never see your videos, your full address or
your invoices.

To detect self-referrals, we compare the network you sign up from, the card you pay with (by a hash of its identifier at the
payment provider) and, if you are an affiliate too, the account you are paid to, with the affiliate's. We also compare the
card with those of the affiliate's other customers.

## If you are an affiliate

To pay you, we keep your name, country, tax residency and payout method, your commissions and your payouts, as long as the
law requires for accounting.
`
}

const PAYMENT_PROVIDER = `- **The payment provider**, if you buy something: your e-mail address, what you buy and what it costs. Card numbers go
  to the provider only; we never see them.
`

function recipients({ sells, speechHost }: PrivacyFacts): string {
  return `
## Who else receives data

${sells ? PAYMENT_PROVIDER : ''}- **The identity provider**, if you log in with one: it sends us your name, address and photo. It does not learn what you do
  here.
${speechHost === undefined ? '' : `- **The speech service** at ${speechHost}: the sound of videos that you let us listen to.\n`}- **Our mail and hosting providers**, only on our instructions.
- **Authorities**, when the law requires it.

Nobody else. If any of them is outside the European Economic Area, we rely on the safeguards that the law provides,
such as the standard contractual clauses.
`
}

function yourRights({ contacts, sells }: PrivacyFacts): string {
  return `
## Your rights

You can access, correct, export, restrict and delete the data we keep about you, and object to processing that is based on our
legitimate interest.

- **Access and export**: download your data in [your profile](/profile).
- **Correct it**: change your name, photo and address in [your profile](/profile).
- **Delete it**: delete your account in [your profile](/profile). We list beforehand what will be lost. Media and personal
  data are erased; ${sells ? 'accounting records stay' : 'what the law requires us to keep stays'}, without your name.
- **Anything else**: write to ${reach(contacts, 'legal')}. We answer within a month.

If you disagree with us, you can complain to the data protection authority where you live.

## Cookies

We use only a few necessary ones. [The cookie policy](/cookies) lists all of them.

## How we keep it safe

Connections are encrypted, passwords are hashed, uploads are read in a sandbox, and each request is checked against the
permissions of its sender. If an incident puts you at risk, we tell you and the authority in time.

## Children

${siteName()} is for people of 16 and older. If you are younger, please do not sign up.

## Changes

When this page changes, the date above changes with it. If a change affects you, we write to you before it takes effect.
`
}
