import type { Mail } from '#platform/server/mail.ts'
import { formatLongDay } from '#platform/shared/format/dates.ts'
import { formatDays } from '#platform/shared/format/limits.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { siteName } from '#platform/shared/product.ts'

/** The recipient, and the address of the affiliate's pages. */
type To = { readonly to: string; readonly publicUrl: string }
/** Integer minor units. */
type Money = { readonly amount: number; readonly currency: string }

/** Sent after an application that the operator must approve. */
export function applicationReceivedMail(o: To & { referralUsername: string }): Mail {
  return {
    to: o.to,
    subject: 'We received your application',
    paragraphs: [
      `You applied to become a ${siteName()} affiliate as ${o.referralUsername}. We will review your application and send you a mail.`,
      'Until then your link does not work.',
    ],
    action: { label: 'See your application', url: `${o.publicUrl}/affiliate/complete-profile` },
  }
}

/** Sent when the operator rejects an application. */
export function applicationRejectedMail(o: To & { reason: string }): Mail {
  return {
    to: o.to,
    subject: `Your application as a ${siteName()} affiliate`,
    paragraphs: [`We cannot accept your application: ${lowerFirst(o.reason)}`, 'You can apply again.'],
    action: { label: 'Apply again', url: `${o.publicUrl}/affiliate/complete-profile` },
  }
}

/** Sent after joining. @param o.windowMs how long a visit counts */
export function joinedMail(o: To & { referralUsername: string; windowMs: number }): Mail {
  return {
    to: o.to,
    subject: `You are a ${siteName()} affiliate`,
    paragraphs: [
      `Your link is ${o.publicUrl}/${o.referralUsername}. People who sign up within ${formatDays(o.windowMs)} of following it count as your referrals, and you earn 40% of what they pay.`,
      'Say so where you share it: people should know that you earn from it.',
    ],
    action: dashboard(o),
  }
}

/** Sent once, for the first referral that counts. */
export function firstReferralMail(o: To): Mail {
  return {
    to: o.to,
    subject: 'Your first referral',
    paragraphs: ['Someone signed up through your link for the first time. You earn 40% of what they pay.'],
    action: dashboard(o),
  }
}

/** Sent when a referred person buys something. */
export function commissionEarnedMail(o: To & Money & { productName: string; approvesAt: Date }): Mail {
  return {
    to: o.to,
    subject: `You earned ${money(o)}`,
    paragraphs: [
      `Someone you referred bought ${o.productName}, and you earned ${money(o)}.`,
      `We approve it on ${formatLongDay(o.approvesAt, 'utc')}, after the refund period.`,
    ],
    action: dashboard(o),
  }
}

/** Sent when a commission is reversed. */
export function commissionReversedMail(o: To & Money & { productName: string; reason: string }): Mail {
  return {
    to: o.to,
    subject: `${money(o)} was reversed`,
    paragraphs: [`We reversed ${money(o)} of your commission on ${o.productName}: ${lowerFirst(o.reason)}.`],
    action: dashboard(o),
  }
}

/** Sent when a reversed commission is reinstated. */
export function commissionGivenBackMail(o: To & Money & { productName: string }): Mail {
  return {
    to: o.to,
    subject: `${money(o)} was reinstated`,
    paragraphs: [`The refund of ${o.productName} failed, so we reinstated ${money(o)} of your commission.`],
    action: dashboard(o),
  }
}

/** Sent when a payout lacks a payout method. */
export function payoutMethodMissingMail(o: To & Money): Mail {
  return {
    to: o.to,
    subject: 'Add a payout method',
    paragraphs: [`${money(o)} is ready to be paid to you, but you have no payout method. Add one.`],
    action: settings(o),
  }
}

/** Sent when a payout is paid. */
export function payoutPaidMail(o: To & Money & { label: string; reference: string | null }): Mail {
  return {
    to: o.to,
    subject: `We paid you ${money(o)}`,
    paragraphs: [
      `We sent ${money(o)} to you: ${o.label}. It may take a few days to arrive.`,
      ...(o.reference === null ? [] : [`The reference of the transfer is ${o.reference}.`]),
    ],
    action: { label: 'Open payouts', url: `${o.publicUrl}/affiliate/payout-settings` },
  }
}

/** Sent when a payout fails or is cancelled. */
export function payoutFailedMail(o: To & Money & { reason: string }): Mail {
  return {
    to: o.to,
    subject: 'A payout failed',
    paragraphs: [
      `We could not send you ${money(o)}: ${lowerFirst(o.reason.replace(/\.$/, ''))}. The money stays in your balance. Please check your payout details.`,
    ],
    action: settings(o),
  }
}

/** Sent to the account's address when the payout method changes. */
export function payoutDetailsChangedMail(o: To & { label: string; frozenUntil: Date }): Mail {
  return {
    to: o.to,
    subject: 'Your payout details have changed',
    paragraphs: [
      `Your payouts now go to: ${o.label}. To keep them safe, we pay nothing before ${formatLongDay(o.frozenUntil, 'utc')}.`,
    ],
    action: settings(o),
    footnote: 'If this was not you, change your password and your payout details now, and contact us.',
  }
}

/** Sent at the start of a month, about the previous one. */
export function monthlySummaryMail(
  o: To & Money & { month: string; referrals: number; conversions: number; approved: number },
): Mail {
  return {
    to: o.to,
    subject: `Your ${siteName()} referrals in ${o.month}`,
    paragraphs: [
      `${pluralize(o.referrals, 'person', 'people')} signed up through your link, and ${formatNumber(o.conversions)} bought something for the first time. You earned ${money(o)}.`,
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

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
