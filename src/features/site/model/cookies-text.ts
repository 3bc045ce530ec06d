import { DEFAULT_AFFILIATE_TERMS } from '#platform/shared/contacts.ts'
import { siteName } from '#platform/shared/product.ts'
import type { AffiliateTerms } from '#platform/shared/contacts.ts'
import type { TextFacts } from './text-facts.ts'

/** /cookies, in the Markdown of our texts. */
export function cookiesText(facts: Pick<TextFacts, 'affiliates' | 'sells'>): string {
  const { affiliates = DEFAULT_AFFILIATE_TERMS, sells } = facts
  return `
${siteName()} works with very few cookies. None of them follows you to other sites, and none is for advertising or
statistics. Most of what we keep on your device is not a cookie at all, and never leaves it.

## Cookies

| Name | What it is for | How long |
|---|---|---|
| \`wordpop.session_token\` | Keeps you logged in. No script can read it | Until you log out, or 30 days after your last visit |
| \`signed-in\` | Says only that somebody is logged in, so that your videos open faster | As long as the one above |
| \`review\` | Remembers that you entered the password of a review link. No script can read it | 12 hours |
| \`wordpop.passkey\` | Protects a log-in with a passkey, and a new passkey, against forged responses. No script can read it | 5 minutes |
| \`wordpop.state\` | Protects the log-in with another service against forged responses | 10 minutes at most |

On an encrypted connection the names that begin with \`wordpop.\` begin with \`__Secure-\` as well.

## Kept in your browser

These stay on your device, in the browser's own storage.

| Name | What it is for | How long |
|---|---|---|
| \`theme\` | Light or dark, if you chose one | Until you clear it |
| \`tus::…\` | The progress of an upload, so that it can resume | Until the upload is complete |
| \`captions-pending:…\` | Edits the server has not confirmed yet, so that they survive a lost connection | Until they are saved |
| \`captions-suggested:…\` | The same for suggestions | Until they are saved |
| \`captions-suggesting:…\` | That your edits of a video are suggestions, if you chose so | Until you switch it off |
| \`captions-picture\`, \`timeline-pane\`, \`wordpop-playback-rate\` | How you set up the editor: what dragging on the picture moves and the safe zone shown, the height of the timeline, the speed of playback | Until you clear it |
| \`library\` | The order of your videos, and which are shown | Until you clear it |
| \`recent-templates\` | The templates you used last | The last 12, until you clear it |
| \`next-captions\` | The template or look you chose for your next captions, also before you sign up | Until you choose another |
| \`carried-clip\` | A video you chose before you signed up, so that you need not choose it again. It is sent only when you upload it | Until it is uploaded, a day at most |
| \`accepting\` | An invitation you chose to accept before you logged in, so that you need not choose again | Until you are back, or close the tab |
| \`site-notice\` | A notice that you dismissed, so that it stays closed | Until its text changes |
${sells ? CHECKOUT : ''}| \`reviewer\` | The name under which you comment through a review link, and a random key that lets you delete your comments | Until you clear it |
${sells ? referralEntry(affiliates) : ''}
## Consent

${sells ? SALES_CONSENT : 'Storage that the service needs is allowed without consent: all of the above.\n'}
## How to remove them

Log out to end the session. You can remove the rest in your browser's settings at any time. An unfinished upload then starts
over, unsaved edits are lost, and the theme follows your system again.
`
}

const CHECKOUT =
  '| `checkout-origin` | The page to return to after a payment | Until the next payment, or until you close the tab |\n'

function referralEntry({ asksConsent, windowDays }: AffiliateTerms): string {
  const consent = asksConsent ? ' Only with your consent' : ''
  return `| \`referralData\` | The affiliate whose link brought you here.${consent} | ${windowDays} days |\n`
}

const SALES_CONSENT = `Storage that the service needs is allowed without consent: all of the above except \`referralData\`. Where consent is required,
we store \`referralData\` only after you agree. If you decline, nothing is stored, and everything works the same.

## When you pay

The payment page belongs to the payment provider, which sets cookies of its own there to prevent fraud. Its policy
explains them.
`
