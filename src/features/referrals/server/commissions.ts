import type { BillingEvent } from '#features/billing/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { execute } from '#platform/server/rows.ts'
import { COMMISSION_BPS, commissionOn, type Dispute, earnsAt, HOLD_DAYS, reversedOn } from '../model/index.ts'
import { commissionEarnedMail } from './mails.ts'
import {
  findRecordedEvents,
  isSettled,
  type RecordedInvoice,
  recordEvent,
  lockReferral,
  type LockedReferral,
  updateUserType,
} from './commission-rows.ts'
import {
  canReject,
  reinstate,
  putOnHold,
  readSale,
  rejectRest,
  release,
  type Sale,
  reverse,
} from './commission-states.ts'
import type { CommissionDeps } from './deps.ts'
import { holdReasonsOf, HOLD_REASONS } from './hold-reasons.ts'

/** The outcome of a payment for the affiliate, in the words of the specification (§8). */
export type RecordResult = { readonly success: true } | { readonly success: false; readonly error: string }

const DAY_MS = 86_400_000

/**
 * Applies a billing event to the payer's referrer, in billing's transaction. It uses all recorded facts of the invoice,
 * so that events may come twice and in any order. It never throws because an affiliate earns nothing: the payment
 * stands.
 */
export async function recordPayment(tx: Tx, deps: CommissionDeps, event: BillingEvent): Promise<RecordResult> {
  const referral = await lockReferral(tx, event.userId)
  if (referral === undefined) return refused(deps, event, 'User was not referred')
  if (referral.affiliateState === null) return refused(deps, event, 'Referral record not found')
  const invoice = await recordEvent(tx, { referralId: referral.id, event })
  if (!invoice.isPaid || invoice.net <= 0) return { success: true }
  const sale = (await readSale(tx, invoice)) ?? (await openSale(tx, deps, referral, { ...invoice, event }))
  if (sale !== undefined) await settle(tx, deps, invoice, sale)
  await updateUserType(tx, referral.id, deps.now())
  return { success: true }
}

/**
 * Applies what was recorded while commissions were in an approved payout, for example a dispute or fraud, once they
 * have left it. The affiliate's money is locked.
 */
export async function settleAgain(tx: Tx, deps: CommissionDeps, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const sale = await readSale(tx, { id })
    const invoice = sale && (await findRecordedEvents(tx, sale))
    if (sale !== undefined && invoice !== undefined) await settle(tx, deps, invoice, sale)
  }
}

/**
 * Creates the commission of an invoice when it is first known to be paid.
 * @returns undefined if its affiliate has left or was banned, or it comes too late to earn; later events do not
 *   change that
 */
async function openSale(
  tx: Tx,
  deps: CommissionDeps,
  referral: LockedReferral,
  { event, ...invoice }: RecordedInvoice & { event: BillingEvent },
): Promise<Sale | undefined> {
  if (event.type !== 'billing.purchase-completed') return undefined
  const isLate = !earnsAt(deps.programme, { first: referral.convertedAt, purchasedAt: invoice.purchasedAt })
  await convert(tx, referral, invoice, deps.now())
  if (referral.affiliateState !== 'active' || isLate) return undefined
  const amount = commissionOn(invoice.net, COMMISSION_BPS)
  const holds = await holdReasonsOf(tx, deps, { referral, ...event })
  const approvesAt = new Date(invoice.purchasedAt.getTime() + HOLD_DAYS * DAY_MS)
  await execute(
    tx,
    `insert into commissions (id, referral_id, affiliate_id, kind, provider, invoice_id, currency, product_name, base,
       bps, amount, state, holds, reason, purchased_at, approves_at, created_at, updated_at)
     values ($1, $2, $3, 'sale', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16)
     on conflict do nothing`,
    [
      deps.newId(),
      referral.id,
      referral.affiliateId,
      invoice.provider,
      invoice.invoiceId,
      invoice.currency,
      invoice.productName,
      invoice.net,
      COMMISSION_BPS,
      amount,
      holds.length > 0 ? 'hold' : 'pending',
      holds,
      holds[0] === undefined ? null : HOLD_REASONS[holds[0]],
      invoice.purchasedAt,
      approvesAt,
      deps.now(),
    ],
  )
  const sale = await readSale(tx, invoice)
  if (sale !== undefined && !sale.isFraud) await sendEarnedMail(tx, deps, sale)
  return sale
}

/** The first purchase converts the referral (spec §4); later ones keep the date. */
async function convert(tx: Tx, referral: LockedReferral, invoice: RecordedInvoice, now: Date): Promise<void> {
  await execute(
    tx,
    `update referrals set status = 'converted', updated_at = $3, counted_at = coalesce(counted_at, $3),
       conversion_date = least(conversion_date, $2)
     where id = $1`,
    [referral.id, invoice.purchasedAt, now],
  )
}

/** Updates a commission from the recorded facts of its invoice. */
async function settle(tx: Tx, deps: CommissionDeps, invoice: RecordedInvoice, sale: Sale): Promise<void> {
  if (sale.isFraud && canReject(sale)) {
    await rejectRest(tx, deps, sale, 'An earlier purchase of this customer was fraudulent.')
    return
  }
  if (sale.state === 'rejected') return
  const isLost = invoice.dispute === 'lost'
  const refunded = isLost ? sale.base : invoice.refundedNet
  const reason = isLost ? 'Payment charged back by the customer’s bank' : 'Refunded payment'
  const upTo = reversedOn({ ...sale, refunded })
  if (upTo < sale.takenBack) await reinstate(tx, deps, sale, { upTo, reason: 'The refund failed' })
  else await reverse(tx, deps, sale, { upTo, isWhole: refunded >= sale.base, reason })
  await applyDispute(tx, deps, invoice.dispute, sale)
}

async function applyDispute(tx: Tx, deps: CommissionDeps, dispute: Dispute, before: Sale): Promise<void> {
  if (dispute === 'none') return
  const sale = await readSale(tx, before)
  if (sale === undefined || isSettled(sale)) return
  if (dispute === 'open')
    await putOnHold(tx, deps, sale, { hold: 'dispute', reason: 'The customer disputes the payment.' })
  else await release(tx, deps, sale, 'dispute')
}

async function sendEarnedMail(tx: Tx, deps: CommissionDeps, sale: Sale): Promise<void> {
  const to = await deps.emailOf(tx, sale.affiliateId)
  if (to === undefined || sale.amount === 0) return
  const mail = commissionEarnedMail({ ...sale, to, publicUrl: deps.publicUrl })
  await deps.mail.send(tx, { ...mail, key: `commission:${sale.id}` })
}

function refused({ log }: CommissionDeps, event: BillingEvent, error: string): RecordResult {
  log.info({ userId: event.userId, invoiceId: event.invoiceId, error }, 'a payment earned no commission')
  return { success: false, error }
}
