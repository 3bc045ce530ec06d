import { credits } from '#features/credits/model/index.ts'
import { type GrantUsage, grantUsage } from '#features/credits/server/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import { addMonths, type Item, itemName, monthsOf, PACK_LASTS_MONTHS, reversalOf } from '../model/index.ts'
import type { BillingDeps } from './deps.ts'
import { isWithdrawn } from './refunds/refunds.ts'

/** The columns of `billing_invoices` that determine its credits. */
export type GrantingInvoice = {
  readonly provider: string
  readonly id: string
  readonly userId: string
  readonly item: Item
  readonly creditsEach: number
  readonly months: number
  readonly grantedMonths: number
  readonly amountPaid: number
  readonly refunded: number
  readonly dispute: string
  readonly periodStartMs: number
  readonly periodEndMs: number
}

type Deps = Pick<BillingDeps, 'ledger' | 'catalogue'>

/**
 * Grants the started months of an invoice, each once: the first with the payment, then one a month for a paid year.
 * Monthly credits last one month longer than their own month. Since the first to expire are spent first, this rolls
 * over up to one month's grant.
 * @returns the number of months granted so far
 */
export async function grantMonths(tx: Tx, deps: Deps, invoice: GrantingInvoice, nowMs: number): Promise<number> {
  let granted = invoice.grantedMonths
  while (granted < invoice.months && (granted === 0 || addMonths(invoice.periodStartMs, granted) <= nowMs)) {
    await grantMonth(tx, deps, invoice, granted)
    granted += 1
  }
  if (granted === invoice.grantedMonths) return granted
  await execute(tx, 'update billing_invoices set granted_months = $3 where provider = $1 and id = $2', [
    invoice.provider,
    invoice.id,
    granted,
  ])
  return granted
}

async function grantMonth(tx: Tx, { ledger, catalogue }: Deps, invoice: GrantingInvoice, month: number): Promise<void> {
  const isPack = invoice.item.kind === 'pack'
  const amount = invoice.creditsEach - reversedCredits(invoice)
  if (amount <= 0) return
  await ledger.grant(tx, {
    userId: invoice.userId,
    amount: credits(amount),
    key: grantKey(invoice, month),
    reference: invoice.id,
    reason: isPack ? `Pack of ${itemName(invoice.item, catalogue)}` : itemName(invoice.item, catalogue),
    source: isPack ? 'pack' : 'subscription',
    expiresAt: new Date(expiryOf(invoice, month)),
  })
}

/**
 * The expiry of a month's credits, in milliseconds since 1970. A subscription from the 31st renews on 28 February and
 * 31 March: the rest of February then lasts until the end of April, not until its 28th.
 */
function expiryOf({ item, periodStartMs, periodEndMs }: GrantingInvoice, month: number): number {
  if (item.kind === 'pack') return addMonths(periodStartMs, PACK_LASTS_MONTHS)
  // The last months of a year expire in the second month of the next one.
  if (item.interval === 'year' && month >= 10) return addMonths(periodEndMs, month - 10)
  const end = addMonths(periodStartMs, month + 2)
  return item.interval === 'month' ? Math.max(end, addMonths(periodEndMs, 1)) : end
}

/** Adjusts granted months to what remains of their payment: revokes after a refund, restores after a failed one. */
export async function settleCredits(
  tx: Tx,
  deps: Deps,
  before: GrantingInvoice,
  now: Pick<GrantingInvoice, 'refunded' | 'dispute'> & { revision: number },
): Promise<void> {
  const after = { ...before, ...now }
  const remaining =
    before.creditsEach - ((await isWithdrawn(tx, before)) ? reversedAtWithdrawal(after) : reversedCredits(after))
  for (let month = 0; month < before.grantedMonths; month += 1) {
    const { granted, revoked } = await creditsOfMonth(tx, before, month)
    const tooMany = granted - revoked - remaining
    const change = {
      userId: before.userId,
      grantKey: grantKey(before, month),
      amount: credits(Math.abs(tooMany)),
      key: `refund:${before.provider}:${before.id}:${now.revision}:${month}`,
      reference: before.id,
    }
    // After a nearly full refund a month may have no grant.
    if (granted === 0 && remaining > 0) await grantMonth(tx, deps, after, month)
    else if (tooMany > 0) await deps.ledger.revoke(tx, { ...change, reason: reasonOf(after) })
    else if (tooMany < 0) await deps.ledger.restore(tx, { ...change, reason: 'The refund failed' })
  }
}

function reasonOf({ dispute, amountPaid }: GrantingInvoice): string {
  return dispute === 'lost' && amountPaid > 0 ? 'Payment taken back by your bank' : 'Refunded payment'
}

/** The credits of one month to revoke, in proportion to the refund. */
function reversedCredits(o: Pick<GrantingInvoice, 'creditsEach' | 'amountPaid' | 'refunded' | 'dispute'>): number {
  if (o.dispute === 'lost') return o.creditsEach
  return reversalOf(o.creditsEach, { paid: o.amountPaid, refunded: o.refunded })
}

/**
 * The same for the first and only month of a withdrawn contract. The retained part of a year pays for credits of this
 * month, since the others never come.
 */
function reversedAtWithdrawal(o: GrantingInvoice): number {
  const all = o.creditsEach * monthsOf(o.item)
  const remaining = all - reversedCredits({ ...o, creditsEach: all })
  return Math.max(0, o.creditsEach - remaining)
}

/** The credits of one month of an invoice; zeros if none were granted. */
export async function creditsOfMonth(
  q: Queryable,
  invoice: Pick<GrantingInvoice, 'provider' | 'id'>,
  month: number,
): Promise<GrantUsage> {
  return (await grantUsage(q, grantKey(invoice, month))) ?? { granted: 0, used: 0, revoked: 0 }
}

/** The idempotency key of a month of an invoice. */
function grantKey({ provider, id }: Pick<GrantingInvoice, 'provider' | 'id'>, month: number): string {
  return `invoice:${provider}:${id}:${month}`
}
