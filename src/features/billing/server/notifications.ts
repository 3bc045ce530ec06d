import { z } from 'zod'
import { PlanName } from '#features/accounts/model/index.ts'
import type { Mail } from '#platform/server/mail.ts'
import type { Tx } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'
import { CURRENCY, itemName, planCents, type SubscriptionState } from '../model/index.ts'
import type { Customer } from './customers.ts'
import type { BillingDeps } from './deps.ts'
import type { StoredInvoice } from './invoices/invoices.ts'
import { paymentFailedMail, planChangedMail, receiptMail, renewalMail, withdrawalMail } from './mails.ts'

/** The dependencies of notifications. */
export type NotificationDeps = Pick<BillingDeps, 'catalogue' | 'mail' | 'emailOf' | 'publicUrl'>

type To = Parameters<typeof planChangedMail>[0]
type Key = { userId: string; provider: string; key: string }

/** How many days before a yearly renewal its owner is reminded. */
const REMIND_DAYS = 30

/** Mails the receipt of an invoice, once. */
export async function sendReceipt(tx: Tx, deps: NotificationDeps, invoice: StoredInvoice): Promise<void> {
  const credits = invoice.months > 0 ? invoice.creditsEach : 0
  const name = itemName(invoice.item, deps.catalogue)
  const key = `receipt:${invoice.provider}:${invoice.id}`
  await sendOnce(tx, deps, { ...invoice, key }, (to) => receiptMail({ ...to, ...invoice, name, credits }))
}

/** Mails a failed renewal, once per period. */
export async function notifyPastDue(
  tx: Tx,
  deps: NotificationDeps,
  customer: Customer,
  o: SubscriptionState,
): Promise<void> {
  const name = itemName({ kind: 'plan', ...o }, deps.catalogue)
  const key = `past-due:${customer.provider}:${o.id}:${o.periodStartMs}`
  await sendOnce(tx, deps, { ...customer, key }, (to) => paymentFailedMail({ ...to, name }))
}

/** Mails a plan change; the receipt covers a first plan. */
export async function notifyPlanChange(
  tx: Tx,
  deps: NotificationDeps,
  customer: Customer,
  plan: string,
): Promise<void> {
  if (customer.plan === null || customer.plan === 'free') return
  const key = `plan:${customer.provider}:${customer.id}:${customer.version}`
  await sendOnce(tx, deps, { ...customer, key }, (to) => planChangedMail({ ...to, plan }))
}

/** Mails the receipt of a withdrawal, once. */
export async function notifyWithdrawal(
  tx: Tx,
  deps: NotificationDeps,
  o: { invoice: StoredInvoice; refundedCents: number; at: Date },
): Promise<void> {
  const { invoice, refundedCents, at } = o
  const name = itemName(invoice.item, deps.catalogue)
  const key = `withdrawal:${invoice.provider}:${invoice.id}`
  const about = { ...invoice, name, refundedCents, atMs: at.getTime() }
  await sendOnce(tx, deps, { ...invoice, key }, (to) => withdrawalMail({ ...to, ...about }))
}

const RenewalRow = z.object({
  provider: z.string(),
  id: z.string(),
  userId: z.string(),
  plan: PlanName,
  end: z.date(),
})

/** Mails each upcoming yearly renewal, once a year. */
export async function sendRenewalReminders(tx: Tx, deps: NotificationDeps, now: Date): Promise<void> {
  const rows = await queryRows(
    tx,
    RenewalRow,
    `update billing_subscriptions set reminded_for = period_end where (provider, id) in (
       select provider, id from billing_subscriptions
       where interval = 'year' and state = 'active' and not cancel_at_period_end and next is null
         and period_end > $1 and period_end <= $1::timestamptz + $2 * interval '1 day'
         and reminded_for is distinct from period_end
       limit 100 for update skip locked)
     returning provider, id, user_id, plan, period_end as "end"`,
    [now, REMIND_DAYS],
  )
  for (const { plan, end, ...row } of rows) {
    const choice = { plan, interval: 'year' } as const
    const periodEndMs = end.getTime()
    const about = {
      name: itemName({ kind: 'plan', ...choice }, deps.catalogue),
      cents: planCents(plan, 'year', deps.catalogue.plans) ?? 0,
      currency: CURRENCY,
      periodEndMs,
    }
    const key = `renewal:${row.provider}:${row.id}:${periodEndMs}`
    await sendOnce(tx, deps, { ...row, key }, (to) => renewalMail({ ...to, ...about }))
  }
}

/** Sends a mail once per key; never to a deleted account. */
async function sendOnce(tx: Tx, deps: NotificationDeps, o: Key, write: (to: Omit<To, 'plan'>) => Mail): Promise<void> {
  const to = await deps.emailOf(tx, o.userId)
  if (to === undefined) return
  await deps.mail.send(tx, { ...write({ to, publicUrl: deps.publicUrl, isTest: o.provider === 'test' }), key: o.key })
}
