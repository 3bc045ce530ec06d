import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { execute, findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { assertEdge, COMMISSION_EDGES, CommissionState } from '../model/index.ts'
import type { CommissionDeps } from './deps.ts'
import { commissionGivenBackMail, commissionReversedMail } from './mails.ts'
import { correctLine, lockMoneyOf } from './payouts/payout-lines.ts'

/** A commission on a purchase, locked. Amounts in minor units. */
export type Sale = Readonly<z.infer<typeof Sale>>
const Sale = z.object({
  id: z.string(),
  affiliateId: z.string(),
  referralId: z.string(),
  provider: z.string(),
  invoiceId: z.string(),
  currency: z.string(),
  productName: z.string(),
  base: z.number(),
  bps: z.number(),
  amount: z.number(),
  /** The total reversed, before and after its payout, and the number of reversals. */
  takenBack: z.number(),
  reversals: z.number(),
  /** The part reversed on the commission itself; the rest are separate clawbacks. */
  reversed: z.number(),
  state: CommissionState,
  holds: z.array(z.string()),
  approvesAt: z.date(),
  /** In an approved payout that may already be on its way: reversals now reduce the next one. */
  isInPayout: z.boolean(),
  /** The unapproved payout that contains it, whose line follows. */
  preparedPayoutId: z.string().nullable(),
  isFraud: z.boolean(),
})

type SaleKey = { readonly provider: string; readonly invoiceId: string } | { readonly id: string }

/** The commission on an invoice, locked for the caller; undefined if there is none. */
export async function readSale(tx: Tx, by: SaleKey): Promise<Sale | undefined> {
  const [condition, values] =
    'id' in by ? ['c.id = $1', [by.id]] : ['c.provider = $1 and c.invoice_id = $2', [by.provider, by.invoiceId]]
  // Lock the row before reading it: a payout may be adding it concurrently.
  await execute(tx, `select 1 from commissions c where ${condition} and kind = 'sale' for update`, values)
  return findRow(
    tx,
    Sale,
    `select c.id, c.affiliate_id, c.referral_id, c.provider,
       c.invoice_id, c.currency, c.product_name, c.base, c.bps, c.amount, c.reversed,
       c.state, c.holds, c.approves_at, r.is_fraud,
       (select coalesce(sum(amount), 0)::int from commission_reversals where commission_id = c.id) as taken_back,
       (select count(*)::int from commission_reversals where commission_id = c.id) as reversals,
       coalesce(p.state <> 'prepared', false) as is_in_payout,
       case when p.state = 'prepared' then p.id end as prepared_payout_id
     from commissions c join referrals r on r.id = c.referral_id
     left join payout_lines l on l.commission_id = c.id
     left join payouts p on p.id = l.payout_id
     where ${condition} and c.kind = 'sale'`,
    values,
  )
}

const AffiliateIdRow = z.object({ affiliateId: z.string() })

/** Like `readSale`, and locks all of the affiliate's money. @throws AppError `not_found` */
export async function findSale(tx: Tx, id: string): Promise<Sale> {
  const rows = await queryRows(tx, AffiliateIdRow, 'select affiliate_id from commissions where id = $1', [id])
  for (const { affiliateId } of rows) await lockMoneyOf(tx, affiliateId)
  const sale = await readSale(tx, { id })
  if (sale === undefined) throw new AppError('not_found', 'Commission not found')
  return sale
}

/**
 * Reverses a commission up to `upTo` in total and books the difference: on the commission itself while it is in no
 * approved payout, else on the next payout.
 * @param o.isWhole nothing of the purchase is left
 */
export async function reverse(
  tx: Tx,
  deps: CommissionDeps,
  sale: Sale,
  o: { upTo: number; isWhole: boolean; reason: string },
): Promise<void> {
  const amount = o.upTo - sale.takenBack
  const isPaid = sale.state === 'paid' || sale.isInPayout
  if (amount > 0) {
    await insertReversal(tx, deps, sale, { amount, reason: o.reason })
    if (isPaid) await insertClawback(tx, deps, sale, { amount, reason: o.reason })
    else {
      await execute(tx, 'update commissions set reversed = reversed + $2 where id = $1', [sale.id, amount])
      await correctLine(tx, deps, sale, { left: sale.amount - sale.reversed - amount, reason: o.reason })
    }
    await sendReversedMail(tx, deps, sale, { amount, ...o })
  }
  // A clawback of a cancelled payout offsets it in the next payout.
  const isGone = sale.reversed + Math.max(amount, 0) === sale.amount
  if (o.isWhole && isGone && !isPaid && sale.state !== 'refunded') {
    await moveTo(tx, deps, sale, { state: 'refunded', holds: [], reason: o.reason })
  }
}

/**
 * Reinstates what was reversed beyond `upTo`, after a failed refund or a won dispute: on the commission itself as far
 * as possible before an approved payout, else with the next payout. A refunded commission becomes pending again.
 */
export async function reinstate(
  tx: Tx,
  deps: CommissionDeps,
  sale: Sale,
  o: { upTo: number; reason: string },
): Promise<void> {
  const amount = sale.takenBack - o.upTo
  if (amount <= 0) return
  const isPaid = sale.state === 'paid' || sale.isInPayout
  const toSale = isPaid ? 0 : Math.min(amount, sale.reversed)
  await insertReversal(tx, deps, sale, { amount: -amount, reason: o.reason })
  if (toSale > 0) {
    await execute(tx, 'update commissions set reversed = reversed - $2 where id = $1', [sale.id, toSale])
    await correctLine(tx, deps, sale, { left: sale.amount - sale.reversed + toSale, reason: o.reason })
  }
  if (amount > toSale) await insertClawback(tx, deps, sale, { amount: toSale - amount, reason: o.reason })
  if (sale.state === 'refunded') await moveTo(tx, deps, sale, { state: 'pending', holds: [], reason: null })
  const to = await deps.emailOf(tx, sale.affiliateId)
  if (to === undefined) return
  await deps.mail.send(tx, commissionGivenBackMail({ ...sale, amount, to, publicUrl: deps.publicUrl }))
}

/** Puts a commission on hold for one more reason. One in an approved payout is left alone. */
export async function putOnHold(
  tx: Tx,
  deps: CommissionDeps,
  sale: Sale,
  o: { hold: string; reason: string },
): Promise<void> {
  if (sale.isInPayout || sale.holds.includes(o.hold)) return
  await moveTo(tx, deps, sale, { state: 'hold', holds: [...sale.holds, o.hold], reason: o.reason })
}

/** Removes one reason; after the last one the commission is pending again and is approved when due. */
export async function release(tx: Tx, deps: CommissionDeps, sale: Sale, hold: string): Promise<void> {
  if (!sale.holds.includes(hold)) return
  const holds = sale.holds.filter((other) => other !== hold)
  await moveTo(tx, deps, sale, { state: holds.length > 0 ? 'hold' : 'pending', holds, reason: null })
}

/** Whether the rest of a commission can be rejected: not if it is final, being paid, or clawed back. */
export function canReject(sale: Sale): boolean {
  return !sale.isInPayout && sale.takenBack === sale.reversed && COMMISSION_EDGES[sale.state].includes('rejected')
}

/** Rejects the rest of a commission. @throws AppError `conflict` if it is paid, refunded or rejected */
export async function rejectRest(tx: Tx, deps: CommissionDeps, sale: Sale, reason: string): Promise<void> {
  if (sale.isInPayout)
    throw new AppError('conflict', 'This commission is in an approved payout. Cancel the payout first.')
  if (sale.takenBack > sale.reversed) throw new AppError('conflict', 'Part of this commission is already a clawback.')
  assertEdge(sale.state, 'rejected')
  await reverse(tx, deps, sale, { upTo: sale.amount, isWhole: false, reason })
  await moveTo(tx, deps, sale, { state: 'rejected', holds: [], reason })
}

/** Approves all commissions after their refund window. @returns the number */
export async function approveDue(q: Queryable, now: Date): Promise<number> {
  const changed = await execute(
    q,
    `update commissions set state = 'approved', approved_at = $1, updated_at = $1
     where id in (select id from commissions where state = 'pending' and approves_at <= $1
       order by approves_at limit 10000 for update skip locked)`,
    [now],
  )
  return changed
}

async function moveTo(
  tx: Tx,
  deps: CommissionDeps,
  sale: Sale,
  to: { state: CommissionState; holds: readonly string[]; reason: string | null },
): Promise<void> {
  if (sale.state !== to.state) assertEdge(sale.state, to.state)
  // Held, refunded and rejected commissions leave their payout.
  await correctLine(tx, deps, sale, { left: 0, reason: to.reason ?? 'It is pending again.' })
  await execute(tx, 'update commissions set state = $2, holds = $3, reason = $4, updated_at = $5 where id = $1', [
    sale.id,
    to.state,
    to.holds,
    to.reason,
    deps.now(),
  ])
}

async function insertReversal(
  tx: Tx,
  deps: CommissionDeps,
  sale: Sale,
  o: { amount: number; reason: string },
): Promise<void> {
  await execute(
    tx,
    `insert into commission_reversals (commission_id, affiliate_id, currency, amount, reason, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [sale.id, sale.affiliateId, sale.currency, o.amount, o.reason, deps.now()],
  )
}

async function insertClawback(
  tx: Tx,
  deps: CommissionDeps,
  sale: Sale,
  o: { amount: number; reason: string },
): Promise<void> {
  const now = deps.now()
  await execute(
    tx,
    `insert into commissions (id, referral_id, affiliate_id, kind, provider, invoice_id, of_sale, currency,
       product_name, base, bps, amount, state, reason, purchased_at, approves_at, approved_at, created_at, updated_at)
     values ($1, $2, $3, 'clawback', $4, $5, $6, $7, $8, 0, $9, $10, 'approved', $11, $12, $12, $12, $12, $12)`,
    [
      deps.newId(),
      sale.referralId,
      sale.affiliateId,
      sale.provider,
      sale.invoiceId,
      sale.id,
      sale.currency,
      sale.productName,
      sale.bps,
      -o.amount,
      o.reason,
      now,
    ],
  )
}

async function sendReversedMail(
  tx: Tx,
  deps: CommissionDeps,
  sale: Sale,
  o: { amount: number; upTo: number; reason: string },
): Promise<void> {
  const to = await deps.emailOf(tx, sale.affiliateId)
  if (to === undefined) return
  const mail = commissionReversedMail({ ...sale, ...o, to, publicUrl: deps.publicUrl })
  await deps.mail.send(tx, { ...mail, key: `reversal:${sale.id}:${o.upTo}:${sale.reversals}` })
}
