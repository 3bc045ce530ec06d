import { credits } from '#features/credits/model/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { addMonths, type Item, itemName, PACK_LASTS_MONTHS, reversalOf } from '../model/index.ts'
import type { BillingDeps } from './deps.ts'

/** What of an invoice decides about its credits; see `billing_invoices`. */
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
 * Grants the months of an invoice that have begun, each once: the first with the payment, of a paid year one more
 * each month. Monthly credits last one month beyond their own, which is what rolling over up to one month's grant
 * comes to when what ends soonest is spent first.
 * @returns how many months are granted now
 */
export async function grantMonths(tx: Tx, deps: Deps, invoice: GrantingInvoice, nowMs: number): Promise<number> {
  let granted = invoice.grantedMonths
  while (granted < invoice.months && (granted === 0 || addMonths(invoice.periodStartMs, granted) <= nowMs)) {
    await grantMonth(tx, deps, invoice, granted)
    granted += 1
  }
  if (granted === invoice.grantedMonths) return granted
  await tx.$client.query('update billing_invoices set granted_months = $3 where provider = $1 and id = $2', [
    invoice.provider,
    invoice.id,
    granted,
  ])
  return granted
}

async function grantMonth(tx: Tx, { ledger, catalogue }: Deps, invoice: GrantingInvoice, month: number): Promise<void> {
  const isPack = invoice.item.kind === 'pack'
  const amount = invoice.creditsEach - takenBackOf(invoice)
  if (amount <= 0) return
  await ledger.grant(tx, {
    userId: invoice.userId,
    amount: credits(amount),
    key: grantKey(invoice, month),
    reference: invoice.id,
    reason: isPack ? `Pack of ${itemName(invoice.item, catalogue)}` : itemName(invoice.item, catalogue),
    source: isPack ? 'pack' : 'subscription',
    expiresAt: new Date(endOf(invoice, month)),
  })
}

/**
 * When the credits of a month end, in milliseconds since 1970. Who pays on the 31st pays on the 28th of February and on
 * the 31st of March: what is left of February then lasts until the end of April, not until its 28th.
 */
function endOf({ item, periodStartMs, periodEndMs }: GrantingInvoice, month: number): number {
  if (item.kind === 'pack') return addMonths(periodStartMs, PACK_LASTS_MONTHS)
  const end = addMonths(periodStartMs, month + 2)
  return item.interval === 'month' ? Math.max(end, addMonths(periodEndMs, 1)) : end
}

/** Takes back what a refund or a lost dispute takes back of the months granted so far. */
export async function takeBackCredits(
  tx: Tx,
  { ledger }: Deps,
  before: GrantingInvoice,
  now: Pick<GrantingInvoice, 'refunded' | 'dispute'>,
): Promise<void> {
  const amount = takenBackOf({ ...before, ...now }) - takenBackOf(before)
  if (amount <= 0) return
  for (let month = 0; month < before.grantedMonths; month += 1) {
    await ledger.revoke(tx, {
      userId: before.userId,
      grantKey: grantKey(before, month),
      amount: credits(amount),
      key: `refund:${before.provider}:${before.id}:${now.refunded}:${now.dispute}:${month}`,
      reference: before.id,
      reason: now.dispute === 'lost' ? 'Payment taken back by your bank' : 'Refunded payment',
    })
  }
}

/** How many of the credits of one month are taken back: in proportion to the money. */
function takenBackOf(o: Pick<GrantingInvoice, 'creditsEach' | 'amountPaid' | 'refunded' | 'dispute'>): number {
  if (o.dispute === 'lost') return o.creditsEach
  return reversalOf(o.creditsEach, { paid: o.amountPaid, refunded: o.refunded })
}

/** The key a month of an invoice is granted under. */
export function grantKey({ provider, id }: Pick<GrantingInvoice, 'provider' | 'id'>, month: number): string {
  return `invoice:${provider}:${id}:${month}`
}
