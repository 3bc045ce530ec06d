import { z } from 'zod'
import type { Tx } from '#platform/server/db.ts'
import { execute, findRow } from '#platform/server/rows.ts'
import { AppError } from '#platform/shared/errors.ts'

const EmailRow = z.object({ email: z.string() })

/** A user's address. @throws AppError `not_found`, 'User not found' */
export async function addressOf(tx: Tx, userId: string): Promise<string> {
  const user = await findRow(tx, EmailRow, 'select email from users where id = $1', [userId])
  if (user === undefined) throw new AppError('not_found', 'User not found')
  return user.email
}

const RefundRow = z.object({ subject: z.string(), cents: z.number().nullable() })

/**
 * Whether this key belongs to the same refund already; a concurrent one waits for the first.
 * @throws AppError `conflict` if it belongs to another refund
 */
export async function isRepeatedRefund(
  tx: Tx,
  o: { readonly key: string; readonly invoiceId: string; readonly cents: number },
): Promise<boolean> {
  await execute(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 24))', [o.key])
  const first = await findRow(
    tx,
    RefundRow,
    `select subject_id as subject,
       (after ->> 'refundedCents')::int - (before ->> 'refundedCents')::int as cents
     from operator_actions where key = $1`,
    [o.key],
  )
  if (first === undefined) return false
  if (first.subject === o.invoiceId && first.cents === o.cents) return true
  throw new AppError('conflict', 'Another refund was already requested here. Check the payment again.')
}
