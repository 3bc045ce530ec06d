import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { findRow, queryRows } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'
import { siteName } from '#platform/shared/product.ts'
import { correctionsOf } from './payout-lines.ts'
import { methodLabel, type Payout, PayoutMethod, PayoutState, Statement, statementNumber } from '../../model/index.ts'

type Row = Readonly<z.infer<typeof Row>>
const Row = z.object({
  id: z.string(),
  period: z.string(),
  currency: z.string(),
  cents: z.number(),
  state: PayoutState,
  method: PayoutMethod,
  preparedAt: z.date(),
  paidAt: z.date().nullable(),
  reference: z.string().nullable(),
  country: z.string(),
  taxId: z.string().nullable(),
})

const COLUMNS = `id, period, currency, amount as cents, state, method, prepared_at, paid_at, reference, country, tax_id`
const SELECT = `select ${COLUMNS} from payouts`
const SELECT_ISSUED = `select ${COLUMNS}, statement_number::int as number, issuer, tax_note from payouts`

/** The maximum number of listed payouts: eight years. */
const LIST_MAX = 100

/** An affiliate's payouts, newest first, without cancelled ones. */
export async function listPayouts(db: Queryable, affiliateId: string): Promise<Payout[]> {
  const rows = await queryRows(
    db,
    Row,
    `${SELECT} where affiliate_id = $1 and state <> 'cancelled' order by prepared_at desc, id desc limit ${LIST_MAX}`,
    [affiliateId],
  )
  return rows.map(payoutOf)
}

const IssuedRow = Row.extend({ number: z.number(), issuer: z.string().nullable(), taxNote: z.string().nullable() })

const PayeeRow = z.object({ displayName: z.string(), email: z.string(), referralUsername: z.string() })

/** A payout's statement, for printing. @throws AppError `not_found`, 'Payout not found', also for another's */
export async function statementOf(db: Queryable, affiliateId: string, payoutId: string): Promise<Statement> {
  const found = await findRow(db, IssuedRow, `${SELECT_ISSUED} where affiliate_id = $1 and id = $2`, [
    affiliateId,
    payoutId,
  ])
  if (found === undefined) throw new AppError('not_found', 'Payout not found')
  const { number, issuer, taxNote, ...row } = found
  const affiliate = await findRow(
    db,
    PayeeRow,
    `select u.display_name, u.email, n.username as referral_username
     from users u join affiliate_usernames n on n.affiliate_id = u.id and n.is_current where u.id = $1`,
    [affiliateId],
  )
  if (affiliate === undefined) throw new AppError('not_found', 'Affiliate not found')
  return {
    payout: payoutOf(row),
    number: statementNumber({ period: row.period, number }),
    issuer: (issuer ?? siteName()).split(';').map((line) => line.trim()),
    taxNote,
    affiliate: { ...affiliate, country: row.country, taxId: row.taxId },
    lines: await linesOf(db, payoutId),
    corrections: (await correctionsOf(db, [payoutId])).get(payoutId) ?? [],
  }
}

const LineRow = Statement.shape.lines.element.extend({ date: z.date(), refunded: z.number() })

/** A payout's lines by purchase date; they add up to its amount. */
export async function linesOf(db: Queryable, payoutId: string): Promise<Statement['lines']> {
  const rows = await queryRows(
    db,
    LineRow,
    `select c.purchased_at as date, c.product_name, c.kind, c.base as base_cents, c.bps,
       l.amount as cents, case when c.kind = 'sale' then c.amount - l.amount else 0 end as refunded
     from payout_lines l join commissions c on c.id = l.commission_id where l.payout_id = $1
     order by c.purchased_at, c.id`,
    [payoutId],
  )
  return rows.flatMap(({ refunded, ...row }) => {
    const line = { ...row, cents: row.cents + refunded, date: row.date.toISOString() }
    return refunded === 0 ? [line] : [line, { ...line, kind: 'refund' as const, baseCents: 0, cents: -refunded }]
  })
}

function payoutOf({ method, preparedAt, paidAt, country: _country, taxId: _taxId, ...row }: Row): Payout {
  return {
    ...row,
    label: methodLabel(method),
    preparedAt: preparedAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
  }
}
