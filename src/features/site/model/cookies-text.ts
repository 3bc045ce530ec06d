import { USUAL_PARTNER_TERMS } from '#platform/shared/contacts.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import type { TextFacts } from './text-facts.ts'

/** /cookies, in the Markdown of our texts. */
export function cookiesText({ partners = USUAL_PARTNER_TERMS }: Pick<TextFacts, 'partners'>): string {
  return `
${PRODUCT_NAME} works with very few cookies. None of them follows you to other sites, and none is for advertising or
statistics. Most of what we keep on your device is not a cookie at all, and never leaves it.

## Cookies

| Name | What it is for | How long |
|---|---|---|
| \`wordpop.session_token\` | Keeps you logged in. No script can read it | Until you log out, or 30 days after your last visit |
| \`wordpop.state\` | While you log in with another service: makes sure that the answer belongs to your question | 10 minutes at most |

On an encrypted connection their names begin with \`__Secure-\`.

## Kept in your browser

These stay on your device, in the browser's own storage.

| Name | What it is for | How long |
|---|---|---|
| \`theme\` | Light or dark, if you chose one | Until you clear it |
| \`tus::…\` | Where an upload had got to, so that it can go on | Until the upload is complete |
| \`captions-pending:…\` | Edits the server has not confirmed yet, so that no lost connection loses them | Until they are saved |
| \`carried-clip\` | A video you chose before you signed up, so that you need not choose it again. It is sent only when you upload it | Until it is uploaded, a day at most |
| \`accepting\` | An invitation you chose to accept before you logged in, so that you need not choose again | Until you are back, or close the tab |
| \`checkout-origin\` | The page to return to after a payment | Until the next payment, or until you close the tab |
| \`referralData\` | Which partner's link brought you here.${partners.asksConsent ? ' Only with your consent' : ''} | ${partners.windowDays} days |

## Consent

What the service needs in order to work is allowed without asking: all of the above except \`referralData\`. Where
consent is required, we write \`referralData\` only after you said yes. If you say no, nothing is kept, and everything
works the same.

## When you pay

The payment page belongs to the payment provider, which sets cookies of its own there to prevent fraud. Its policy
explains them.

## How to remove them

Log out to end the session. Your browser's settings can remove the rest at any time, for this site or for all. An
upload you have begun then starts over, edits that were not saved are lost, and the theme follows your system again.
`
}
