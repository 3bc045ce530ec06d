import { z } from 'zod'
import type { BillingEvent } from '#features/billing/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { type CommissionState, Dispute } from '../model/index.ts'
import { lockMoneyOf } from './payouts/payout-lines.ts'

/** A referral, locked: a person's payments are processed one after the other. */
export type LockedReferral = Readonly<z.infer<typeof LockedReferral>>
const LockedReferral = z.object({
  id: z.string(),
  affiliateId: z.string(),
  /** Null for an unknown affiliate. */
  affiliateState: z.enum(['active', 'banned', 'closed']).nullable(),
  holdReason: z.string().nullable(),
  /** Whether customer and affiliate share a payout account. */
  sharesPayoutAccount: z.boolean(),
  /** The first purchase; null before it. */
  convertedAt: z.date().nullable(),
})

/** A row of `commission_invoices`. */
export type RecordedInvoice = Readonly<z.infer<typeof RecordedInvoice>>
const RecordedInvoice = z.object({
  provider: z.string(),
  invoiceId: z.string(),
  currency: z.string(),
  productName: z.string(),
  net: z.number(),
  refundedNet: z.number(),
  dispute: Dispute,
  purchasedAt: z.date(),
  isPaid: z.boolean(),
})

const INVOICE_COLUMNS =
  'provider, invoice_id, currency, product_name, net, refunded_net, dispute, purchased_at, is_paid'

const AffiliateIdRow = z.object({ affiliateId: z.string() })

/**
 * Locks all of the affiliate's money first, in the same order as the operator's decisions.
 * @returns undefined if nobody referred the user
 */
export async function lockReferral(tx: Tx, userId: string): Promise<LockedReferral | undefined> {
  const owner = await queryRows(tx, AffiliateIdRow, 'select affiliate_id from referrals where user_id = $1', [userId])
  for (const { affiliateId } of owner) await lockMoneyOf(tx, affiliateId)
  return findRow(
    tx,
    LockedReferral,
    `select r.id, r.affiliate_id, a.state as affiliate_state, r.hold_reason,
       r.conversion_date as converted_at,
       exists (select 1 from payout_settings own join payout_settings theirs on ${account('own')} = ${account('theirs')}
         where own.affiliate_id = r.affiliate_id and theirs.affiliate_id = r.user_id) as shares_payout_account
     from referrals r left join affiliates a on a.user_id = r.affiliate_id where r.user_id = $1 for update of r`,
    [userId],
  )
}

/** The account of payout settings, normalized: an IBAN, or a PayPal address in lower case. */
function account(settings: string): string {
  return `lower(coalesce(${settings}.method ->> 'iban', ${settings}.method ->> 'email'))`
}

/**
 * Applies an event to the recorded invoice, with the referral locked. Of two refunds, or two dispute states, the higher
 * revision counts, in any order.
 */
export async function recordEvent(tx: Tx, o: { referralId: string; event: BillingEvent }): Promise<RecordedInvoice> {
  const { event } = o
  const stored = await findRow(
    tx,
    RecordedInvoice,
    `insert into commission_invoices as stored (provider, invoice_id, referral_id, currency, product_name, net,
       refunded_net, dispute, purchased_at, is_paid, refund_revision, dispute_revision)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (provider, invoice_id) do update set
       refunded_net = case when excluded.refund_revision > stored.refund_revision then excluded.refunded_net
         else stored.refunded_net end,
       refund_revision = greatest(stored.refund_revision, excluded.refund_revision),
       dispute = case when excluded.dispute_revision > stored.dispute_revision then excluded.dispute
         else stored.dispute end,
       dispute_revision = greatest(stored.dispute_revision, excluded.dispute_revision),
       is_paid = stored.is_paid or excluded.is_paid
     returning ${INVOICE_COLUMNS}`,
    [
      event.provider,
      event.invoiceId,
      o.referralId,
      event.currency,
      event.productName,
      event.net,
      event.type === 'billing.refunded' ? event.refundedNet : 0,
      event.type === 'billing.disputed' ? event.dispute : 'none',
      new Date(event.paidAtMs),
      event.type === 'billing.purchase-completed',
      event.type === 'billing.refunded' ? event.revision : 0,
      event.type === 'billing.disputed' ? event.revision : 0,
    ],
  )
  if (stored === undefined) throw new Error(`the invoice ${event.invoiceId} was not stored`)
  return stored
}

/** The recorded events of an invoice; undefined if there are none. */
export async function findRecordedEvents(
  tx: Tx,
  o: { readonly provider: string; readonly invoiceId: string },
): Promise<RecordedInvoice | undefined> {
  return findRow(
    tx,
    RecordedInvoice,
    `select ${INVOICE_COLUMNS} from commission_invoices where provider = $1 and invoice_id = $2`,
    [o.provider, o.invoiceId],
  )
}

/** Paid while any purchase stands, free again after full refunds (the status stays converted). */
export async function updateUserType(tx: Tx, referralId: string, now: Date): Promise<void> {
  await execute(
    tx,
    `with known as (
       select case when exists (
         select 1 from commission_invoices
         where referral_id = $1 and is_paid and dispute <> 'lost' and net > refunded_net
       ) then 'paid' else 'free' end as user_type)
     update referrals set user_type = known.user_type, updated_at = $2
     from known where id = $1 and referrals.user_type <> known.user_type`,
    [referralId, now],
  )
}

/** Whether it is final. */
export function isSettled({ state }: { state: CommissionState }): boolean {
  return state === 'paid' || state === 'refunded' || state === 'rejected'
}
