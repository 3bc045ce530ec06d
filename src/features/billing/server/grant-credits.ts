import { credits } from '#features/credits/model/index.ts'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { addMonths, type Item, itemName, monthsOf, PACK_LASTS_MONTHS, reversalOf } from '../model/index.ts'
import type { BillingDeps } from './deps.ts'
import { isWithdrawn } from './refunds.ts'

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
 * When the credits of a month end, in milliseconds since 1970. Who pays on the 31st pays on the 28th of February and on
 * the 31st of March: what is left of February then lasts until the end of April, not until its 28th.
 */
function expiryOf({ item, periodStartMs, periodEndMs }: GrantingInvoice, month: number): number {
  if (item.kind === 'pack') return addMonths(periodStartMs, PACK_LASTS_MONTHS)
  // What of a year lasts beyond it lasts until the second month of the next one.
  if (item.interval === 'year' && month >= 10) return addMonths(periodEndMs, month - 10)
  const end = addMonths(periodStartMs, month + 2)
  return item.interval === 'month' ? Math.max(end, addMonths(periodEndMs, 1)) : end
}

/** Adjusts the months granted so far to what is left of their payment: revokes after a refund, restores after a failed one. */
export async function settleCredits(
  tx: Tx,
  deps: Deps,
  before: GrantingInvoice,
  now: Pick<GrantingInvoice, 'refunded' | 'dispute'> & { revision: number },
): Promise<void> {
  const after = { ...before, ...now }
  const kept =
    before.creditsEach - ((await isWithdrawn(tx, before)) ? reversedAtWithdrawal(after) : reversedCredits(after))
  for (let month = 0; month < before.grantedMonths; month += 1) {
    const { granted, revoked } = await creditsOfMonth(tx, before, month)
    const tooMany = granted - revoked - kept
    const change = {
      userId: before.userId,
      grantKey: grantKey(before, month),
      amount: credits(Math.abs(tooMany)),
      key: `refund:${before.provider}:${before.id}:${now.revision}:${month}`,
      reference: before.id,
    }
    // A refund of nearly all of it leaves a month without a grant.
    if (granted === 0 && kept > 0) await grantMonth(tx, deps, after, month)
    else if (tooMany > 0) await deps.ledger.revoke(tx, { ...change, reason: reasonOf(after) })
    else if (tooMany < 0) await deps.ledger.restore(tx, { ...change, reason: 'The refund did not go through' })
  }
}

function reasonOf({ dispute, amountPaid }: GrantingInvoice): string {
  return dispute === 'lost' && amountPaid > 0 ? 'Payment taken back by your bank' : 'Refunded payment'
}

/** How many of the credits of one month are taken back: in proportion to the money. */
function reversedCredits(o: Pick<GrantingInvoice, 'creditsEach' | 'amountPaid' | 'refunded' | 'dispute'>): number {
  if (o.dispute === 'lost') return o.creditsEach
  return reversalOf(o.creditsEach, { paid: o.amountPaid, refunded: o.refunded })
}

/**
 * The same of the first month of a contract that was withdrawn from: its only one. What is not paid back of a year pays
 * for credits of this month, since the others never come.
 */
function reversedAtWithdrawal(o: GrantingInvoice): number {
  const all = o.creditsEach * monthsOf(o.item)
  const kept = all - reversedCredits({ ...o, creditsEach: all })
  return Math.max(0, o.creditsEach - kept)
}

/** What became of the credits of one month of an invoice; nothing where none came. */
export async function creditsOfMonth(
  q: Queryable,
  invoice: Pick<GrantingInvoice, 'provider' | 'id'>,
  month: number,
): Promise<{ granted: number; used: number; revoked: number }> {
  const { rows } = await q.$client.query<{ granted: number; used: number; revoked: number }>(
    `select l.granted, l.granted - l.remaining - l.expired - l.revoked as used, l.revoked
     from credit_lots l join credit_transactions t on t.id = l.transaction_id where t.idempotency_key = $1`,
    [grantKey(invoice, month)],
  )
  return rows[0] ?? { granted: 0, used: 0, revoked: 0 }
}

/** The key a month of an invoice is granted under. */
function grantKey({ provider, id }: Pick<GrantingInvoice, 'provider' | 'id'>, month: number): string {
  return `invoice:${provider}:${id}:${month}`
}
