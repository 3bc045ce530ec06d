import type { Mail } from '#platform/server/mail.ts'
import { formatMoney } from '#platform/shared/money.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'

/** What every mail about billing knows: to whom, and where /billing is. */
type To = { readonly to: string; readonly publicUrl: string; readonly isTest: boolean }

/** A payment arrived. Amounts in minor units. */
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
      `Thank you. We received ${formatMoney(o.amountPaid, o.currency)}${tax} for ${o.name} on ${day(o.paidAtMs)}.`,
      ...(o.creditUsed > 0 ? [`${formatMoney(o.creditUsed, o.currency)} of it came off your account credit.`] : []),
      ...(o.creditUsed < 0
        ? [
            `${formatMoney(-o.creditUsed, o.currency)} of it is account credit that you had spent and that was taken back.`,
          ]
        : []),
      ...(o.creditAdded > 0
        ? [
            `${formatMoney(o.creditAdded, o.currency)} of your old plan is left: it is account credit for later payments.`,
          ]
        : []),
      ...(o.credits > 0 ? [`${o.credits} credits are on your account.`] : []),
      ...testNote(o),
    ],
    action: billing(o),
    footnote: 'In the EU you may withdraw from a new contract within 14 days, under Billing.',
  }
}

/** A renewal could not be collected. */
export function paymentFailedMail(o: To & { name: string }): Mail {
  return {
    to: o.to,
    subject: 'Your payment did not go through',
    paragraphs: [
      `The payment for ${o.name} did not go through. It is tried again over the next days, and your plan stays until then.`,
      'If your card has changed, put the new one in under Billing.',
      ...testNote(o),
    ],
    action: billing(o),
  }
}

/** The plan is another one from now on. */
export function planChangedMail(o: To & { plan: string }): Mail {
  return {
    to: o.to,
    subject: `Your ${PRODUCT_NAME} plan is now ${planTitle(o.plan)}`,
    paragraphs: [
      `Your plan is ${planTitle(o.plan)} from now on. Nothing of yours was deleted, and your credit packs stay.`,
      ...testNote(o),
    ],
    action: billing(o),
  }
}

/** A year is about to be paid again. */
export function renewalMail(o: To & { name: string; cents: number; currency: string; periodEndMs: number }): Mail {
  return {
    to: o.to,
    subject: `${o.name} renews on ${day(o.periodEndMs)}`,
    paragraphs: [
      `${o.name} renews on ${day(o.periodEndMs)} for ${formatMoney(o.cents, o.currency)} before tax.`,
      'There is nothing to do if you want to keep it. To end it, cancel under Billing before that day.',
      ...testNote(o),
    ],
    action: billing(o),
  }
}

/** A withdrawal arrived: what was withdrawn from, when, and what is paid back (Directive 2011/83, article 11a). */
export function withdrawalMail(
  o: To & { name: string; paidAtMs: number; atMs: number; refundedCents: number; currency: string },
): Mail {
  return {
    to: o.to,
    subject: `Your withdrawal from ${o.name}`,
    paragraphs: [
      `You withdrew from the contract about ${o.name}, paid on ${day(o.paidAtMs)}. Your withdrawal arrived on ${moment(o.atMs)}.`,
      o.refundedCents > 0
        ? `We pay back ${formatMoney(o.refundedCents, o.currency)}, what you did not use, the way you paid it.`
        : 'Everything it brought was used by then, so there is nothing to pay back.',
      ...testNote(o),
    ],
    action: billing(o),
    footnote: 'Keep this message: it is your receipt.',
  }
}

function billing({ publicUrl }: To) {
  return { label: 'Open Billing', url: `${publicUrl}/billing` }
}

function testNote({ isTest }: To): string[] {
  return isTest ? ['This was test money: nothing was charged.'] : []
}

/** 'Pro' */
function planTitle(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1)
}

/** '20 November 2026 at 12:00 UTC' */
function moment(ms: number): string {
  return `${day(ms)} at ${new Date(ms).toISOString().slice(11, 16)} UTC`
}

/** '20 November 2026', in UTC. */
function day(ms: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(ms)
}
