import { z } from 'zod'
import type { Queryable } from '#platform/server/db.ts'
import { queryRow } from '#platform/server/rows.ts'
import { CURRENCY } from '../../model/index.ts'

const Paid = z.object({ cents: z.number() })

/** Sums the payments of a span of time, with tax and before refunds. @returns minor units of `CURRENCY` */
export async function paidCents(q: Queryable, { from, to }: { from: Date; to: Date }): Promise<number> {
  const { cents } = await queryRow(
    q,
    Paid,
    `select coalesce(sum(amount_paid), 0)::float8 as cents from billing_invoices
     where paid_at >= $1 and paid_at < $2 and currency = $3`,
    [from, to, CURRENCY],
  )
  return cents
}
