import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { queryRows } from '#platform/server/rows.ts'
import { cursorOf, readCursor } from './invoice-cursor.ts'
import { type Catalogue, Item, itemName, type PaymentPage, type PaymentView } from '../../model/index.ts'

const Row = z.object({
  id: z.string(),
  userId: z.string(),
  email: z.string().nullable(),
  item: Item,
  currency: z.string(),
  amountPaid: z.number(),
  tax: z.number(),
  refunded: z.number(),
  dispute: z.enum(['none', 'open', 'won', 'lost']),
  paidAt: z.date(),
})

const ONLY = { refunded: 'i.refunded > 0', disputed: `i.dispute <> 'none'` } as const

/** The payments of all users, newest first. @throws AppError `unprocessable` for a malformed cursor */
export async function listPayments(
  q: Queryable,
  catalogue: Catalogue,
  { only, before, limit }: PaymentPage,
): Promise<{ payments: PaymentView[]; next: string | null }> {
  const from = readCursor(before)
  const conditions = [
    ...(only === undefined ? [] : [ONLY[only]]),
    ...(from === undefined ? [] : ['(i.paid_at, i.id) < ($2::timestamptz, $3::text)']),
  ]
  const rows = await queryRows(
    q,
    Row,
    `select i.id, i.user_id, case when u.deleted_at is null then u.email end as email, i.item, i.currency, i.amount_paid,
       i.tax, i.refunded, i.dispute, i.paid_at
     from billing_invoices i join users u on u.id = i.user_id
     ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}
     order by i.paid_at desc, i.id desc limit $1`,
    [limit + 1, ...(from === undefined ? [] : [from.paidAt, from.id])],
  )
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    payments: page.map(({ item, paidAt, ...row }) => ({
      ...row,
      name: itemName(item, catalogue),
      paidAt: paidAt.toISOString(),
    })),
    next: last === undefined ? null : cursorOf({ paidAtMs: last.paidAt.getTime(), id: last.id }),
  }
}
