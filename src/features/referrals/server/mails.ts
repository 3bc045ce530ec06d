import type { Mail } from '#platform/server/mail.ts'
import { formatMoney } from '#platform/shared/money.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'

/** Whom to write to, and where the affiliate's pages are. */
type To = { readonly to: string; readonly publicUrl: string }
const DAY_MS = 86_400_000
/** Integer minor units. */
type Money = { readonly amount: number; readonly currency: string }

/** Right after applying, where the operator looks at each application. */
export function applicationReceivedMail(o: To & { referralUsername: string }): Mail {
  return {
    to: o.to,
    subject: 'We have your application',
    paragraphs: [
      `You asked to become a ${PRODUCT_NAME} affiliate as ${o.referralUsername}. We look at it and write to you.`,
      'Until then your link leads nowhere yet.',
    ],
    action: { label: 'See your application', url: `${o.publicUrl}/affiliate/complete-profile` },
  }
}

/** The operator did not let somebody in. */
export function applicationRejectedMail(o: To & { reason: string }): Mail {
  return {
    to: o.to,
    subject: `Your application as a ${PRODUCT_NAME} affiliate`,
    paragraphs: [`We cannot accept your application: ${lowerFirst(o.reason)}`, 'You may apply again.'],
    action: { label: 'Apply again', url: `${o.publicUrl}/affiliate/complete-profile` },
  }
}

/** Right after joining. @param o.windowMs for how long a visit counts */
export function joinedMail(o: To & { referralUsername: string; windowMs: number }): Mail {
  return {
    to: o.to,
    subject: `You are a ${PRODUCT_NAME} affiliate`,
    paragraphs: [
      `Your link is ${o.publicUrl}/${o.referralUsername}. Whoever signs up through it within ${o.windowMs / DAY_MS} days counts as your referral, and you earn 40% of what they pay.`,
      'Say so where you share it: people should know that you earn from it.',
    ],
    action: dashboard(o),
  }
}

/** Once, for the first person who counts. */
export function firstReferralMail(o: To): Mail {
  return {
    to: o.to,
    subject: 'Your first referral',
    paragraphs: ['Somebody signed up through your link for the first time. You earn 40% of what they pay.'],
    action: dashboard(o),
  }
}

/** A referred person bought something. */
export function commissionEarnedMail(o: To & Money & { productName: string; approvesAt: Date }): Mail {
  return {
    to: o.to,
    subject: `You earned ${money(o)}`,
    paragraphs: [
      `Somebody you referred bought ${o.productName}, and ${money(o)} of it is yours.`,
      `It is approved on ${day(o.approvesAt)}, when the time for refunds is over.`,
    ],
    action: dashboard(o),
  }
}

/** Something earned was taken back. */
export function commissionReversedMail(o: To & Money & { productName: string; reason: string }): Mail {
  return {
    to: o.to,
    subject: `${money(o)} was taken back`,
    paragraphs: [`Of your commission on ${o.productName}, ${money(o)} was taken back: ${lowerFirst(o.reason)}.`],
    action: dashboard(o),
  }
}

/** Something that was taken back is earned after all. */
export function commissionGivenBackMail(o: To & Money & { productName: string }): Mail {
  return {
    to: o.to,
    subject: `${money(o)} is yours again`,
    paragraphs: [
      `The refund of ${o.productName} did not go through, so the ${money(o)} that was taken back of your commission is yours again.`,
    ],
    action: dashboard(o),
  }
}

/** There is enough to pay out, and nowhere to pay it to. */
export function payoutMethodMissingMail(o: To & Money): Mail {
  return {
    to: o.to,
    subject: 'Tell us where to pay you',
    paragraphs: [`${money(o)} is ready to be paid out to you, and we do not know where to. Add a payout method.`],
    action: settings(o),
  }
}

/** The money is on its way. */
export function payoutPaidMail(o: To & Money & { label: string; reference: string | null }): Mail {
  return {
    to: o.to,
    subject: `We paid you ${money(o)}`,
    paragraphs: [
      `We sent ${money(o)} to you: ${o.label}. It may take some days to arrive.`,
      ...(o.reference === null ? [] : [`The transfer is called ${o.reference}.`]),
    ],
    action: { label: 'Open payouts', url: `${o.publicUrl}/affiliate/payout-settings` },
  }
}

/** The money came back, or never went. */
export function payoutFailedMail(o: To & Money & { reason: string }): Mail {
  return {
    to: o.to,
    subject: 'A payout did not go through',
    paragraphs: [
      `We could not send you ${money(o)}: ${lowerFirst(o.reason.replace(/\.$/, ''))}. Nothing of it is lost. Please look at your payout details.`,
    ],
    action: settings(o),
  }
}

/** To the address the account has, whenever the details change. */
export function payoutDetailsChangedMail(o: To & { label: string; frozenUntil: Date }): Mail {
  return {
    to: o.to,
    subject: 'Your payout details have changed',
    paragraphs: [
      `Your payouts now go to: ${o.label}. To keep them safe, nothing is paid out before ${day(o.frozenUntil)}.`,
    ],
    action: settings(o),
    footnote: 'If this was not you, change your password and your payout details at once, and write to us.',
  }
}

/** At the beginning of a month, on the one before. */
export function monthlySummaryMail(
  o: To & Money & { month: string; referrals: number; conversions: number; approved: number },
): Mail {
  return {
    to: o.to,
    subject: `Your ${PRODUCT_NAME} referrals in ${o.month}`,
    paragraphs: [
      `${o.referrals} ${o.referrals === 1 ? 'person' : 'people'} signed up through your link, and ${o.conversions} bought something for the first time. You earned ${money(o)}.`,
      `${money({ ...o, amount: o.approved })} is ready for the next payout.`,
    ],
    action: dashboard(o),
  }
}

function dashboard({ publicUrl }: To) {
  return { label: 'Open your dashboard', url: `${publicUrl}/affiliate/dashboard` }
}

function settings({ publicUrl }: To) {
  return { label: 'Open payout settings', url: `${publicUrl}/affiliate/payout-settings` }
}

/** '$12.00' */
function money({ amount, currency }: Money): string {
  return formatMoney(amount, currency)
}

/** '20 November 2026', in UTC. */
function day(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
