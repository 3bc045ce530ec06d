import type { Mail } from '#platform/server/mail.ts'
import { formatLongDay, formatMoment } from '#platform/shared/format/dates.ts'
import { formatMoney } from '#platform/shared/format/money.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { siteName } from '#platform/shared/product.ts'

/** The common fields of every billing mail. */
type To = { readonly to: string; readonly publicUrl: string; readonly isTest: boolean }

/** Confirms a payment. Amounts in minor units. */
export function receiptMail(
  o: To & {
    name: string
    amountPaid: number
    tax: number
    creditUsed: number
    creditAdded: number
    currency: string
    paidAtMs: number
    credits: number
  },
): Mail {
  const tax = o.tax > 0 ? `, of which ${formatMoney(o.tax, o.currency)} tax,` : ''
  return {
    to: o.to,
    subject: `Receipt: ${o.name}`,
    paragraphs: [
      `Thank you. We received ${formatMoney(o.amountPaid, o.currency)}${tax} for ${o.name} on ${formatLongDay(o.paidAtMs, 'utc')}.`,
      ...(o.creditUsed > 0 ? [`Your account credit paid ${formatMoney(o.creditUsed, o.currency)} of it.`] : []),
      ...(o.creditUsed < 0
        ? [
            `It includes ${formatMoney(-o.creditUsed, o.currency)} of account credit that you had spent before it was withdrawn.`,
          ]
        : []),
      ...(o.creditAdded > 0
        ? [
            `${formatMoney(o.creditAdded, o.currency)} of your old plan was left over. It is now account credit for later payments.`,
          ]
        : []),
      ...(o.credits > 0 ? [`Your account now has ${formatNumber(o.credits)} more credits.`] : []),
      ...testNote(o),
    ],
    action: billingAction(o),
    footnote: 'In the EU you can withdraw from a new contract within 14 days, under Billing.',
  }
}

/** Reports a failed renewal. */
export function paymentFailedMail(o: To & { name: string }): Mail {
  return {
    to: o.to,
    subject: 'Your payment failed',
    paragraphs: [
      `Your payment for ${o.name} failed. We will retry it over the next days, and you keep your plan until then.`,
      'If your card has changed, update it under Billing.',
      ...testNote(o),
    ],
    action: billingAction(o),
  }
}

/** Reports a new plan. */
export function planChangedMail(o: To & { plan: string }): Mail {
  return {
    to: o.to,
    subject: `Your ${siteName()} plan is now ${planTitle(o.plan)}`,
    paragraphs: [
      `Your plan is now ${planTitle(o.plan)}. Nothing was deleted, and you keep your credit packs.`,
      ...testNote(o),
    ],
    action: billingAction(o),
  }
}

/** Announces a yearly renewal. */
export function renewalMail(o: To & { name: string; cents: number; currency: string; periodEndMs: number }): Mail {
  return {
    to: o.to,
    subject: `${o.name} renews on ${formatLongDay(o.periodEndMs, 'utc')}`,
    paragraphs: [
      `${o.name} renews on ${formatLongDay(o.periodEndMs, 'utc')} for ${formatMoney(o.cents, o.currency)} before tax.`,
      'To keep it, you need not do anything. To end it, cancel under Billing before that day.',
      ...testNote(o),
    ],
    action: billingAction(o),
  }
}

/** Confirms a withdrawal: its contract, time and refund (Directive 2011/83, article 11a). */
export function withdrawalMail(
  o: To & { name: string; paidAtMs: number; atMs: number; refundedCents: number; currency: string },
): Mail {
  return {
    to: o.to,
    subject: `Your withdrawal from ${o.name}`,
    paragraphs: [
      `You withdrew from the contract for ${o.name}, paid on ${formatLongDay(o.paidAtMs, 'utc')}. We received your withdrawal on ${formatMoment(o.atMs, 'utc')}.`,
      o.refundedCents > 0
        ? `We refund ${formatMoney(o.refundedCents, o.currency)}, the unused part, to your payment method.`
        : 'Everything it included was already used, so there is nothing to refund.',
      ...testNote(o),
    ],
    action: billingAction(o),
    footnote: 'Keep this message: it is your receipt.',
  }
}

function billingAction({ publicUrl }: To) {
  return { label: 'Open Billing', url: `${publicUrl}/billing` }
}

function testNote({ isTest }: To): string[] {
  return isTest ? ['This was test money: nothing was charged.'] : []
}

/** 'Pro' */
function planTitle(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1)
}
