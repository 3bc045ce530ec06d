import { z } from 'zod'
import type { Queryable, Tx } from '#platform/server/db.ts'
import { AppError } from '#platform/shared/errors.ts'
import { OperatorUser } from '../../model/index.ts'

const Row = OperatorUser.omit({ available: true, held: true, isAffiliate: true }).extend({
  createdAt: z.date().transform((at) => at.toISOString()),
})

/** The user with this lower-case address. */
export async function findUser(q: Queryable, email: string): Promise<z.output<typeof Row> | undefined> {
  const { rows } = await q.$client.query(
    `select u.id, u.email, u.email_verified as "emailVerified", u.display_name as "displayName", u.plan,
       u.created_at as "createdAt", u.download_count as "downloadCount"
     from users u where u.email = $1`,
    [email],
  )
  return rows.length === 0 ? undefined : Row.parse(rows[0])
}

/** A user's address. @throws AppError `not_found`, 'User not found' */
export async function addressOf(tx: Tx, userId: string): Promise<string> {
  const { rows } = await tx.$client.query<{ email: string }>('select email from users where id = $1', [userId])
  const [user] = rows
  if (user === undefined) throw new AppError('not_found', 'User not found')
  return user.email
}

/**
 * Whether this key belongs to the same refund already; a concurrent one waits for the first.
 * @throws AppError `conflict` if it belongs to another refund
 */
export async function isRepeatedRefund(
  tx: Tx,
  o: { readonly key: string; readonly invoiceId: string; readonly cents: number },
): Promise<boolean> {
  await tx.$client.query('select pg_advisory_xact_lock(hashtextextended($1, 24))', [o.key])
  const { rows } = await tx.$client.query<{ subject: string; cents: number | null }>(
    `select subject_id as subject,
       (after ->> 'refundedCents')::int - (before ->> 'refundedCents')::int as cents
     from operator_actions where key = $1`,
    [o.key],
  )
  const [first] = rows
  if (first === undefined) return false
  if (first.subject === o.invoiceId && first.cents === o.cents) return true
  throw new AppError('conflict', 'Another refund was already requested here. Check the payment again.')
}
